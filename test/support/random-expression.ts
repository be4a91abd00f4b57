/** Random regular expressions of the kind that roles may have. */
import type { Random } from "./random.ts";

export function randomExpression({ pick, int, oneIn, list }: Random): string {
  const atom = (depth: number, canRepeat: boolean): string => {
    if (depth > 0 && oneIn(4)) return group(depth - 1, canRepeat);
    return pick(["a", "b", " ", "\\b", "\\B", "^", "$", ".", "\\w", "\\s", "[ab]", "[^a]", "\\W"]);
  };
  const group = (depth: number, canRepeat: boolean): string => {
    const repeats = canRepeat && oneIn(3);
    const part = (): string => sequence(depth, canRepeat && !repeats);
    const inner = [part(), ...list(2, part)].join("|");
    return `${pick(["(", "(?:"])}${inner})${repeats ? pick(["*", "+", "{0,2}", "{2}"]) : oneIn(4) ? "?" : ""}`;
  };
  const sequence = (depth: number, canRepeat: boolean): string =>
    Array.from({ length: int(4) }, () => {
      const one = atom(depth, canRepeat);
      const isPlace = /^(?:\\[bB]|[$^])$/.test(one);
      return canRepeat && !isPlace && !/[)*+}?]$/.test(one) && oneIn(3) ? one + pick(["*", "+", "?", "{1,2}"]) : one;
    }).join("");
  return [sequence(2, true), ...list(1, () => sequence(2, true))].join("|");
}
