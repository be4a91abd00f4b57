import assert from "node:assert/strict";
import { test } from "node:test";
import { property } from "../../test/support/random.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseAgent } from "./agent.ts";
import { mergeSettings, parseSettings } from "./settings.ts";

function agent(text: string): { fields: ReturnType<typeof parseAgent>; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const fields = parseAgent({ path: "agents/a/agent.toml", text }, undefined, (each) => diagnostics.push(each));
  return { fields, diagnostics };
}

/** The code and the underlined words. */
const said = ({ code, span }: Diagnostic): string => `${code} ${span.file.text.slice(span.start, span.end)}`;

const head = 'name = "a"\ndescription = "Does a"\n';

test("absent fields have defaults, and absent permissions differ from empty ones", () => {
  const { fields } = agent(head);
  assert.deepEqual(fields?.fields, {
    name: "a",
    description: "Does a",
    mode: "all",
    tags: [],
    skills: [],
    context: [],
    rules: [],
  });
  assert.equal(fields.rules, undefined);
  assert.deepEqual(agent(`${head}[permissions]\n`).fields?.rules, []);
});

const wrong: readonly (readonly [string, string, readonly string[]])[] = [
  ["a name with upper case", 'name = "A"\ndescription = "x"\n', ['bad-name "A"']],
  ["a name that leaves its directory", 'name = "../a"\ndescription = "x"\n', ['bad-name "../a"']],
  ["a name with a line break at its end", 'name = "a\\n"\ndescription = "x"\n', ['bad-name "a\\n"']],
  ["an empty name", 'name = ""\ndescription = "x"\n', ['bad-name ""']],
  ["a name of 101 letters", `name = "${"a".repeat(101)}"\ndescription = "x"\n`, [`bad-name "${"a".repeat(101)}"`]],
  ["a description of two lines", 'name = "a"\ndescription = "x\\ny"\n', ['bad-field "x\\ny"']],
  ["a description of white space", 'name = "a"\ndescription = "  "\n', ['bad-field "  "']],
  ["an escape in a label", `${head}display_name = "\\u001b[2J"\n`, ['bad-field "\\u001b[2J"']],
  ["a Unicode line separator", 'name = "a"\ndescription = "x\\u2028y"\n', ['bad-field "x\\u2028y"']],
  ["zero turns", `${head}max_turns = 0\n`, ["bad-field 0"]],
  ["a fractional number of turns", `${head}max_turns = 1.5\n`, ["bad-field 1.5"]],
  ["a wrong type deep inside", `${head}skills = ["ok", 1]\n`, ["bad-field 1"]],
  ["an unknown key", `${head}skils = []\n`, ["unknown-field skils"]],
  ["a model", `${head}model = "x"\n`, ["excluded-field model"]],
  ["hooks as a table", `${head}[hooks]\nx = 1\n`, ["excluded-field hooks"]],
  [
    "an excluded name in another place",
    `${head}[permissions.bash]\nintent = "ask"\nmodel = 1\n`,
    ["unknown-field model"],
  ],
  ["an unknown tool", `${head}[permissions.bsh]\nintent = "ask"\n`, ["unknown-tool bsh"]],
  ["a table without an intent", `${head}[permissions.bash]\nrules = []\n`, ["missing-field bash"]],
  ["an unknown intent", `${head}[permissions.bash]\nintent = "Allow"\n`, ['bad-intent "Allow"']],
  ["a permission that is not a table", `${head}permissions.bash = "allow"\n`, ['bad-field "allow"']],
  ["a rule that is not a string", `${head}[permissions.bash]\nintent = "ask"\nrules = [1]\n`, ["bad-rule 1"]],
  ["an unknown action", `${head}[permissions.bash]\nintent = "ask"\nrules = ["a:b:alow"]\n`, ["bad-rule alow"]],
  ["an action in upper case", `${head}[permissions.bash]\nintent = "ask"\nrules = ["a:ALLOW"]\n`, ["bad-rule ALLOW"]],
  [
    "a space after the action",
    `${head}[permissions.bash]\nintent = "ask"\nrules = ["a:allow "]\n`,
    ["bad-rule allow "],
  ],
  ["a space before the pattern", `${head}[permissions.bash]\nintent = "ask"\nrules = [" a:allow"]\n`, ["bad-rule  "]],
  ["an empty pattern", `${head}[permissions.bash]\nintent = "ask"\nrules = [":allow"]\n`, ["bad-rule :"]],
  ["several at once", 'name = "A"\nfoo = 1\n', ['bad-name "A"', "missing-field ", "unknown-field foo"]],
];

for (const [name, text, want] of wrong) {
  test(`${name} is rejected at its position`, () => {
    const { diagnostics } = agent(text);
    assert.deepEqual(diagnostics.map(said).sort(), [...want].sort());
    assert.ok(diagnostics.every(({ severity }) => severity === "error"));
  });
}

test("rules keep their order and their position", () => {
  const { fields } = agent(
    `${head}[permissions.edit]\nintent = "deny"\nrules = [\n  "a:b:allow",\n  "c:deny",\n]\n[permissions.bash]\nintent = "ask"\nrules = ['x "y":ask']\n`,
  );
  assert.deepEqual(
    fields?.rules?.map((rule) => "pack" in rule || [rule.tool, rule.pattern, rule.verdict, rule.from]),
    [
      ["bash", 'x "y"', "ask", "agents/a/agent.toml:11:10"],
      ["edit", "a:b", "allow", "agents/a/agent.toml:6:3"],
      ["edit", "c", "deny", "agents/a/agent.toml:7:3"],
    ],
  );
});

property("the parser never throws, whatever the text of agent.toml", ({ pick, list }) => {
  const line = () =>
    pick(["name", "description", "skills", "permissions", "permissions.bash", "x", "__proto__", "constructor"]) +
    pick([" = ", "=", ".a = "]) +
    pick(['"a"', "1", "[]", "{}", "['a:allow']", "true", "1979-05-27", "[[]]", "{ a = 1 }", "nan"]);
  const text = list(6, () =>
    pick([line, line, () => pick(["[permissions]", "[permissions.bash]", "[[skills]]", "[a.b]", "intent = 1"])])(),
  ).join("\n");
  const { fields, diagnostics } = agent(text);
  const hasError = diagnostics.some(({ severity }) => severity === "error");
  if (!fields) assert.ok(hasError, text);
});

const settings = (text: string, path = "surcingle.toml") => {
  const diagnostics: Diagnostic[] = [];
  return { document: parseSettings({ path, text }, (each) => diagnostics.push(each)), diagnostics };
};

test("later settings win key by key, and deny lists are combined", () => {
  const layers = [
    'allow_tools = ["a"]\nhome = "/one"\n[models.pi]\na = "x"\nb = "y"\n[kode]\ndeny = ["run"]\n',
    'allow_tools = []\n[models.pi]\nb = "z"\n[models.opencode]\na = "o"\n[kode]\ndeny = ["write"]\n',
  ];
  const merged = mergeSettings(
    layers.map((text) => settings(text).document!),
    false,
  );
  assert.deepEqual(merged.allowTools, []);
  assert.equal(merged.home, "/one");
  assert.deepEqual(JSON.parse(JSON.stringify(merged.models)), { pi: { a: "x", b: "z" }, opencode: { a: "o" } });
  assert.deepEqual(merged.kode.deny, ["run", "write"]);
});

for (const text of [
  "[]",
  "null",
  "1",
  "{",
  '{"allow_tools": [1]}',
  '{"x": 1}',
  '{"home": "relative"}',
  '{"models": {"pi": {"a": "x\\ny"}}}',
]) {
  test(`the JSON settings ${text} are refused`, () => {
    const { document, diagnostics } = settings(text, "settings.json");
    assert.equal(document, undefined);
    assert.ok(diagnostics.length > 0);
  });
}
