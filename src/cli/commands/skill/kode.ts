/** Options and lookups shared by the commands for Kode skills. */
import { isProblem } from "../../../base/problem.ts";
import { visible } from "../../../base/text.ts";
import { skillProfiles } from "../../../model/skill.ts";
import { findSkill } from "../../../skill/kode/discover.ts";
import { isBroken, type KodeSkill } from "../../../skill/kode/load.ts";
import type { CliOptions } from "../../command.ts";
import type { MachineSettings } from "../../machine-settings.ts";
import { settingsOptions } from "../../options.ts";
import type { Printer } from "../../print.ts";

export const skillOptions = {
  root: { value: "DIR", many: true, default: ".", text: "directory whose surcingle.toml has settings" },
  ...settingsOptions,
} as const satisfies CliOptions;

/** The profile by which a skill is checked. */
export const profileOptions = {
  profile: {
    value: "NAME",
    choices: skillProfiles,
    default: "claude",
    text: "claude: the open standard and Claude Code's extensions; open: the open standard only; kode: what Kode loads",
  },
} as const satisfies CliOptions;

/** Undefined if there is no such skill or it does not load; the problems are already printed. */
export async function chosenSkill(
  slug: string,
  machine: MachineSettings,
  printer: Printer,
): Promise<KodeSkill | undefined> {
  const found = await findSkill(slug, machine.skillDirectories);
  if (isProblem(found)) printer.problems([found]);
  else if (isBroken(found)) printer.diagnostics(found.errors);
  else return found;
  return undefined;
}

/** Text of a skill or an agent for a terminal: keeps newlines and tabs, removes other control characters. */
export function readable(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, visible);
}
