import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { agentOf, hasLimit, isOnlyDenied, modelOf, skillOf, somePolicy } from "../../../test/support/agent.ts";
import { policyOf } from "../../../test/support/policy.ts";
import { property } from "../../../test/support/random.ts";
import type { Agent } from "../../model/agent.ts";
import { tools } from "../../model/permission.ts";
import { claudeCode } from "./index.ts";
import { renderer } from "./render.ts";

/** The front matter as the client reads it: up to the first `---`, wherever it is. */
function frontMatter(agent: Agent): Record<string, unknown> {
  const context = { scope: "user", assets: { pi: "", opencode: "" } } as const;
  const [page] = renderer.render(modelOf([agent]), context, () => undefined);
  assert.ok(page?.kind === "whole");
  const found = /^---\s*\n([\s\S]*?)---\s*\n?/.exec(String(page.content));
  return parse(found![1]!);
}

/** Names are separated by a comma or a space. */
const listed = (value: unknown): string[] =>
  String(value)
    .split(/[\s,]+/)
    .filter((name) => name !== "");

property(
  "a governed agent has a list of tools without those that are always denied, and a gate for the rest",
  (random) => {
    const delegates = random.oneIn(2) ? ["helper"] : [];
    const policy = { ...somePolicy(random, { delegates }), skills: random.oneIn(2) ? ["git"] : [] };
    const description = random.pick(["Does a", "a --- b", "x: y # z", "---"]);
    const front = frontMatter(agentOf({ policy, description }));
    assert.equal(front["description"], description);
    assert.equal(typeof front["tools"], "string", "a missing key would give every tool");
    const granted = listed(front["tools"]);
    for (const tool of tools)
      for (const name of claudeCode.tools.canonical[tool])
        assert.equal(granted.includes(name), !isOnlyDenied(policy, tool), `${name}: ${JSON.stringify(policy)}`);
    const mayDelegate = delegates.length > 0 && !hasLimit(policy, "no-delegation");
    const others = [
      ...(mayDelegate ? ["Agent"] : []),
      ...(policy.skills.length > 0 ? ["Skill", "mcp__surcingle__skill_exec"] : []),
    ];
    const known = [...Object.values(claudeCode.tools.canonical).flat(), ...others, ...policy.allowTools];
    for (const name of granted) assert.ok(known.includes(name), name);
    for (const name of others) assert.ok(granted.includes(name), name);
    const hooks = front["hooks"] as { PreToolUse: { matcher: string; hooks: { type: string; args: string[] }[] }[] };
    assert.equal(hooks.PreToolUse[0]?.matcher, "*", "the gate is asked about every tool");
    assert.match(
      hooks.PreToolUse[0].hooks[0]?.args.at(-1) ?? "",
      /surcingle-gate --harness claude-code --policy ".*\/surcingle\/a\.json"/,
    );
  },
);

test("an ungoverned agent has neither a list of tools nor a gate", () => {
  assert.deepEqual(frontMatter(agentOf()), { name: "a", description: "Does a" });
});

test("an agent that is denied everything still has a list of tools", () => {
  const policy = policyOf(Object.fromEntries(tools.map((tool) => [tool, ["deny"]])));
  assert.deepEqual(listed(frontMatter(agentOf({ policy }))["tools"]), []);
});

test("names that are special elsewhere stay names", () => {
  const front = frontMatter(agentOf({ name: "constructor", skills: [skillOf("on"), skillOf("a---b"), skillOf("1")] }));
  assert.deepEqual(front, { name: "constructor", description: "Does a", skills: ["on", "a---b", "1"] });
});
