/** Every skill of the corpus gets its verdict in each profile, with its text, in less than a second. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { skillProfiles } from "../../src/model/skill-fields.ts";
import { corpusText, expectedCorpusText, verdictOf, writeCorpus } from "../support/skills.ts";
import { corpus } from "./corpus.ts";

const { root, remove } = writeCorpus();
after(remove);

/** The best of three, so that a busy machine is not taken for a slow program. */
async function shortest(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best >= 1000; attempt++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

for (const each of corpus) {
  const name = each.name.length > 40 ? `a name of ${each.name.length} letters` : each.name;
  for (const profile of skillProfiles) {
    test(`${name} in the profile ${profile} gets its verdict within a second`, async () => {
      const { valid, diagnostics } = await verdictOf(root, each, profile);
      const codesOf = (severity: string) => diagnostics.filter((d) => d.severity === severity).map(({ code }) => code);
      assert.deepEqual(codesOf("error"), each.errors[profile]);
      assert.equal(valid, each.errors[profile].length === 0);
      for (const code of each.warnings ?? []) assert.ok(codesOf("warning").includes(code as never), code);
      const elapsed = await shortest(() => verdictOf(root, each, profile));
      assert.ok(elapsed < 1000, `${elapsed} ms`);
    });
  }
  test(`the text for ${name} is as expected`, async () => {
    assert.equal(await corpusText(root, each), expectedCorpusText(each), "`npm run golden` writes the expected texts");
  });
}
