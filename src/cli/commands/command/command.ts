/** `surcingle command …`: shows the commands of the roots, as defined or with their arguments filled in. */
import { visible } from "../../../base/text.ts";
import type { Command } from "../../../model/command.ts";
import { argumentsOf, substitute } from "../../../skill/kode/substitute.ts";
import { type CliFamily, defineCommand, nearestHint, usageError } from "../../command.ts";
import { argsArgument, rootOptions, settingsOptions } from "../../options.ts";
import { loadModel } from "../../outputs.ts";
import type { CommandContext, Printer } from "../../print.ts";
import { readable } from "../skill/kode.ts";

const options = { ...rootOptions, ...settingsOptions };

interface Call extends CommandContext {
  readonly options: { readonly root: readonly string[]; readonly settings: string | undefined };
  readonly printer: Printer;
  readonly words: readonly string[];
}

async function named({ options, printer, words }: Call): Promise<Command | undefined> {
  const commands = (await loadModel(options, printer))?.commands;
  const [name = ""] = words;
  const found = commands?.find((command) => command.name === name || command.slug === name);
  if (!commands || found) return found;
  const names = commands.map((command) => command.name);
  const hint = nearestHint(name, names) || "; `surcingle command list` lists them";
  throw usageError(`no command \`${name}\`${hint}`);
}

const commandList = defineCommand({
  name: "list",
  summary: "list the commands of the roots",
  options,
  examples: ["surcingle command list", "surcingle command list --root ~/agents --json"],
  run: async (call) => {
    const { printer } = call;
    const commands = (await loadModel(call.options, printer))?.commands;
    if (!commands) return 1;
    const width = Math.max(0, ...commands.map(({ name }) => name.length));
    for (const { name, description, behavior, path } of commands) {
      printer.emit({ event: "command", name, description, execution: behavior.execution, path });
      printer.say(visible(`${name.padEnd(width)}  ${description}`));
    }
    return 0;
  },
});

const commandArgument = { name: "COMMAND", text: "name of a command" } as const;

const commandShow = defineCommand({
  name: "show",
  summary: "print a command: its behavior and its text",
  arguments: [commandArgument],
  options,
  examples: ["surcingle command show review-changes"],
  run: async (call) => {
    const command = await named(call);
    if (!command) return 1;
    const { name, description, behavior, body, path } = command;
    if (call.printer.isJson) call.printer.emit({ event: "command", name, description, behavior, body, path });
    else {
      const words = Object.entries(behavior).flatMap(([key, value]) =>
        value === undefined ? [] : [`${key}: ${typeof value === "string" ? value : value.custom}`],
      );
      call.out(readable([`${name}: ${description}`, path, ...words, "", body.trimEnd(), ""].join("\n")));
    }
    return 0;
  },
});

const commandResolve = defineCommand({
  name: "resolve",
  summary: "print a command's text with its arguments filled in",
  description: ["Fills in $ARGUMENTS, $ARGUMENTS[N] and $N. Put `--` before arguments that start with a hyphen."],
  arguments: [commandArgument, argsArgument],
  options,
  examples: ["surcingle command resolve review-changes HEAD~3"],
  run: async (call) => {
    const command = await named(call);
    if (!command) return 1;
    const values = { ...argumentsOf(call.words.slice(1)), session: undefined, directory: call.cwd };
    const text = substitute(command.body, values, "claude");
    if (call.printer.isJson) call.printer.emit({ event: "command", name: command.name, path: command.path, text });
    else call.out(readable(text.endsWith("\n") ? text : `${text}\n`));
    return 0;
  },
});

export const command: CliFamily = {
  name: "command",
  summary: "list, show and resolve commands",
  description: [
    "A command is a prompt with a name. Without a subcommand, `surcingle command` lists the commands of a root.",
  ],
  fallback: "list",
  members: { list: async () => commandList, show: async () => commandShow, resolve: async () => commandResolve },
  examples: ["surcingle command list", "surcingle command resolve review-changes HEAD~3"],
};
