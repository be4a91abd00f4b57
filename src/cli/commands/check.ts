/** `surcingle check`: everything `build` would say, nothing written. */
import { hasErrors, lossesOf } from "../../base/diagnostic.ts";
import { generate } from "../generate.ts";
import { type Command, commonHelp, commonOptions, readOptions } from "../options.ts";
import { generateOptions } from "../outputs.ts";
import { lossLines, makePrinter, plural } from "../print.ts";
import { makeProgress } from "../progress.ts";

export const check: Command = {
  help: `Usage: surcingle check [--strict] [--notes] [OPTIONS]

Says everything \`build\` would say. Exit code 0: the definitions are fine; 1: they are wrong.

Options:
  --strict         warnings count as errors; what a harness cannot express does not
  --notes          show notes as well, such as delegates that may do more than the agent that names them

${commonHelp}
Examples:
  surcingle check
  surcingle check --root company --root team --strict
  surcingle check --json --harness pi
`,
  run: async (context) => {
    const given = readOptions(
      context.argv,
      { ...commonOptions, strict: { type: "boolean" }, notes: { type: "boolean" } },
      { min: 0, max: 0 },
    );
    const printer = makePrinter(context, given);
    const { result, diagnostics } = await generate(generateOptions(given), makeProgress(context, printer));
    printer.diagnostics(diagnostics, given.values["notes"] === true);
    const isStrict = given.values["strict"] === true;
    const isWrong =
      hasErrors(diagnostics) || (isStrict && diagnostics.some(({ loss, severity }) => !loss && severity !== "note"));
    if (!result) return 1;
    const { agents, skills, commands } = result.model;
    const ids = result.rendered.map(({ harness }) => harness.id).join(", ");
    const others = commands.length > 0 ? `, ${plural(commands.length, "command")}` : "";
    printer.say(`${plural(agents.length, "agent")} and ${plural(skills.length, "skill")}${others}, checked for ${ids}`);
    for (const line of lossLines(lossesOf(diagnostics), agents.length)) printer.say(line);
    printer.say(isWrong ? "warnings count as errors with --strict" : "the definitions are fine");
    return isWrong ? 1 : 0;
  },
};
