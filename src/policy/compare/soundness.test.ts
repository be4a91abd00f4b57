/** Tests random pairs of policies: if the comparison finds the second not looser, no sampled call may be looser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSeed, makeRandom, propertyRuns } from "../../../test/support/random.ts";
import { randomCall, randomPair } from "../../../test/support/random-pairs.ts";
import type { Policy, ToolCall } from "../../model/permission.ts";
import { decide } from "../decide.ts";
import { type Decision, isStricter } from "../decision.ts";
import { withoutBypassed } from "../limits.ts";
import type { Surroundings } from "../surroundings.ts";
import { comparePolicies } from "./compare.ts";
import { onlyReads } from "./pair.ts";

const pairs = Math.ceil(propertyRuns / 20);
const samples = 25;

for (const isDelegation of [false, true]) {
  const what = isDelegation ? "no looser for delegation" : "no looser";
  test(`${pairs} random pairs of policies, ${samples} calls each: a result of ${what} is correct`, (t) => {
    const counts = { "no looser": 0, shown: 0, "not shown": 0 };
    for (let seed = firstSeed; seed < firstSeed + pairs; seed++) {
      const random = makeRandom(isDelegation ? seed + 1_000_000 : seed);
      const { a, b } = randomPair(random);
      const { isLooser, difference } = comparePolicies(a, b, { isDelegation });
      counts[!isLooser ? "no looser" : difference ? "shown" : "not shown"]++;
      if (difference) {
        const { call, was, is } = difference;
        assert.ok(
          isStricter(was.verdict, is.verdict),
          `seed ${seed}: ${call.tool} ${call.subject} shows no difference`,
        );
      }
      for (let i = 0; !isLooser && i < samples; i++) {
        const [call, surroundings] = randomCall(random, [a, b]);
        for (const env of [{}, { BYPASS: "1" }]) {
          const [was, is] = [a, b].map((policy) => decide(withoutBypassed(policy, env), call, surroundings)) as [
            Decision,
            Decision,
          ];
          if (!isStricter(was.verdict, is.verdict)) continue;
          if (isDelegation && onlyReadsWhatItMay(a, b, call, surroundings)) continue;
          const text = `${call.tool} ${call.reading ?? ""} \`${call.subject}\` in ${surroundings.projectRoot}`;
          assert.fail(`seed ${seed}: ${text}: ${was.verdict} -> ${is.verdict}\n${JSON.stringify({ a, b, was, is })}`);
        }
      }
    }
    t.diagnostic(JSON.stringify(counts));
    assert.ok(counts["no looser"] > pairs / 10 && counts.shown > pairs / 10, JSON.stringify(counts));
  });
}

/** What delegation ignores, derived from the decision on each part of the call. */
function onlyReadsWhatItMay(a: Policy, b: Policy, call: ToolCall, surroundings: Surroundings): boolean {
  if (call.tool === "bash" && !onlyReads(call.subject, surroundings.shell)) return false;
  if (call.tool !== "bash" && call.tool !== "read") return false;
  const was = decide(a, call, surroundings);
  return (was.parts ?? [was]).every(({ verdict, because, tool = call.tool, subject = call.subject }) => {
    const isSkill = tool === "external_directory" && b.skills.some((name) => subject.includes(`/skills/${name}`));
    return verdict === "allow" || (because.kind === "intent" && (tool === "bash" || isSkill));
  });
}
