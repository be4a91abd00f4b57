/** Tests that a denied tool is not in the list, and that without a gate only unrestricted tools are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasLimit, somePolicy } from "../../../test/support/agent.ts";
import { policyOf } from "../../../test/support/policy.ts";
import { property } from "../../../test/support/random.ts";
import { tools } from "../../model/permission.ts";
import { isAlwaysDenied, plainVerdict } from "../render/whole-tools.ts";
import { grantedTools } from "./tools.ts";

test("an ungoverned agent has no list, so it has every tool", () => {
  assert.equal(grantedTools(undefined, "user"), undefined);
});

test("what is denied for every input is left out", () => {
  const denied = Object.fromEntries(tools.map((tool) => [tool, ["deny"] as const]));
  const policy = policyOf(denied);
  assert.deepEqual(grantedTools(policy, "user"), []);
  assert.deepEqual(grantedTools(policy, "project"), []);
});

test("a list with one of the two web tools does not grant both", () => {
  const policy = policyOf({ webfetch: ["deny"], websearch: ["ask"] });
  const granted = grantedTools(policy, "user") ?? [];
  assert.ok(granted.includes("web_search") && !granted.includes("web_fetch") && !granted.includes("web"));
});

const words = {
  bash: "execute",
  edit: "edit",
  webfetch: "web_fetch",
  websearch: "web_search",
  question: "ask_user",
} as const;

property(
  "with a gate, a tool is granted unless it is always denied; without one, only if it is always allowed",
  (random) => {
    const policy = somePolicy(random, { delegates: ["b"] });
    for (const [tool, word] of Object.entries(words) as [keyof typeof words, string][]) {
      assert.equal(grantedTools(policy, "user")?.includes(word), !isAlwaysDenied(policy, tool));
      if (grantedTools(policy, "project")?.includes(word)) assert.equal(plainVerdict(policy, tool), "allow");
    }
    assert.equal(grantedTools(policy, "user")?.includes("agent"), !hasLimit(policy, "no-delegation"));
    for (const scope of ["user", "project"] as const)
      if (hasLimit(policy, "no-reading")) assert.ok(!grantedTools(policy, scope)?.includes("read"));
    assert.ok(!grantedTools(policy, "project")?.includes("agent"));
  },
);
