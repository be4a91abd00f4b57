import assert from "node:assert/strict";
import { property } from "../../../../test/support/random.ts";
import { compileGlob, gap, mustMatch, type Piece } from "../../../base/glob.ts";
import { nativeMatcher } from "../native/native-pattern.ts";
import { formsOf, plainCommand } from "./forms.ts";

const words = ["git", "a", "ab", "b-c", "x.y", "--z=1", "-v", "a/b"];

property("a plain command is its own native pattern and matches the same texts", (random) => {
  const head = [random.pick(["git", "a", "ab"]), ...random.list(3, () => random.pick(words))];
  const pattern = head.join(" ") + random.pick(["", "*", " *"]);
  assert.match(pattern, plainCommand);
  const isUnique = !pattern.endsWith("*");
  assert.deepEqual(formsOf(pattern, "bash"), { exact: [{ pattern, guards: [] }], isUnique, wide: [], deny: [] });
  const said = [...(random.pick([true, false]) ? head : []), ...random.list(3, () => random.pick(words))];
  const text = said.length === 0 ? ["git"] : said;
  const pieces = text.flatMap((word, i): Piece[] => (i === 0 ? [word] : [gap, word]));
  assert.equal(nativeMatcher(pattern, "/home/me")(text.join(" ")), mustMatch(compileGlob(pattern, "words"), pieces));
});
