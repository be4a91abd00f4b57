import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseTask } from "./task.ts";

const head = '[task]\nrole = "edit-local"\nagent-id = "a1"\n';
const tail = '[body]\ntext = "Do it."\n';

function parse(text: string) {
  const found: Diagnostic[] = [];
  const document = parseTask({ path: "task.toml", text }, (diagnostic) => found.push(diagnostic));
  assert.equal(document === undefined, found.length > 0, "either a task or a problem is returned");
  return { task: document?.task, found };
}

test("every field of a task is read", () => {
  const text = `[task]
role = "edit-local"
agent-id = "a1"
parent-agent = "a0"
[scope]
files-whitelist = ["src/**"]
files-denylist = ["Cargo.lock"]
allow-dep-bump = true
[verification]
cargo-check-crates = ["kei-forge"]
cargo-test-crates = ["kei-forge", "other@1.0"]
test-count-min = 44
check-command = "npm run types"
test-command = "npm test"
[output]
report-fields-required = ["files-touched"]
[body]
text = """
Do it.
"""
`;
  assert.deepEqual(parse(text).task, {
    role: "edit-local",
    agentId: "a1",
    parentAgent: "a0",
    claudeSubagentType: undefined,
    scope: { filesWhitelist: ["src/**"], filesDenylist: ["Cargo.lock"], allowDepBump: true, maxDeletions: undefined },
    verification: {
      cargoCheckCrates: ["kei-forge"],
      cargoTestCrates: ["kei-forge", "other@1.0"],
      testCountMin: 44,
      checkCommand: "npm run types",
      testCommand: "npm test",
    },
    output: { reportFieldsRequired: ["files-touched"] },
    body: "Do it.\n",
    source: text,
  });
});

test("the example in the manual is a valid task", () => {
  const manual = readFileSync(new URL("../../docs/tasks.md", import.meta.url), "utf8");
  const { task, found } = parse(/```toml\n([\s\S]*?)```/.exec(manual)?.[1] ?? "");
  assert.deepEqual(found, []);
  assert.equal(task?.agentId, "parser-1");
});

test("absent fields are empty, and an empty parent means none", () => {
  const { task } = parse(`${head}parent-agent = ""\n${tail}`);
  assert.equal(task?.parentAgent, undefined);
  assert.deepEqual(task?.scope, {
    filesWhitelist: [],
    filesDenylist: [],
    allowDepBump: false,
    maxDeletions: undefined,
  });
  assert.deepEqual(task?.output, { reportFieldsRequired: [] });
});

interface Wrong {
  readonly name: string;
  readonly text: string;
  readonly code: string;
  /** The underlined text. */
  readonly at: string;
  readonly hint?: RegExp;
}

const wrong: readonly Wrong[] = [
  { name: "broken TOML", text: `${head}x = [\n`, code: "bad-toml", at: "" },
  {
    name: "null, which TOML does not have",
    text: `${head}parent-agent = null\n${tail}`,
    code: "bad-toml",
    at: "null",
    hint: /^remove `parent-agent`$/,
  },
  { name: "a date", text: `${head}parent-agent = 2026-01-01\n${tail}`, code: "toml-date", at: "2026-01-01" },
  { name: "no [task]", text: tail, code: "missing-field", at: "" },
  { name: "no [body]", text: head, code: "missing-field", at: "" },
  { name: "no role", text: `[task]\nagent-id = "a1"\n${tail}`, code: "missing-field", at: "task" },
  { name: "an empty body", text: `${head}[body]\ntext = " \\n "\n`, code: "bad-field", at: '" \\n "' },
  {
    name: "an unknown key",
    text: `${head}[scope]\nfile-whitelist = []\n${tail}`,
    code: "unknown-field",
    at: "file-whitelist",
    hint: /did you mean `files-whitelist`/,
  },
  {
    name: "an unknown table",
    text: `${head}[scop]\n${tail}`,
    code: "unknown-field",
    at: "scop",
    hint: /did you mean `scope`/,
  },
  {
    name: "a string instead of a list",
    text: `${head}[scope]\nfiles-whitelist = "x"\n${tail}`,
    code: "bad-field",
    at: '"x"',
  },
  {
    name: "a count below zero",
    text: `${head}[verification]\ntest-count-min = -1\n${tail}`,
    code: "bad-field",
    at: "-1",
  },
  {
    name: "a fractional test count",
    text: `${head}[verification]\ntest-count-min = 1.5\n${tail}`,
    code: "bad-field",
    at: "1.5",
  },
  {
    name: "a crate that is an option",
    text: `${head}[verification]\ncargo-check-crates = ["--config=x"]\n${tail}`,
    code: "bad-field",
    at: '"--config=x"',
  },
  {
    name: "a command of two lines",
    text: `${head}[verification]\ncheck-command = "a\\nb"\n${tail}`,
    code: "bad-field",
    at: '"a\\nb"',
  },
  {
    name: "a bad agent id",
    text: `[task]\nrole = "r"\nagent-id = "../x"\n${tail}`,
    code: "bad-agent-id",
    at: '"../x"',
  },
  { name: "a bad parent", text: `${head}parent-agent = "nul"\n${tail}`, code: "bad-agent-id", at: '"nul"' },
];

for (const { name, text, code, at, hint } of wrong) {
  test(`${name} is an error at its position`, () => {
    const [first] = parse(text).found;
    assert.equal(first?.code, code, first?.message);
    assert.equal(first?.span.file.text.slice(first.span.start, first.span.end), at);
    if (hint) assert.match(first?.hint ?? "", hint);
  });
}

const patterns: Readonly<Record<string, RegExp>> = {
  "/etc/passwd": /is not relative/,
  "~/x": /is not relative/,
  "../x": /has `\.\.` in it/,
  "a/../b": /has `\.\.` in it/,
  "./src/**": /has `\.` or an empty part/,
  "src//x": /has `\.` or an empty part/,
  "src/": /ends with a slash/,
  "src\\x": /has a backslash/,
  " src": /a space at the start or end/,
  "": /is empty/,
  "a\u0007": /control character/,
};

for (const [pattern, problem] of Object.entries(patterns)) {
  test(`a scope that could never match is refused: ${JSON.stringify(pattern)}`, () => {
    for (const field of ["files-whitelist", "files-denylist"]) {
      const { found } = parse(`${head}[scope]\n${field} = ["ok/**", ${JSON.stringify(pattern)}]\n${tail}`);
      assert.deepEqual(
        found.map((each) => each.code),
        ["bad-scope"],
      );
      assert.match(found[0]!.message, problem);
      const { file, start, end } = found[0]!.span;
      assert.equal(file.text.slice(start, end), JSON.stringify(pattern));
    }
  });
}

test("several mistakes are reported at once", () => {
  const { found } = parse(`[task]\nrole = "r"\nagent-id = "a..b"\n[scope]\nfiles-denylist = ["/x", "src/"]\n${tail}`);
  assert.deepEqual(
    found.map(({ code }) => code),
    ["bad-agent-id", "bad-scope", "bad-scope"],
  );
});
