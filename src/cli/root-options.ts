/** The options of every command that needs roles and capabilities, and the directories they are looked for in. */
import { resolve } from "node:path";
import { type CommandContext, type Given, listOption, type OptionTable } from "./options.ts";

export const rootOptions = {
  root: { type: "string", multiple: true },
  json: { type: "boolean" },
  quiet: { type: "boolean" },
  color: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const satisfies OptionTable;

export const rootHelp = `Options:
  --root DIR       a directory with capabilities and roles; repeat for layers, later ones win (default: .)
  --json           one JSON object per line
  --quiet          nothing but errors
  --color WHEN     auto (default), always or never
  --help           this text
`;

export function rootsOf(given: Given, { cwd }: Pick<CommandContext, "cwd">): readonly string[] {
  const roots = listOption(given, "root");
  return roots.length > 0 ? roots.map((root) => resolve(cwd, root)) : [cwd];
}
