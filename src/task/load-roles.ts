/** The roles and capabilities of several roots, laid over the ones that are shipped with the program. */
import type { Report } from "../base/diagnostic.ts";
import { limits } from "../formats/limits.ts";
import type { Role } from "../model/role.ts";
import { parseRoles, type RoleDocuments } from "../parse/role.ts";
import { readTree } from "../read/read-tree.ts";
import { roleDirectories, shippedDirectory } from "../read/shipped.ts";
import { layerRoles, type RoleSet } from "../resolve/role-layers.ts";

/** By name. What is wrong with a definition is reported; a role that is wrong is not in the map. */
export async function loadRoles(roots: readonly string[], report: Report): Promise<ReadonlyMap<string, Role>> {
  return (await loadRoleSet(roots, report)).roles;
}

/** The capabilities too. */
export async function loadRoleSet(roots: readonly string[], report: Report): Promise<RoleSet> {
  const read = (directory: string, index: number, label: string | undefined): RoleDocuments =>
    parseRoles(readTree({ directory, index, label, limits, only: roleDirectories }, report), report);
  const own = roots.map((directory, index) =>
    read(directory, index, roots.length > 1 ? directory.replace(/\/$/, "") : undefined),
  );
  return layerRoles(read(shippedDirectory(), -1, "(shipped)"), own, report);
}
