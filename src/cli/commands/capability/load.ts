/** Loads capabilities and roles, and finds a capability by name. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import type { Capability } from "../../../model/capability.ts";
import type { RoleSet } from "../../../resolve/role-layers.ts";
import { loadRoleSet } from "../../../task/load.ts";
import { nearestHint } from "../../command.ts";

export interface LoadedSet extends RoleSet {
  readonly diagnostics: readonly Diagnostic[];
}

/** Errors in the definitions of `used` are errors, those in others are warnings. */
export async function loadSet(roots: readonly string[], used: readonly string[] = []): Promise<LoadedSet> {
  const diagnostics: Diagnostic[] = [];
  const set = await loadRoleSet(roots, (diagnostic) => void diagnostics.push(diagnostic), used);
  return { ...set, diagnostics };
}

/** By its name or an alias. A string is the reason why it was not found. */
export function findCapability({ capabilities, aliases, broken }: LoadedSet, name: string): Capability | string {
  const found = capabilities.get(aliases.get(name)?.target ?? name);
  if (found) return found;
  const [first] = broken.get(name) ?? [];
  if (first) return `the definition of capability \`${name}\` is not valid: ${first.message}; see \`surcingle check\``;
  const hint = nearestHint(name, capabilities.keys()) || "; `surcingle capability list` lists them";
  return `unknown capability \`${name}\`${hint}`;
}
