import assert from "node:assert/strict";
import { test } from "node:test";
import { surroundingsOf } from "../../test/support/policy.ts";
import { property } from "../../test/support/random.ts";
import { tools } from "../model/permission.ts";
import { decide } from "./decide.ts";
import { compileToolList, splitTools } from "./tool-list.ts";

const compile = (written: Parameters<typeof compileToolList>[1]) => compileToolList("x", written, "commands/x.md:4:3");

/** Per tool, in the order of the model: bash, edit, read, webfetch, websearch, question, external_directory. */
const cases = [
  { written: "none", reading: "", verdicts: "deny deny deny deny deny deny deny" },
  { written: "read-only", reading: "Read Grep Glob", verdicts: "deny deny allow deny deny deny ask" },
  { written: "write", reading: "Read Grep Glob", verdicts: "deny allow allow deny deny deny ask" },
  { written: { custom: "Read Write Bash" }, reading: "Read", verdicts: "allow allow allow deny deny deny ask" },
  { written: { custom: "WebFetch, WebSearch" }, reading: "", verdicts: "deny deny deny allow allow deny ask" },
  { written: { custom: "AskUserQuestion" }, reading: "", verdicts: "deny deny deny deny deny allow ask" },
  { written: { custom: "readonly" }, reading: "", verdicts: "deny deny deny deny deny deny ask" },
] as const;

for (const { written, reading, verdicts } of cases) {
  test(`${JSON.stringify(written)} allows what it names and denies the rest`, () => {
    const list = compile(written)!;
    assert.equal(list.reading.join(" "), reading);
    assert.equal(tools.map((tool) => list.policy.otherwise[tool]).join(" "), verdicts);
    assert.deepEqual(list.policy.rules, []);
  });
}

test("`full`, no list and a star remove nothing", () => {
  for (const written of ["full", undefined, { custom: "*" }] as const) assert.equal(compile(written), undefined);
});

test("a pattern stays a pattern: only what matches it is allowed", () => {
  const { policy } = compile({
    custom: "Bash(git log:*), Bash(make test) Edit(docs/**) WebFetch(domain:example.com)",
  })!;
  const verdict = (tool: (typeof tools)[number], subject: string) =>
    decide(policy, { tool, subject }, surroundingsOf()).verdict;
  assert.equal(verdict("bash", "git log --oneline"), "allow");
  assert.equal(verdict("bash", "git logs"), "deny");
  assert.equal(verdict("bash", "git log && rm -rf x"), "deny");
  assert.equal(verdict("bash", "make test"), "allow");
  assert.equal(verdict("edit", "docs/a/b.md"), "allow");
  assert.equal(verdict("edit", "src/a.ts"), "deny");
  assert.equal(verdict("webfetch", "https://example.com/x"), "allow");
  assert.equal(verdict("webfetch", "https://example.com.evil.org/x"), "deny");
});

test("tools that no policy covers are reported and not granted", () => {
  const { unknown, policy, reading } = compile({ custom: "mcp__a__b Read(src/**) Edit(/x) Task Bash() bash" })!;
  assert.deepEqual(unknown, ["mcp__a__b", "Read(src/**)", "Edit(/x)", "Task", "Bash()", "bash"]);
  assert.deepEqual([policy.rules, reading], [[], []]);
});

test("separators inside parentheses belong to the pattern", () => {
  assert.deepEqual(splitTools(" Read,Bash(git log *, x)  Grep "), ["Read", "Bash(git log *, x)", "Grep"]);
});

property("a list never grants a tool that it does not name", ({ pick, list }) => {
  const names = [
    "Read",
    "Bash",
    "Bash(git *)",
    "Edit",
    "Edit(a/**)",
    "WebFetch",
    "WebFetch(domain:a.b)",
    "Skill",
    "x(",
  ];
  const chosen = list(4, () => pick(names));
  const compiled = compile({ custom: chosen.join(pick([" ", ", "])) });
  assert.ok(compiled);
  const has = (...wanted: string[]) => wanted.some((name) => chosen.includes(name));
  const { otherwise, rules } = compiled.policy;
  assert.ok(otherwise.bash === "deny" || has("Bash"));
  assert.ok(otherwise.edit === "deny" || has("Edit"));
  assert.ok(otherwise.webfetch === "deny" || has("WebFetch"));
  assert.deepEqual([otherwise.websearch, otherwise.question], ["deny", "deny"]);
  for (const tool of ["bash", "edit", "webfetch"] as const) {
    const hasPattern = chosen.some((name) => name.includes("(") && name.toLowerCase().startsWith(tool));
    assert.ok(hasPattern || rules.every((rule) => rule.tool !== tool));
  }
});
