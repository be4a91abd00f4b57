/** Tests what `suggest` proposes against the table of hostile lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostilePolicies } from "../../../../test/shell/hostile/policies.ts";
import { hostileCases } from "../../../../test/shell/hostile.ts";
import { agentFiles, makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { everydayLines, logOf } from "../../../../test/support/session-log.ts";
import type { ToolCall } from "../../../model/permission.ts";
import { emptyDisk } from "../../../policy/compare/examples.ts";
import { decide } from "../../../policy/decide.ts";
import { isStricter } from "../../../policy/decision.ts";
import { type Suggestion, withRules } from "../../../sessions/suggest.ts";
import { suggest } from "./suggest.ts";

const makeRoot = makeRoots("suggest-hostile");
const toml = '[permissions.bash]\nintent = "ask"\n[permissions.edit]\nintent = "ask"\n';

test("no suggested rule makes a hostile line looser than it may be", async () => {
  const root = makeRoot(agentFiles("a", toml));
  const argv = [logOf(root, everydayLines(200)), "--root", root, "--json"];
  const { out } = await runCommandIn(root, suggest, argv, { HOME: "/home/me" });
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Suggestion & { event: string });
  const rules = lines.filter(({ event }) => event === "rule");
  const policies = await hostilePolicies();
  assert.ok(rules.length > 5);
  const extended = new Map(Object.entries(policies).map(([name, policy]) => [name, withRules(policy, rules)]));
  for (const { policy, tool = "bash", line, held } of hostileCases) {
    const call: ToolCall = { tool, subject: line };
    const [was, is] = [policies[policy], extended.get(policy)!].map((each) => decide(each, call, emptyDisk()).verdict);
    assert.ok(!(isStricter(held, is!) && isStricter(was!, is!)), `${policy}: ${line} was ${was}, is ${is}`);
  }
});
