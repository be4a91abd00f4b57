import assert from "node:assert/strict";
import { test } from "node:test";
import { makeProgress } from "./progress.ts";

function shown(isTerminal: boolean, isQuiet: boolean, steps: readonly (readonly [at: number, text: string])[]): string {
  let [now, written] = [1_000, ""];
  const err = (text: string): void => {
    written += text;
  };
  const progress = makeProgress({ isTerminal, err }, { isQuiet }, () => now);
  for (const [at, text] of steps) {
    now = 1_000 + at;
    progress(text);
  }
  return written;
}

const steps = [[10, "one"], [600, "two"], [700, "three"], [710, ""]] as const; // biome-ignore format: a table on one line

test("progress is shown on a terminal after half a second, and then removed", () => {
  assert.equal(shown(true, false, steps), "\r\u001b[Ktwo\r\u001b[Kthree\r\u001b[K");
});

test("short work, pipes and --quiet show no progress", () => {
  assert.equal(shown(true, false, [[10, "one"], [499, "two"], [510, ""]]), ""); // biome-ignore format: a table on one line
  assert.equal(shown(false, false, steps), "");
  assert.equal(shown(true, true, steps), "");
});

test("escapes in a name do not reach the terminal", () => {
  assert.equal(shown(true, false, [[600, "a\u001b[2Jb"]]), "\r\u001b[Ka\\u001b[2Jb");
});
