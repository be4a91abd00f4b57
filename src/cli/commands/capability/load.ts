/** Loads capabilities and roles, and finds a capability by name. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { type Capability, capabilityAliases } from "../../../model/capability.ts";
import type { RoleSet } from "../../../resolve/role-layers.ts";
import { loadRoleSet } from "../../../task/load.ts";
import { didYouMean } from "../../command.ts";

export interface LoadedSet extends RoleSet {
  readonly diagnostics: readonly Diagnostic[];
}

export async function loadSet(roots: readonly string[]): Promise<LoadedSet> {
  const diagnostics: Diagnostic[] = [];
  const set = await loadRoleSet(roots, (diagnostic) => void diagnostics.push(diagnostic));
  return { ...set, diagnostics };
}

/** Also by its former name. A text is the reason why it is not found. */
export function findCapability({ capabilities, broken, diagnostics }: LoadedSet, name: string): Capability | string {
  const found = capabilities.get(name) ?? capabilities.get(capabilityAliases[name] ?? "");
  if (found) return found;
  if (broken.has(name)) {
    const own = diagnostics.find(({ span }) => span.file.path.includes(`${name.replace("::", "/")}/`));
    return `the definition of capability \`${name}\` is wrong${own ? `: ${own.message}` : ""}`;
  }
  return `unknown capability \`${name}\`${didYouMean(name, capabilities.keys())}`;
}
