/**
 * Tests that the examples in docs/permissions.md and docs/security.md get the verdicts shown there. A TOML block is a
 * policy, and the next block has calls for it; elsewhere each line begins with the name of a shipped agent.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { parse } from "@iarna/toml";
import { readDefinitions } from "../../test/clients/trees.ts";
import { surroundingsOf } from "../../test/support/policy.ts";
import { runCommandIn } from "../../test/support/run-command.ts";
import { valueAt } from "../base/unchecked.ts";
import { type Policy, type Tool, tools, verdicts } from "../model/permission.ts";
import { parseInlinePermissions } from "../parse/permissions.ts";
import { compilePolicy } from "../policy/compile.ts";
import { decide } from "../policy/decide.ts";
import { explain } from "./commands/explain.ts";
import { loadPacks } from "./commands/pack/packs.ts";

const root = join(import.meta.dirname, "../..");
const { packs } = loadPacks([], (problem) => assert.fail(problem.message));
const shipped = new Map<string, Policy>();

before(async () => {
  for (const { name, policy } of (await readDefinitions(root)).agents) if (policy) shipped.set(name, policy);
});

function policyOf(toml: string): Policy {
  const parsed = parseInlinePermissions(valueAt(parse(toml), "permissions"), () => packs);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return compilePolicy({ agent: "example", permissions: parsed.permissions });
}

/** `chiron  deny  bash  rm x`, or without an agent below a policy; `⏎` is a line break. */
function check(line: string, policy: Policy | undefined): void {
  const [name, ...rest] = policy ? ["", ...line.split(/ +/)] : line.split(/ +/);
  const [verdict = "", tool = ""] = rest;
  const subject = line.slice(line.indexOf(` ${tool} `) + tool.length + 2).trimStart();
  assert.ok(verdicts.some((each) => each === verdict) && tools.some((each) => each === tool), line);
  const asked = policy ?? shipped.get(name!);
  assert.ok(asked, `no agent ${name}`);
  const call = { tool: tool as Tool, subject: subject.replaceAll("⏎", "\n") };
  const decision = decide(asked, call, surroundingsOf());
  assert.equal(decision.verdict, verdict, JSON.stringify(decision.because));
}

for (const { page, least } of [
  { page: "permissions.md", least: 25 },
  { page: "security.md", least: 50 },
]) {
  const text = readFileSync(join(root, "docs", page), "utf8");
  let policy: Policy | undefined;
  let count = 0;
  for (const [, kind, body = ""] of text.matchAll(/^```(toml|text)\n(.*?)^```$/gms)) {
    if (kind === "toml") {
      policy = policyOf(body);
      continue;
    }
    // The text of a file, not calls.
    if (/^\w+ = /.test(body)) continue;
    const asked = policy;
    policy = undefined;
    for (const line of body.trimEnd().split("\n")) {
      count++;
      test(`${page}: ${line}`, () => check(line, asked));
    }
  }
  test(`${page} has examples`, () => assert.ok(count >= least, `only ${count}`));
}

test("permissions.md lists every shipped pack with its tool", () => {
  const page = readFileSync(join(root, "docs/permissions.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| `(\w+)` \|/gm)].map(([, name, tool]) => `${name} ${tool}`);
  assert.deepEqual(rows.sort(), [...packs.values()].map(({ name, tool }) => `${name} ${tool}`).sort());
});

test("permissions.md shows what `explain` says about delegation", async () => {
  const page = readFileSync(join(root, "docs/permissions.md"), "utf8");
  const shown = [...page.matchAll(/^\$ surcingle explain (\S+) delegate (\S+)\n(.*)$/gm)];
  assert.equal(shown.length, 2);
  for (const [, agent, name, expected] of shown) {
    const { out } = await runCommandIn(root, explain, [agent!, "delegate", name!]);
    assert.equal(out.trimEnd(), expected);
  }
});
