/** What every command understands, and how a command line is taken apart. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../base/nearest.ts";
import { harnesses } from "../harness/all.ts";
import type { Harness, Scope } from "../harness/harness.ts";

/** The command line is wrong: exit code 2. Known by its name, so that it can be told from a bug. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { name: "UsageError" });
}

/** `command` names the member of a family that it is about. */
export function isUsageError(error: unknown): error is Error & { readonly command?: string } {
  return error instanceof Error && error.name === "UsageError";
}

export type OptionTable = NonNullable<ParseArgsConfig["options"]>;

/** What a command is given: nothing in it reaches for the process by itself. */
export interface CommandContext {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isTerminal: boolean;
  /** All of standard input, as text. */
  readonly readInput: () => Promise<string>;
}

export interface Command {
  /** The whole text of `--help`, with examples. */
  readonly help: string;
  /** For a family of commands: the text about the member that `argv` names. */
  readonly helpFor?: (argv: readonly string[]) => Promise<string>;
  /** Resolves to the exit code. */
  readonly run: (context: CommandContext) => Promise<number>;
}

/** What every command has: how it speaks. */
export const printOptions = {
  json: { type: "boolean" },
  quiet: { type: "boolean" },
  color: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const satisfies OptionTable;

export const printHelp = `  --json           one JSON object per line
  --quiet          nothing but errors
  --color WHEN     auto (default), always or never
  --help           this text
`;

export const commonOptions = {
  root: { type: "string", multiple: true },
  harness: { type: "string", multiple: true },
  settings: { type: "string" },
  scope: { type: "string" },
  ...printOptions,
} as const satisfies OptionTable;

export const commonHelp = `Common options:
  --root DIR       a directory with definitions; repeat for layers, later ones win (default: .)
  --harness ID     render for this harness only; repeat for several (default: all)
  --settings FILE  settings of this machine, JSON or TOML
  --scope WHERE    user (default) or project
${printHelp}`;

export interface Given {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

export function readOptions(
  argv: readonly string[],
  table: OptionTable,
  positionals: { min: number; max: number },
): Given {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...argv], options: table, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(explainArgument(error, Object.keys(table)));
  }
  const count = parsed.positionals.length;
  if (count > positionals.max) throw usageError(`unexpected argument \`${parsed.positionals[positionals.max]}\``);
  if (count < positionals.min) throw usageError("an argument is missing");
  return { values: parsed.values as Given["values"], positionals: parsed.positionals };
}

function explainArgument(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(-+)([^']+)'/.exec(message);
  if (!unknown) return message.split(". ")[0]!.replace(/^./, (letter) => letter.toLowerCase());
  const guess = nearest(unknown[2]!, known);
  return `unknown option \`${unknown[1]}${unknown[2]}\`${guess ? `; did you mean \`--${guess}\`?` : ""}`;
}

export function textOption({ values }: Given, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

export function listOption({ values }: Given, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

export function chosenHarnesses(given: Given): readonly Harness[] {
  const ids = listOption(given, "harness");
  const all: readonly Harness[] = harnesses;
  if (ids.length === 0) return all;
  for (const id of ids) {
    if (all.some((harness) => harness.id === id)) continue;
    const guess = nearest(
      id,
      all.map((harness) => harness.id),
    );
    const list = all.map((harness) => harness.id).join(", ");
    throw usageError(`unknown harness \`${id}\`${guess ? `; did you mean \`${guess}\`?` : `; known are ${list}`}`);
  }
  return all.filter(({ id }) => ids.includes(id));
}

export function chosenScope(given: Given): Scope {
  const scope = textOption(given, "scope") ?? "user";
  if (scope !== "user" && scope !== "project")
    throw usageError(`\`--scope\` is \`user\` or \`project\`, not \`${scope}\``);
  return scope;
}
