/** `surcingle skill show SLUG`: the front matter and the body of one Kode skill. */
import { deniedBy } from "../../../skill/kode/permission.ts";
import { readMachine } from "../../machine-settings.ts";
import { type Command, readOptions } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { chosenSkill, readable, skillHelp, skillOptions } from "./options.ts";

export const skillShow: Command = {
  help: `Usage: surcingle skill show SLUG [OPTIONS]

Prints the front matter and the body of one Kode skill. \`surcingle skill resolve\` fills in arguments.

${skillHelp}
Examples:
  surcingle skill show commit-message
  surcingle skill show commit-message --json
`,
  run: async (context) => {
    const given = readOptions(context.argv, skillOptions, { min: 1, max: 1 });
    const printer = makePrinter(context, given);
    const machine = readMachine(context, given, printer);
    const skill = machine && (await chosenSkill(given.positionals[0]!, machine, printer));
    if (!skill) return 1;
    const { frontMatter, body, errors: _, ...fields } = skill;
    const denied = deniedBy(skill.slug, machine.denials);
    printer.emit({ event: "skill", ...fields, denied: denied ?? null, body });
    printer.say(`# ${readable(skill.path)}${denied === undefined ? "" : ` (denied by ${denied})`}`);
    printer.say(readable(`---\n${frontMatter}---\n${body}`).trimEnd());
    return 0;
  },
};
