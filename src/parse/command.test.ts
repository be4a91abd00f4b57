import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "../base/diagnostic.ts";
import { type Command, colors, efforts, executions, invocations, tiers, visibilities } from "../model/command.ts";
import { parseCommand } from "./command.ts";

async function parse(
  text: string,
  name = "x",
): Promise<{ command: Command | undefined; found: string[]; marked: string[] }> {
  const file = { path: "commands/x.md", text };
  const diagnostics: Diagnostic[] = [];
  const source = { name, nameSpan: { file, start: 0, end: 0 }, file, from: [file.path] };
  const command = await parseCommand(source, (each) => void diagnostics.push(each));
  return {
    command,
    found: diagnostics.map(({ code }) => code),
    marked: diagnostics.map(({ span }) => text.slice(span.start, span.end)),
  };
}

const page = (...lines: string[]): string =>
  `---\ndescription: Does x\n${lines.map((line) => `${line}\n`).join("")}---\nDo x.\n`;

const vocabulary = {
  execution: executions,
  capability: tiers,
  effort: efforts,
  tools: ["none", "read-only", "write", "full"],
  invocation: invocations,
  visibility: visibilities,
  color: colors,
} as const;

for (const [field, words] of Object.entries(vocabulary)) {
  test(`every value of ${field} is accepted, and no other`, async () => {
    for (const word of words) {
      const { command, found } = await parse(page("behavior:", `  ${field}: ${word}`));
      assert.equal(command?.behavior[field as keyof typeof vocabulary], word);
      assert.deepEqual(found, []);
    }
    if (field === "tools") return;
    const { command, found, marked } = await parse(page("behavior:", `  ${field}: nonsense`));
    assert.deepEqual([command, found, marked], [undefined, ["bad-field"], ["nonsense"]]);
  });
}

test("without a behavior, a command has the defaults", async () => {
  const { command } = await parse(page());
  assert.equal(command?.behavior.execution, "command");
  assert.deepEqual(Object.values(command.behavior).filter(Boolean), ["command"]);
  assert.equal(command.body, "Do x.\n");
});

test("tools are a preset, a text as written, or a list joined by spaces", async () => {
  const toolsOf = async (written: string) =>
    (await parse(page("behavior:", `  tools: ${written}`))).command?.behavior.tools;
  assert.deepEqual(await toolsOf('"Read Write Bash"'), { custom: "Read Write Bash" });
  assert.deepEqual(await toolsOf("[Read, Write, Bash]"), { custom: "Read Write Bash" });
  assert.deepEqual(await toolsOf('"Bash(git *), Read"'), { custom: "Bash(git *), Read" });
  assert.equal(await toolsOf('""'), "none");
  assert.equal(await toolsOf("[]"), "none");
});

for (const word of ["readonly", "read_only", "Read-Only", "READONLY", "writes", "non", "Full", "[read-only]"]) {
  test(`${word} is read as a tool, with a warning that a preset is similar`, async () => {
    const { command, found, marked } = await parse(page("behavior:", `  tools: ${word}`));
    assert.deepEqual([typeof command?.behavior.tools, found, marked], ["object", ["near-preset"], [word]]);
  });
}

for (const word of ["Read", "Bash", "Read Write", "[Read, Grep]", '"Bash(git *)"', "mcp__a__b"]) {
  test(`${word} is a list of tools without a warning`, async () => {
    assert.deepEqual((await parse(page("behavior:", `  tools: ${word}`))).found, []);
  });
}

test("fields for one harness keep their order, their types and their name", async () => {
  const { command } = await parse(page("agents:", "  claude:", "    z: 1", "    a: [x, {b: true}]", "  pi: {k: null}"));
  assert.deepEqual(
    [...command!.overrides],
    [
      [
        "claude",
        [
          ["z", 1],
          ["a", ["x", { fields: [["b", true]] }]],
        ],
      ],
      ["pi", [["k", null]]],
    ],
  );
});

test("dots are allowed only between the parts of a name, and become hyphens in the slug", async () => {
  const { command } = await parse(page(), "speckit.revenge.extract");
  assert.equal(command?.slug, "speckit-revenge-extract");
  for (const name of ["", ".", "a.", ".a", "a..b", "A", "a_b", "ü", "a/b", "..", "a".repeat(65)])
    assert.deepEqual((await parse(page(), name)).found, ["bad-name"], name);
  assert.deepEqual((await parse(page(), "a.-b")).found, ["odd-name"]);
});

test("a description in a folded block loses its last line break and must be one line", async () => {
  const { command } = await parse("---\ndescription: >\n  Does\n  x\n---\nDo x.\n");
  assert.equal(command?.description, "Does x");
  assert.deepEqual((await parse("---\ndescription: |\n  Does\n  x\n---\nDo x.\n")).found, ["bad-field"]);
  assert.deepEqual((await parse(`---\ndescription: ${"x".repeat(1025)}\n---\nDo x.\n`)).found, ["bad-field"]);
});

test("a file that is not a command is rejected with its position", async () => {
  for (const [text, code] of [
    ["Do x.\n", "bad-frontmatter"],
    ["---\ndescription: x\n", "bad-frontmatter"],
    ["---\ndescription: x\n---\n \n", "empty-command"],
    ["---\ndescription: [\n---\nDo x.\n", "bad-yaml"],
    ["---\ndescription: x\ndescription: y\n---\nDo x.\n", "bad-yaml"],
    ["---\nbehavior: {}\n---\nDo x.\n", "missing-field"],
    [page("agents: {claude: {name: y}}"), "bad-field"],
    [page("agents: {claude: {agents: y}}"), "bad-field"],
  ] as const)
    assert.ok((await parse(text)).found.includes(code), `${text} is ${code}`);
});

test("fields of other tools are dropped with a warning", async () => {
  const speckit = [
    "handoffs: [{label: Plan, agent: speckit.plan, send: true}]",
    "scripts: {sh: scripts/a.sh --json}",
    "agent_scripts: {sh: scripts/b.sh __AGENT__}",
    "model: opus",
    "tools: [github/issue_write]",
  ];
  for (const field of [...speckit, "behavior: {retries: 3}", "constructor: x"]) {
    const { command, found } = await parse(page(field));
    assert.deepEqual(found, ["unknown-field"], field);
    assert.deepEqual(command?.behavior, (await parse(page())).command?.behavior, field);
  }
  const { command, found } = await parse(page("agents: {cursor: {x: 1}, claude: {paths: a}}"));
  assert.deepEqual(found, [], "whether a client is known is checked against the list of harnesses");
  assert.deepEqual([...command!.overrides.keys()], ["cursor", "claude"]);
});

test("a misspelled field that limits something is an error", async () => {
  for (const field of ["behaviour: {tools: none}", "behavior: {tool: none}", "behavior: {invokation: explicit}"]) {
    const { command, found } = await parse(page(field));
    assert.deepEqual([command, found], [undefined, ["unknown-field"]], field);
  }
});
