/** What the commands about capabilities have in common: where capabilities are looked for, and how one is found. */
import { resolve } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { nearest } from "../base/nearest.ts";
import { type Capability, capabilityAliases } from "../model/capability.ts";
import type { RoleSet } from "../resolve/role-layers.ts";
import { loadRoleSet } from "../task/load-roles.ts";
import { type CommandContext, type Given, listOption, type OptionTable } from "./options.ts";

export const capabilityOptions = {
  root: { type: "string", multiple: true },
  json: { type: "boolean" },
  quiet: { type: "boolean" },
  color: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const satisfies OptionTable;

export const capabilityHelp = `Options:
  --root DIR       a directory with capabilities and roles; repeat for layers, later ones win (default: .)
  --json           one JSON object per line
  --quiet          nothing but errors
  --color WHEN     auto (default), always or never
  --help           this text
`;

export function rootsOf(given: Given, { cwd }: CommandContext): readonly string[] {
  const roots = listOption(given, "root");
  return roots.length > 0 ? roots.map((root) => resolve(cwd, root)) : [cwd];
}

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
