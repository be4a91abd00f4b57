/** The packs of several roots, over the ones that are shipped with the program. */
import type { Report } from "../../../base/diagnostic.ts";
import { limits } from "../../../formats/limits.ts";
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
