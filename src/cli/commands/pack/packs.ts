/** The packs of several roots, over the shipped ones, and how one is shown to programs. */
import type { Report } from "../../../base/diagnostic.ts";
import { limits } from "../../../formats/limits.ts";
import type { Pack } from "../../../model/pack.ts";
import { type PackDocuments, parsePacks } from "../../../parse/packs.ts";
import { readTree } from "../../../read/read-tree.ts";
import { shippedDirectory } from "../../../read/shipped.ts";
import { layerPacks, type PackSet } from "../../../resolve/packs.ts";

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
