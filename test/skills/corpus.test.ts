/** Tests that every skill of the corpus gets its verdict and text in each profile, at low cost. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type SkillProfile, skillProfiles } from "../../src/model/skill.ts";
import { assertCostsAtMost } from "../support/cost.ts";
import { corpusText, expectedCorpusText, verdictOf, writeCorpus } from "../support/skills.ts";
import { corpus } from "./corpus.ts";

const { root, remove } = writeCorpus();
after(remove);

const plain = corpus.find((each) => each.name === "right")!;

async function hundredPlain(profile: SkillProfile): Promise<void> {
  for (let i = 0; i < 100; i++) await verdictOf(root, plain, profile);
}

for (const each of corpus) {
  const name = each.name.length > 40 ? `a name of ${each.name.length} letters` : each.name;
  for (const profile of skillProfiles) {
    test(`${name} in the profile ${profile} gets its verdict at a bounded cost`, async () => {
      const { valid, diagnostics } = await verdictOf(root, each, profile);
      const codesOf = (severity: string) => diagnostics.filter((d) => d.severity === severity).map(({ code }) => code);
      assert.deepEqual(codesOf("error"), each.errors[profile]);
      assert.equal(valid, each.errors[profile].length === 0);
      const { warnings = [] } = each;
      const everywhere = "claude" in warnings ? [] : warnings;
      for (const code of everywhere) assert.ok(codesOf("warning").includes(code as never), code);
      if ("claude" in warnings && profile === "claude") {
        const found = codesOf("warning").filter((code) => warnings.claude.includes(code));
        assert.deepEqual(found, warnings.claude);
      }
      await assertCostsAtMost(
        40,
        () => hundredPlain(profile),
        () => verdictOf(root, each, profile),
      );
    });
  }
  test(`the text for ${name} is as expected`, async () => {
    assert.equal(await corpusText(root, each), expectedCorpusText(each), "`npm run golden` writes the expected texts");
  });
}
