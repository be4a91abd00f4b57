/** Runs a command of the program in this process, with its output as text. */
import type { Command } from "../../src/cli/options.ts";

export async function runCommandIn(cwd: string, command: Command, argv: readonly string[], env = process.env) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await command.run({
    argv,
    cwd,
    env,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    isTerminal: false,
    readInput: async () => "",
  });
  return { code, out: out.join(""), err: err.join("") };
}
