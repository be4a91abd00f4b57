/** The options of every command that needs roles and capabilities, and the directories they are looked for in. */
import { resolve } from "node:path";
import { type CommandContext, type Given, listOption, type OptionTable, printHelp, printOptions } from "./options.ts";

export const rootOptions = {
  root: { type: "string", multiple: true },
  // The name that the source of these definitions gave it.
  "kit-root": { type: "string", multiple: true },
  ...printOptions,
} as const satisfies OptionTable;

export const rootHelp = `Options:
  --root DIR       a directory with capabilities and roles; repeat for layers, later ones win (default: .);
                   --kit-root is accepted as well
${printHelp}`;

export function rootsOf(given: Given, { cwd }: Pick<CommandContext, "cwd">): readonly string[] {
  const roots = [...listOption(given, "root"), ...listOption(given, "kit-root")];
  return roots.length > 0 ? roots.map((root) => resolve(cwd, root)) : [cwd];
}
