/** Loads the packs of several roots and the shipped ones, and turns a pack into JSON. */
import { createHash } from "node:crypto";
import type { Report } from "../../../base/diagnostic.ts";
import { limits } from "../../../formats/limits.ts";
import type { Pack } from "../../../model/permission.ts";
import { type PackDocuments, parsePacks } from "../../../parse/packs.ts";
import { readTree } from "../../../read/read-tree.ts";
import { shippedDirectory } from "../../../read/shipped.ts";
import { layerPacks, type PackSet } from "../../../resolve/packs.ts";
import scores from "./scores.json" with { type: "json" };

export function loadPacks(roots: readonly string[], report: Report): PackSet {
  const read = (directory: string, index: number, label: string | undefined): PackDocuments =>
    parsePacks(readTree({ directory, index, label, limits, only: ["packs"] }, report), report);
  const shipped = read(shippedDirectory(), -1, "(shipped)");
  const own = roots.map((directory, i) => read(directory, i, roots.length > 1 ? directory : undefined));
  return layerPacks(shipped, own, report);
}

export function packJson({ name, tool, description, rules, path }: Pack): Readonly<Record<string, unknown>> {
  return { name, tool, description, rules: rules.map(({ pattern, verdict }) => `${pattern}:${verdict}`), path };
}

/** What a pack allows of commands labelled by other tools. Written by `npm run yardstick`. */
export interface PackScore {
  readonly digest: string;
  readonly harmless: { readonly allowed: number; readonly of: number };
  readonly unsafe: { readonly allowed: number; readonly of: number };
}

/** Undefined if not measured, or changed since. */
export function scoreOf(pack: Pack): PackScore | undefined {
  const all: Readonly<Record<string, PackScore>> = scores;
  const score = Object.hasOwn(all, pack.name) ? all[pack.name] : undefined;
  return score?.digest === packDigest(pack) ? score : undefined;
}

export function packDigest({ tool, rules }: Pick<Pack, "tool" | "rules">): string {
  const text = [tool, ...rules.map(({ pattern, verdict }) => `${pattern}:${verdict}`)].join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
