/** `surcingle skill show SLUG`: prints the front matter and body of one Kode skill. */
import { deniedBy } from "../../../skill/kode/deny-rules.ts";
import { defineCommand } from "../../command.ts";
import { readMachineSettings } from "../../machine-settings.ts";
import { skillArgument } from "../../options.ts";
import { chosenSkill, readable, skillOptions } from "./kode.ts";

export const skillShow = defineCommand({
  name: "show",
  summary: "print a Kode skill",
  description: ["Prints the front matter and the body. `surcingle skill resolve` fills in arguments."],
  arguments: [skillArgument],
  options: skillOptions,
  examples: ["surcingle skill show commit-message", "surcingle skill show commit-message --json"],
  run: async (context) => {
    const { printer, words } = context;
    const machine = readMachineSettings(context);
    const skill = machine && (await chosenSkill(words[0]!, machine, printer));
    if (!skill) return 1;
    const { frontMatter, body, errors: _, ...fields } = skill;
    const denied = deniedBy(skill.slug, machine.denials);
    printer.emit({ event: "skill", ...fields, denied: denied ?? null, body });
    printer.say(`# ${readable(skill.path)}${denied === undefined ? "" : ` (denied by ${denied})`}`);
    printer.say(readable(`---\n${frontMatter}---\n${body}`).trimEnd());
    return 0;
  },
});
