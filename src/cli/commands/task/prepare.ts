/** `surcingle task prepare TASK`: all that starting an agent by hand needs. Writes nothing, not even to the ledger. */
import { randomBytes } from "node:crypto";
import { type PrepareFormat, prepare, prepareFormats, printPrepared } from "../../../task/prepare.ts";
import { type Command, type Given, readOptions, textOption, usageError } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions } from "../../root-options.ts";
import { readable } from "../skill/options.ts";
import { loadTask } from "./options.ts";

export const taskPrepare: Command = {
  help: `Usage: surcingle task prepare TASK [OPTIONS]

TASK is a task.toml. Prints the arguments of a call that starts its agent by hand: the prompt, the type of subagent, the
isolation, the identity of the composition, and how the work is checked afterwards. Nothing is written anywhere.

  --format FORM    human (default), json or toml

${rootHelp}
Examples:
  surcingle task prepare tasks/parser/task.toml
  surcingle task prepare tasks/parser/task.toml --format json
`,
  run: async (context) => {
    const given = readOptions(context.argv, { ...rootOptions, format: { type: "string" } }, { min: 1, max: 1 });
    const format = formatOption(given);
    const printer = makePrinter(context, given);
    const loaded = await loadTask(given.positionals[0]!, context, given, printer);
    if (!loaded) return 1;
    const invocation = prepare(loaded.task, loaded.role, randomBytes(4).toString("hex"));
    if (printer.isJson) context.out(`${JSON.stringify(JSON.parse(printPrepared(invocation, "json")))}\n`);
    else if (format === "human") context.out(readable(printPrepared(invocation, "human")));
    else context.out(printPrepared(invocation, format));
    return 0;
  },
};

function formatOption(given: Given): PrepareFormat {
  const text = textOption(given, "format") ?? "human";
  const format = prepareFormats.find((each) => each === text);
  if (!format) throw usageError(`\`--format\` is ${prepareFormats.join(", ")}, not \`${text}\``);
  return format;
}
