/** What the commands about capabilities and roles have in common: how they are loaded, and how one is found. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { nearest } from "../../../base/nearest.ts";
import type { Capability } from "../../../model/capability.ts";
import type { RoleSet } from "../../../resolve/role-layers.ts";
import { loadRoleSet } from "../../../task/load.ts";
import type { CommandContext, Given } from "../../options.ts";
import { rootsOf } from "../../root-options.ts";

export interface LoadedSet extends RoleSet {
  readonly diagnostics: readonly Diagnostic[];
}

/** Errors in the definitions of `used` are errors, those in others are warnings. */
export async function loadSet(given: Given, context: CommandContext, used: readonly string[] = []): Promise<LoadedSet> {
  const diagnostics: Diagnostic[] = [];
  const set = await loadRoleSet(rootsOf(given, context), (diagnostic) => void diagnostics.push(diagnostic), used);
  return { ...set, diagnostics };
}

/** By its name or an alias; else a sentence that says why not. */
export function findCapability({ capabilities, aliases, broken }: LoadedSet, name: string): Capability | string {
  const found = capabilities.get(aliases.get(name)?.target ?? name);
  if (found) return found;
  const [first] = broken.get(name) ?? [];
  if (first) return `the definition of capability \`${name}\` is wrong: ${first.message}`;
  const guess = nearest(name, capabilities.keys());
  return `there is no capability \`${name}\`${guess ? `; did you mean \`${guess}\`?` : ""}`;
}
