/** What the commands about Kode skills have in common. */
import { isProblem } from "../../../base/problem.ts";
import { visible } from "../../../base/visible.ts";
import { findSkill } from "../../../skill/kode/discover.ts";
import { isBroken, type KodeSkill } from "../../../skill/kode/kode.ts";
import type { Machine } from "../../machine-settings.ts";
import { type OptionTable, printHelp, printOptions } from "../../options.ts";
import type { Printer } from "../../print.ts";

export const skillOptions = {
  root: { type: "string", multiple: true },
  settings: { type: "string" },
  ...printOptions,
} as const satisfies OptionTable;

export const skillHelp = `Options:
  --root DIR       a directory whose surcingle.toml holds settings; repeat for several (default: .)
  --settings FILE  settings of this machine, JSON or TOML
${printHelp}`;

/** Undefined when there is none that loads; that has been printed then. */
export async function chosenSkill(slug: string, machine: Machine, printer: Printer): Promise<KodeSkill | undefined> {
  const found = await findSkill(slug, machine.skillDirectories);
  if (isProblem(found)) printer.problems([found]);
  else if (isBroken(found)) printer.diagnostics(found.errors);
  else return found;
  return undefined;
}

/** Text of a skill or an agent for a terminal: lines and tabs stay, nothing else may steer it. */
export function readable(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, visible);
}
