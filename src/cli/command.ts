/** A command of the program as data, and how a command line is parsed against it. */
import { parseArgs } from "node:util";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { type CommandContext, makePrinter, type Printer } from "./print.ts";

export interface CliOption {
  /** The value's name in the help: `DIR`. Without it, the option is a switch. Completion knows AGENT, DIR and FILE. */
  readonly value?: string;
  /** May be repeated; the value is a list. */
  readonly many?: true;
  readonly short?: string;
  /** Another accepted name, not listed in the help. */
  readonly alias?: string;
  readonly isRequired?: true;
  /** One phrase, lower case, without a full stop. The default and the choices are appended. */
  readonly text: string;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** Turns the text into the value that the command gets; throws `usageError` if it is wrong. */
  readonly read?: (text: string, name: string) => unknown;
}

export type CliOptions = Readonly<Record<string, CliOption>>;

interface CliArgument {
  /** In capitals, as the help shows it. */
  readonly name: string;
  readonly text: string;
  readonly isOptional?: true;
  /** Takes all remaining words; only for the last argument. */
  readonly many?: true;
  readonly choices?: readonly string[];
}

/** An example is a command line, or a command line and what it does. */
export type CliExample = string | readonly [command: string, text: string];

interface CliPage {
  readonly name: string;
  /** One line for the overview: a verb first, lower case, without a full stop. */
  readonly summary: string;
  /** Paragraphs for the help. */
  readonly description?: readonly string[];
  readonly examples: readonly CliExample[];
}

export interface CliCommand extends CliPage {
  /** Set if arguments and options do not show it: each line without `surcingle`. */
  readonly usage?: readonly string[];
  readonly arguments?: readonly CliArgument[];
  readonly options: CliOptions;
  /** Tables below the options, such as environment variables and exit codes. */
  readonly tables?: readonly CliTable[];
  /** Resolves to the exit code. */
  readonly run: (call: CliCall) => Promise<number>;
}

interface CliTable {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, text: string])[];
}

/** A command that groups several: `surcingle task run`. */
export interface CliFamily extends CliPage {
  readonly members: CliMembers;
  /** The member that runs if none is named. Without it, the help is printed. */
  readonly fallback?: string;
}

/** By name, in the order of the overview. Loaded when needed, so that no command waits for another one's libraries. */
export type CliMembers = Readonly<Record<string, () => Promise<CliCommand | CliFamily>>>;

export function isFamily(page: CliCommand | CliFamily): page is CliFamily {
  return "members" in page;
}

type Single<O extends CliOption> = O extends { readonly read: (...words: never[]) => infer T }
  ? T
  : O extends { readonly choices: readonly (infer C)[] }
    ? C
    : string;

type OptionValue<O extends CliOption> = O extends { readonly value: string }
  ? O extends { readonly many: true }
    ? readonly Single<O>[]
    : O extends { readonly isRequired: true } | { readonly default: string | number }
      ? Single<O>
      : Single<O> | undefined
  : boolean;

/** The values of a table of options. */
export type OptionValues<O extends CliOptions> = { readonly [K in keyof O]: OptionValue<O[K]> };

/** What `run` gets: a parsed command line and the process. */
export interface CliCall<O extends CliOptions = CliOptions> extends CommandContext {
  /** The positional arguments, in order. */
  readonly words: readonly string[];
  readonly options: OptionValues<O>;
  readonly printer: Printer;
}

interface Definition<O extends CliOptions> extends Omit<CliCommand, "options" | "run"> {
  readonly options: O;
  readonly run: (call: CliCall<O>) => Promise<number>;
}

/** Checks that `run` uses only options that the command has. */
export function defineCommand<const O extends CliOptions>(definition: Definition<O>): CliCommand {
  return definition as unknown as CliCommand;
}

/** Every command has these. */
export const globalOptions = {
  json: { text: "print one JSON object per line" },
  quiet: { text: "print errors only" },
  color: { value: "WHEN", text: "use colors", choices: ["auto", "always", "never"], default: "auto" },
  help: { short: "h", text: "print this help" },
} as const satisfies CliOptions;

/** The command line is wrong: exit code 2. Identified by name, to distinguish it from a bug. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { name: "UsageError" });
}

export function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === "UsageError";
}

/** Parses the command line, then runs the command. Throws `usageError` if the command line is wrong. */
export async function runCommand(
  command: CliCommand,
  argv: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { words, options } = readCommandLine(command, argv);
  const { json, quiet, color } = options as unknown as OptionValues<typeof globalOptions>;
  const printer = makePrinter(context, { json, quiet, color });
  return command.run({ ...context, words, options, printer });
}

/** Whether a command line asks for help. Words after `--` are arguments. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

interface CommandLine {
  readonly words: readonly string[];
  readonly options: OptionValues<CliOptions>;
}

export function readCommandLine(command: CliCommand, argv: readonly string[]): CommandLine {
  const table: CliOptions = { ...command.options, ...globalOptions };
  const config = Object.fromEntries(
    Object.entries(table).flatMap(([name, { value, short, alias }]) => {
      const type = value === undefined ? "boolean" : "string";
      return [
        [name, { type, ...(short && { short }) } as const] as const,
        ...(alias === undefined ? [] : [[alias, { type } as const] as const]),
      ];
    }),
  );
  const named = (word: string): string => Object.keys(table).find((name) => table[name]?.alias === word) ?? word;
  // Not strict, because the library's messages are not written for users.
  const { tokens } = parseArgs({
    args: [...argv],
    options: config,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const words: string[] = [];
  const found = new Map<string, unknown[]>();
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const name = named(token.name);
    // `-strict` is read as `-s -t …`; the user meant one word.
    const word = argv[token.index]?.replace(/=.*$/s, "") ?? "";
    if (/^-[^-]./.test(word) && !Object.hasOwn(table, name))
      throw usageError(`unknown option \`${word}\`${nearestHint(word.slice(1), Object.keys(table), "--")}`);
    const value = readOption(table, { ...token, name });
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  checkWords(command.arguments ?? [], words);
  const options = Object.fromEntries(Object.entries(table).map((entry) => finalValue(entry, found)));
  return { words, options: options as OptionValues<CliOptions> };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readOption(table: CliOptions, { name, rawName, value, inlineValue }: OptionToken): unknown {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!option) throw usageError(`unknown option \`${rawName}\`${nearestHint(name, Object.keys(table), "--")}`);
  const shown = `--${name}`;
  if (option.value === undefined) {
    if (value !== undefined) throw usageError(`\`${shown}\` does not take a value`);
    return true;
  }
  if (value === undefined) throw usageError(`\`${shown}\` requires a value: \`${shown} ${option.value}\``);
  // `--to "$UNSET"` would mean the current directory.
  if (value === "" && /^(?:DIR|FILE)$/.test(option.value))
    throw usageError(`\`${shown}\` is empty: pass a path, for example \`.\` for the current directory`);
  // `--root --json`: the value was forgotten.
  if (!inlineValue && value.startsWith("-") && value !== "-")
    throw usageError(
      `\`${shown}\` requires a value, but \`${value}\` is an option; to pass it as a value, write \`${shown}=…\``,
    );
  if (option.choices && !option.read) checkChoice(`\`${shown}\``, value, option.choices);
  return option.read ? option.read(value, shown) : value;
}

function finalValue([name, option]: [string, CliOption], found: ReadonlyMap<string, unknown[]>): [string, unknown] {
  const values = found.get(name) ?? [];
  if (option.many) return [name, values.length > 0 || option.default === undefined ? values : [option.default]];
  if (option.value === undefined) return [name, values.length > 0];
  if (values.length > 0) return [name, values.at(-1)];
  if (option.isRequired) throw usageError(`\`--${name} ${option.value}\` is missing: ${option.text}`);
  return [name, option.default];
}

function checkWords(expected: readonly CliArgument[], words: readonly string[]): void {
  const isOpen = expected.at(-1)?.many === true;
  if (words.length > expected.length && !isOpen)
    throw usageError(
      `unexpected argument \`${words[expected.length]}\`${expected.length > 0 ? "; quote an argument that contains spaces" : ""}`,
    );
  const missing = expected.slice(words.length).find(({ isOptional }) => !isOptional);
  if (missing) throw usageError(`${missing.name} is missing: ${missing.text}`);
  for (const [i, word] of words.entries()) {
    const argument = expected[Math.min(i, expected.length - 1)];
    if (argument?.choices) checkChoice(argument.name, word, argument.choices);
  }
}

function checkChoice(what: string, word: string, choices: readonly string[]): void {
  if (choices.includes(word)) return;
  const hint = nearestHint(word, choices);
  throw usageError(`${what} cannot be \`${word}\`${hint || `; choose from ${choices.join(", ")}`}`);
}

/** `; did you mean …?`, or empty if no name is close. */
export function nearestHint(word: string, known: Iterable<string>, prefix = ""): string {
  const guess = nearest(word, known);
  return guess === undefined ? "" : `; ${didYouMean(prefix + guess)}`;
}
