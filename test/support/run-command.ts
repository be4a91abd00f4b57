/** Runs a command, or a whole command line, in this process, with its output as text. */
import { type CliCommand, type CliFamily, isFamily, runCommand, usageError } from "../../src/cli/command.ts";
import { runProgram } from "../../src/cli/command-line.ts";
import type { CommandContext } from "../../src/cli/print.ts";

interface LineResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Both, in the order in which they were printed. */
  readonly text: string;
}

export async function runLine(
  words: readonly string[],
  context: Partial<CommandContext> & Pick<CommandContext, "cwd">,
): Promise<LineResult> {
  let [out, err, text] = ["", "", ""];
  const code = await runProgram(words, {
    env: process.env,
    isTerminal: false,
    readInput: async () => "",
    ...context,
    out: (part) => {
      out += part;
      text += part;
    },
    err: (part) => {
      err += part;
      text += part;
    },
  });
  return { code, out, err, text };
}

export async function runCommandIn(
  cwd: string,
  page: CliCommand | CliFamily,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  input: string | undefined = "",
) {
  const [out, err]: [string[], string[]] = [[], []];
  const { command, words } = await commandOf(page, argv);
  const code = await runCommand(command, words, {
    cwd,
    env,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    isTerminal: false,
    readInput: async () => {
      if (input === undefined) throw new Error("nothing is read from standard input");
      return input;
    },
  });
  return { code, out: out.join(""), err: err.join("") };
}

async function commandOf(page: CliCommand | CliFamily, argv: readonly string[]) {
  if (!isFamily(page)) return { command: page, words: argv };
  const [name = page.fallback ?? "", ...words] = argv;
  const member = await page.members[name]?.();
  if (!member || isFamily(member)) throw usageError(`unknown command \`${name}\``);
  return { command: member, words };
}
