/** Tests the effects of whole commands, option by option. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readShell } from "../shell/parse.ts";
import { archiveCases } from "./cases/archives.ts";
import { buildCases } from "./cases/builds.ts";
import { fileCases, listingCases } from "./cases/files.ts";
import { forgeCases } from "./cases/forges.ts";
import { gitCases } from "./cases/git.ts";
import type { EffectCase } from "./cases/git-files.ts";
import { networkCases } from "./cases/network.ts";
import { runnerCases } from "./cases/runners.ts";
import { searchCases } from "./cases/search.ts";
import { packageCases, systemCases } from "./cases/system.ts";
import { scriptCases, textCases } from "./cases/text.ts";

const tables = [
  ...[archiveCases, buildCases, fileCases, forgeCases, gitCases, listingCases, networkCases, packageCases],
  ...[runnerCases, scriptCases, searchCases, systemCases, textCases],
];

/** The effects of the first command of a line, each as text. */
function effectsOf(line: string): readonly string[] {
  const { found } = readShell(line, "bash");
  const [first, ...others] = found.filter(({ kind }) => kind === "command");
  const texts = new Set<string>();
  if (first?.kind === "command") {
    for (const effect of first.effects) {
      if (effect.kind === "changes" || effect.kind === "runs" || effect.kind === "connects") texts.add(effect.kind);
      if (effect.kind === "unknown")
        texts.add(`unknown ${effect.of === "option" ? effect.option : effect.by.split(/[ `]+/).at(-2)}`);
    }
  }
  const name = first?.kind === "command" ? first.words[0]?.value : undefined;
  for (const one of found) {
    // The effects of an inner command are shown by its own entry.
    if ("by" in one && one.by !== name) continue;
    if (one.kind === "path") texts.add(`${one.effect} ${one.target.value ?? one.target.text}`);
    if (one.kind === "address") texts.add(`${one.isHost ? "host" : "fetch"} ${one.target.value ?? one.target.text}`);
    if (one.kind === "caution" || one.kind === "unreadable") texts.add("caution");
  }
  for (const one of others) {
    if (one.kind !== "command") continue;
    texts.add(
      `run ${one.words
        .map(({ value, text }) => value ?? text)
        .join(" ")
        .replace(/ …$/, "")}`,
    );
  }
  return [...texts].sort();
}

/** A bare git argument is a revision or a path. It is also judged as a path, which the cases do not repeat. */
function isRevision(line: string, effect: string): boolean {
  return line.startsWith("git ") && /^read [^:]+$/.test(effect);
}

for (const [line, ...expected] of tables.flat() as readonly EffectCase[]) {
  test(line, () => {
    const found = effectsOf(line).filter((effect) => expected.includes(effect) || !isRevision(line, effect));
    assert.deepEqual(found, [...expected].sort());
  });
}
