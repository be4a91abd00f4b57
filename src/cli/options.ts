/** Options that several commands share. */
import { resolve } from "node:path";
import { type CliOptions, type OptionValues, usageError } from "./command.ts";
import type { CommandContext } from "./print.ts";

export const rootOptions = {
  root: {
    value: "DIR",
    many: true,
    default: ".",
    alias: "kit-root",
    text: "directory with definitions; later ones override",
  },
} as const satisfies CliOptions;

export const settingsOptions = {
  settings: { value: "FILE", text: "settings of this machine, JSON or TOML" },
} as const satisfies CliOptions;

export const outOption = { value: "DIR", isRequired: true, text: "directory to write" } as const;
export const verboseOption = { text: "list every file" } as const;
export const modelOption = { value: "NAME", text: "model, passed to the client unchanged" } as const;
export const clientOption = { value: "ID", text: "client to use (default: the first on PATH)" } as const;
export const reportOption = {
  value: "FILE",
  text: "last message of the agent (default: tasks/ID/report.md)",
} as const;

export const taskArgument = { name: "TASK", text: "a task.toml" } as const;
export const capabilityArgument = { name: "NAME", text: "a capability" } as const;
export const skillArgument = { name: "SLUG", text: "a Kode skill" } as const;
export const agentIdArgument = { name: "AGENT_ID", text: "id of an agent in the ledger" } as const;
export const argsArgument = { name: "ARGS", text: "its arguments", isOptional: true, many: true } as const;

type RootValues = OptionValues<typeof rootOptions>;

/** The roots as absolute paths. */
export function rootsOf({ options, cwd }: { readonly options: RootValues } & Pick<CommandContext, "cwd">): string[] {
  return options.root.map((root) => resolve(cwd, root));
}

/** Parses a time limit: positive, at most a week. */
export function readSeconds(text: string, name: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 604_800) return seconds;
  throw usageError(`\`${name}\` must be a number of seconds up to 604800, not \`${text}\``);
}

export function shellWord(text: string): string {
  return /^[\w./~:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
