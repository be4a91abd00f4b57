/** `surcingle skill list`: lists Kode skills, including those that do not load and those the settings deny. */
import { placeForPeople } from "../../../base/source.ts";
import { plural, visible } from "../../../base/text.ts";
import { deniedBy } from "../../../skill/kode/deny-rules.ts";
import { discoverSkills } from "../../../skill/kode/discover.ts";
import { type BrokenSkill, isBroken, type KodeSkill } from "../../../skill/kode/load.ts";
import { defineCommand } from "../../command.ts";
import { readMachineSettings } from "../../machine-settings.ts";
import { skillOptions } from "./kode.ts";

export const skillList = defineCommand({
  name: "list",
  summary: "list the Kode skills on this machine",
  description: [
    "Lists the Kode skills in `kode.native_skills_dir` of the settings and in ~/.kode/skills. If two skills have the same name, the first one is used. A skill that does not load is listed with the reason, and the exit code is 1.",
  ],
  options: skillOptions,
  examples: ["surcingle skill list", "surcingle skill list --json --settings ~/.config/surcingle.json"],
  run: async (context) => {
    const { printer } = context;
    const machine = readMachineSettings(context);
    if (!machine) return 1;
    const { skills, hidden } = await discoverSkills(machine.skillDirectories);
    const width = Math.max(0, ...skills.map(({ slug }) => slug.length));
    for (const skill of skills) {
      const denied = deniedBy(skill.slug, machine.denials);
      printer.emit({ event: "skill", ...describe(skill), denied: denied ?? null, hidden: false });
      const note = denied === undefined ? "" : ` (denied by ${denied})`;
      if (!isBroken(skill)) printer.say(visible(`${skill.slug.padEnd(width)}  ${oneLine(skill.description)}${note}`));
      else if (!printer.isJson) context.err(`${visible(`${skill.slug.padEnd(width)}  ${firstError(skill)}`)}\n`);
    }
    for (const skill of hidden) printer.emit({ event: "skill", ...describe(skill), denied: null, hidden: true });
    const broken = skills.filter(isBroken).length;
    printer.say(`${plural(skills.length - broken, "skill")} in ${machine.skillDirectories.map(visible).join(", ")}`);
    if (hidden.length > 0)
      printer.say(`${plural(hidden.length, "skill")} hidden by a skill with the same name in an earlier directory`);
    return broken > 0 ? 1 : 0;
  },
});

function describe(skill: KodeSkill | BrokenSkill): Record<string, unknown> {
  const { slug, path } = skill;
  if (isBroken(skill)) {
    const errors = skill.errors.map(({ code, message, hint }) => ({ code, message, ...(hint ? { hint } : {}) }));
    return { slug, path, valid: false, errors };
  }
  const { name, description, version } = skill;
  return { slug, path, valid: true, name, description, version };
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

export function firstError({ errors }: BrokenSkill): string {
  const [{ code, message, span }, ...others] = errors;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return `error[${code}]: ${message}${more}, at ${placeForPeople(span)}`;
}
