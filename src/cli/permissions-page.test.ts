/** The examples of docs/permissions.md: each policy decides as the page says, and the page lists every shipped pack. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "@iarna/toml";
import { surroundingsOf } from "../../test/support/policy.ts";
import { runCommandIn } from "../../test/support/run-command.ts";
import { valueAt } from "../base/peek.ts";
import { type Tool, tools } from "../model/permission.ts";
import { parseInlinePermissions } from "../parse/inline-permissions.ts";
import { compilePolicy } from "../policy/compile.ts";
import { decide } from "../policy/decide.ts";
import { explain } from "./commands/explain.ts";
import { loadPacks } from "./commands/pack/load.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/permissions.md"), "utf8");
const { packs } = loadPacks([], (problem) => assert.fail(problem.message));
const examples = [...page.matchAll(/```toml\n(.*?)```\n\n```text\n(.*?)```/gs)];

test("the page has examples", () => assert.ok(examples.length >= 5));

for (const [, toml = "", calls = ""] of examples) {
  const parsed = parseInlinePermissions(valueAt(parse(toml), "permissions"), () => packs);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const policy = compilePolicy({ agent: "example", permissions: parsed.permissions });
  for (const line of calls.trim().split("\n")) {
    test(`permissions.md: ${line}`, () => {
      const [, verdict, name, subject = ""] = /^(\w+) +(\w+) (.*)$/.exec(line) ?? [];
      const tool = tools.find((each): each is Tool => each === name);
      assert.ok(tool, line);
      assert.equal(decide(policy, { tool, subject }, surroundingsOf()).verdict, verdict);
    });
  }
}

test("the page lists every shipped pack with its tool", () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| `(\w+)` \|/gm)].map(([, name, tool]) => `${name} ${tool}`);
  assert.deepEqual(rows.sort(), [...packs.values()].map(({ name, tool }) => `${name} ${tool}`).sort());
});

test("permissions.md shows what `explain` says about delegation", async () => {
  const root = join(import.meta.dirname, "../..");
  const shown = [...page.matchAll(/^\$ surcingle explain (\S+) delegate (\S+)\n(.*)$/gm)];
  assert.equal(shown.length, 2);
  for (const [, agent, name, expected] of shown) {
    const { out } = await runCommandIn(root, explain, [agent!, "delegate", name!]);
    assert.equal(out.trimEnd(), expected);
  }
});
