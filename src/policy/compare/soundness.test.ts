/** Random pairs of policies: where the comparison finds none looser, no sampled call may be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRandom } from "../../../test/support/random.ts";
import { randomCall, randomPair } from "../../../test/support/random-pairs.ts";
import { withoutBypassed } from "../bypass.ts";
import { decide } from "../decide.ts";
import { isStricter } from "../decision.ts";
import { comparePolicies } from "./compare.ts";

/** `COMPARE_PAIRS=1000 COMPARE_SAMPLES=100` is the long form. */
const pairs = Number(process.env["COMPARE_PAIRS"] ?? 60);
const samples = Number(process.env["COMPARE_SAMPLES"] ?? 30);
const firstSeed = Number(process.env["COMPARE_SEED"] ?? 1);

test(`${pairs} random pairs of policies, ${samples} calls each: what is called no looser is no looser`, (t) => {
  const counts = { "no looser": 0, shown: 0, "not shown": 0 };
  for (let seed = firstSeed; seed < firstSeed + pairs; seed++) {
    const random = makeRandom(seed);
    const { a, b } = randomPair(random);
    const { isLooser, difference } = comparePolicies(a, b);
    if (difference) {
      const { call, was, is } = difference;
      assert.ok(isStricter(was.verdict, is.verdict), `seed ${seed}: ${call.tool} ${call.subject} shows no difference`);
    }
    counts[!isLooser ? "no looser" : difference ? "shown" : "not shown"]++;
    if (isLooser) continue;
    for (let i = 0; i < samples; i++) {
      const [call, surroundings] = randomCall(random, [a, b]);
      for (const isBypassed of [false, true]) {
        const ask = (policy: typeof a) =>
          decide(isBypassed ? withoutBypassed(policy, { BYPASS: "1" }) : policy, call, surroundings);
        const [was, is] = [ask(a), ask(b)];
        const text = `${call.tool} ${call.reading ?? ""} \`${call.subject}\` in ${surroundings.projectRoot}`;
        assert.ok(
          !isStricter(was.verdict, is.verdict),
          `seed ${seed}: ${text}: ${was.verdict} -> ${is.verdict}\n${JSON.stringify({ a, b, was, is }, undefined, 1)}`,
        );
      }
    }
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts["no looser"] > pairs / 10 && counts.shown > pairs / 10, JSON.stringify(counts));
});
