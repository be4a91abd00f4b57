/** What the commands about capabilities and roles have in common: how they are loaded, and how one is found. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { nearest } from "../../../base/nearest.ts";
import { type Capability, capabilityAliases } from "../../../model/capability.ts";
import type { RoleSet } from "../../../resolve/role-layers.ts";
import { loadRoleSet } from "../../../task/load.ts";
import type { CommandContext, Given } from "../../options.ts";
import { rootsOf } from "../../root-options.ts";

export interface LoadedSet extends RoleSet {
  readonly diagnostics: readonly Diagnostic[];
}

export async function loadSet(given: Given, context: CommandContext): Promise<LoadedSet> {
  const diagnostics: Diagnostic[] = [];
  const set = await loadRoleSet(rootsOf(given, context), (diagnostic) => void diagnostics.push(diagnostic));
  return { ...set, diagnostics };
}

/** By its name or by the one it had before; else a sentence that says why not. */
export function findCapability({ capabilities, broken, diagnostics }: LoadedSet, name: string): Capability | string {
  const found = capabilities.get(name) ?? capabilities.get(capabilityAliases[name] ?? "");
  if (found) return found;
  if (broken.has(name)) {
    const own = diagnostics.find(({ span }) => span.file.path.includes(`${name.replace("::", "/")}/`));
    return `the definition of capability \`${name}\` is wrong${own ? `: ${own.message}` : ""}`;
  }
  const guess = nearest(name, capabilities.keys());
  return `there is no capability \`${name}\`${guess ? `; did you mean \`${guess}\`?` : ""}`;
}
