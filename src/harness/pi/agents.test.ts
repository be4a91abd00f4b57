import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOf, isOnlyDenied, modelOf, skillOf, somePolicy } from "../../../test/support/agent.ts";
import { policyOf } from "../../../test/support/policy.ts";
import { property, type Random } from "../../../test/support/random.ts";
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";
import { tools } from "../../model/permission.ts";
import { agentPage, checkDescription } from "./agents.ts";
import { pi } from "./index.ts";
import { renderer } from "./render.ts";

/**
 * The parser of pi-subagents 0.67: lines of `key: value`, one pair of quotes stripped, `>` and `|` alone begin a block.
 */
function readPage(page: string): { fields: Record<string, string>; body: string } {
  const end = page.indexOf("\n---", 3);
  const fields: Record<string, string> = {};
  for (const line of page.slice(4, end).split("\n")) {
    const [, key, value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    const raw = value.trim();
    const isQuoted = /^["']/.test(raw) && raw.endsWith(raw[0]!);
    if (isQuoted) fields[key] = raw.slice(1, -1);
    else fields[key] = /^[>|]-?$/.test(raw) ? "" : raw;
  }
  return { fields, body: page.slice(end + 4).trim() };
}

function rendered(agent: Agent, models: Record<string, string> = {}): { page: string; errors: Diagnostic[] } {
  const errors: Diagnostic[] = [];
  checkDescription(agent, (each) => errors.push(each));
  const page = agentPage(agent, modelOf([agent], { models: { pi: models } }));
  return { page, errors };
}

const pieces = [
  ..."ab '\"\\:#->|*&!%@`{}[],~.\u00a0\u3000\ufeff",
  "---",
  "tools: bash",
  "name: x",
  "🤖",
  "é",
  "\\n",
  ">-",
  "|-",
];

function someDescription({ pick, list }: Random): string {
  const text = list(8, () => pick(pieces)).join("");
  return /\S/.test(text) ? text : "x";
}

property("pi-subagents reads every field as written, or an error was reported", (random) => {
  const policy = random.oneIn(5) ? undefined : somePolicy(random);
  const skills = random.list(3, () => skillOf(random.pick(["git", "x-1", "1", "true"])));
  const description = someDescription(random);
  const text = random.pick(["Do a.\n", "---\ntools: bash\n---\n", "name: x\n---\nDo.", "\n\nDo a."]);
  const prompt = { ...agentOf().prompt, text };
  const { page, errors } = rendered(
    agentOf({ policy, skills, description, prompt }),
    random.oneIn(2) ? { a: "x/y:z" } : {},
  );
  const { fields, body } = readPage(page);
  assert.equal(body, text.trim());
  assert.equal(fields["name"], "a");
  if (errors.length === 0) assert.equal(fields["description"], description.trim());
  else assert.notEqual(fields["description"], description.trim(), "nothing is refused that could be carried");
  assert.equal(fields["skills"], skills.length > 0 ? skills.map(({ name }) => name).join(", ") : undefined);
  assert.equal(fields["tools"] === undefined, policy === undefined, "a missing line would give every tool");
  assert.equal(fields["subagentOnlyExtensions"], policy && "../extensions/surcingle/a/index.ts");
  const granted = (fields["tools"] ?? "").split(", ");
  for (const tool of policy ? tools : [])
    for (const name of pi.tools.canonical[tool])
      assert.equal(granted.includes(name), !isOnlyDenied(policy!, tool), `${name}: ${JSON.stringify(policy)}`);
});

const refused = ['"', "'", '""', '"quoted"', "'quoted'", ">", "|", ">-", "|-", ' "x" '];

for (const description of refused) {
  test(`the description ${JSON.stringify(description)} is refused: Pi could not represent it`, () => {
    const { errors } = rendered(agentOf({ description }));
    assert.deepEqual(
      errors.map(({ code, severity }) => [code, severity]),
      [["not-expressible", "error"]],
    );
  });
}

const carried = ["a", 'say "x"', "'tis", '"a" and "b', "> x", "|x", "a: b", "---", "- x", "# x", "true"];

for (const description of carried) {
  test(`the description ${JSON.stringify(description)} is written as it is`, () => {
    const { page, errors } = rendered(agentOf({ description }));
    assert.deepEqual(errors, []);
    assert.equal(readPage(page).fields["description"], description);
  });
}

test("a tool that the client does not have cannot be called, and `explain` says so", () => {
  for (const tool of ["webfetch", "websearch", "question"] as const)
    assert.deepEqual(renderer.enforcement(policyOf({}), { tool, subject: "x" }, "allow"), {
      support: "native",
      how: "the client has no such tool",
    });
});
