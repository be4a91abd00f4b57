import assert from "node:assert/strict";
import { property } from "../../../../test/support/random.ts";
import { covers, intersects, nativeMatcher } from "./native-pattern.ts";

const home = "/h";

property(
  "an overlap of two patterns is never missed, and a covering pattern matches everything the other does",
  (random) => {
    const { pick, list, oneIn } = random;
    const sign = () => pick(["a", "b", "/", "\\", " ", "*", "?", "**"]);
    const pattern = () => pick(["", "", "~/", "$HOME/", "ls "]) + list(5, sign).join("") + (oneIn(3) ? " *" : "");
    const [one, other] = [pattern(), pattern()];
    const [matchesOne, matchesOther] = [nativeMatcher(one, home), nativeMatcher(other, home)];
    for (let i = 0; i < 40; i++) {
      // Texts that are likely to match: a pattern with its wildcards filled in.
      const text = pick([one, other])
        .replace(/^(?:~|\$HOME)(?=\/)/, home)
        .replace(/ \*$/, () => pick(["", " a", " "]))
        .replace(/\*/g, () => list(3, () => pick(["a", "b", "/", " ", "ls"])).join(""))
        .replace(/\?/g, () => pick(["a", "b", "/", " "]));
      const [isOne, isOther] = [matchesOne(text), matchesOther(text)];
      if (isOne && isOther) assert.ok(intersects(one, other), JSON.stringify({ one, other, text }));
      if (isOther && covers(one, other)) assert.ok(isOne, JSON.stringify({ one, other, text }));
    }
  },
);
