/** Runs the whole pipeline on a directory of test input, in memory. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Generated, generate } from "../../src/build/generate.ts";
import { sharedPieces } from "../../src/build/write/harness-output.ts";
import { readAssets } from "../../src/cli/assets.ts";
import { skillChecks } from "../../src/cli/outputs.ts";
import { harnesses } from "../../src/harness/all.ts";
import type { Assets, Harness } from "../../src/harness/harness.ts";
import type { OutputFile } from "../../src/model/output.ts";

/** A case is a root, or a directory `layers/` of roots that are merged in order. */
export function rootsOf(directory: string): string[] {
  const layers = join(directory, "layers");
  return existsSync(layers)
    ? readdirSync(layers)
        .sort()
        .map((name) => join(layers, name))
    : [directory];
}

/** Read once: this takes as long as rendering a small root. */
let ownAssets: Assets | undefined;

export function renderRoots(
  roots: readonly string[],
  chosen: readonly Harness[] = harnesses,
  assets?: Assets,
): Promise<Generated> {
  ownAssets ??= readAssets();
  const context = { scope: "user", assets: assets ?? ownAssets } as const;
  return generate({ roots, settings: undefined, harnesses: chosen, context, version: "0.0.0", checks: skillChecks });
}

/** The bytes of a file in a built tree; a shared file contains only our keys. */
export function outputContent(file: OutputFile): string | Uint8Array {
  return file.kind === "whole" ? file.content : [...sharedPieces(file)].join("");
}
