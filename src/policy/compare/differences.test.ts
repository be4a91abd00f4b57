/** Tests that differences are listed exactly if the comparison finds one policy looser, and that each example holds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf } from "../../../test/support/policy.ts";
import { firstSeed, makeRandom, propertyRuns } from "../../../test/support/random.ts";
import { randomCall, randomPair } from "../../../test/support/random-pairs.ts";
import { decide } from "../decide.ts";
import { isStricter } from "../decision.ts";
import { findChanges } from "./differences.ts";

const pairs = Math.ceil(propertyRuns / 25);
const samples = 25;

test(`${pairs} random pairs of policies, ${samples} calls each: a looser call is never missed`, (t) => {
  const counts = { "no looser": 0, shown: 0, "not shown": 0 };
  for (let seed = firstSeed; seed < firstSeed + pairs; seed++) {
    const random = makeRandom(seed + 2_000_000);
    const { a, b } = randomPair(random);
    const changes = findChanges(a, b);
    counts[changes.length === 0 ? "no looser" : changes.some(({ example }) => example) ? "shown" : "not shown"]++;
    for (const { example } of changes)
      if (example) {
        const { call, surroundings, was, is } = example;
        assert.equal(decide(a, call, surroundings).verdict, was.verdict);
        assert.equal(decide(b, call, surroundings).verdict, is.verdict);
        assert.ok(isStricter(was.verdict, is.verdict), `seed ${seed}: ${call.tool} ${call.subject}`);
      }
    for (let i = 0; changes.length === 0 && i < samples; i++) {
      const [call, surroundings] = randomCall(random, [a, b]);
      const [was, is] = [decide(a, call, surroundings).verdict, decide(b, call, surroundings).verdict];
      assert.ok(!isStricter(was, is), `seed ${seed}: ${call.tool} \`${call.subject}\` was ${was}, is ${is}`);
    }
  }
  t.diagnostic(JSON.stringify(counts));
});

test("every changed rule and every tool is listed, not only the first", () => {
  const a = policyOf({ bash: ["ask"], edit: ["deny"], webfetch: ["ask"] });
  const b = policyOf({
    bash: ["ask", "make *:allow", "ninja *:allow"],
    edit: ["deny", "docs/**:allow"],
    webfetch: ["allow"],
  });
  const shown = findChanges(a, b).map(({ tool, example }) => `${tool} ${example?.call.subject}`);
  for (const each of ["bash make", "bash ninja", "edit docs/x", "webfetch https://example.org/"])
    assert.ok(shown.includes(each), `${each} in ${shown.join(", ")}`);
  assert.deepEqual(findChanges(b, b), []);
});
