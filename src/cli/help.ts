/** The texts of `--help` in 80 columns, derived from the command data. */
import { wrap } from "../base/text.ts";
import {
  type CliCommand,
  type CliExample,
  type CliFamily,
  type CliMembers,
  type CliOption,
  type CliOptions,
  globalOptions,
  isFamily,
} from "./command.ts";

const columns = 80;

/** A group of related commands in the overview. */
export interface CommandGroup {
  readonly title: string;
  readonly members: CliMembers;
}

/** `name` is the whole name: `task run`. */
export async function helpText(name: string, page: CliCommand | CliFamily): Promise<string> {
  return isFamily(page) ? familyHelp(name, page) : commandHelp(name, page);
}

function commandHelp(name: string, command: CliCommand): string {
  const parts = [
    usageLines(name, command),
    [wrap(sentence(command.summary), columns)],
    ...(command.description ?? []).map((paragraph) => [wrap(paragraph, columns)]),
    section("Arguments", argumentRows(command)),
    section("Options", Object.entries(command.options).map(optionRow)),
    ...(command.tables ?? []).map(({ title, rows }) => section(title, rows)),
    section("Global options", Object.entries(globalOptions as CliOptions).map(optionRow)),
    exampleLines(command.examples),
  ];
  return joinParts(parts);
}

async function familyHelp(name: string, family: CliFamily): Promise<string> {
  return joinParts([
    [`Usage: surcingle ${name} COMMAND [OPTIONS]`],
    [wrap(sentence(family.summary), columns)],
    ...(family.description ?? []).map((paragraph) => [wrap(paragraph, columns)]),
    section("Commands", await memberRows(family.members)),
    exampleLines(family.examples),
    [`See \`surcingle ${name} COMMAND --help\` for each command.`],
  ]);
}

/** `summaries` by command: the overview loads no command. */
export function overviewText(
  version: string,
  groups: readonly CommandGroup[],
  summaries: Readonly<Record<string, string>>,
): string {
  const lists = summaryLists(groups, summaries);
  const width = Math.max(...lists.flatMap(({ rows }) => rows.map(([name]) => name.length)));
  return joinParts([
    [wrap(`surcingle ${version}: one definition per agent, the same permissions in every client`, columns)],
    ["Usage: surcingle COMMAND [OPTIONS]"],
    ...lists.map(({ title, rows }) => section(title, rows, width)),
    section("Options", [
      ["--help", "print this help; after a command, the help of that command"],
      ["--version", "print the version"],
    ]),
    section("Exit codes", [
      ["0", "success"],
      ["1", "a definition or a policy is not valid"],
      ["2", "the command line is not valid"],
      ["3", "a bug in surcingle"],
    ]),
    exampleLines([
      ["surcingle check", "check the definitions in this directory"],
      ["surcingle build --out out/agents", "write the files of every client"],
      ["surcingle apply --to ~ --dry-run", "show what would change in your home"],
    ]),
  ]);
}

/** Printed if only the program name is typed: how to begin, on one screen. */
export function welcomeText(
  version: string,
  groups: readonly CommandGroup[],
  summaries: Readonly<Record<string, string>>,
): string {
  const lists = summaryLists(groups.slice(0, 3), summaries);
  const width = Math.max(...lists.flatMap(({ rows }) => rows.map(([name]) => name.length)));
  return joinParts([
    [wrap(`surcingle ${version}: one definition per agent, the same permissions in every client`, columns)],
    ...lists.map(({ title, rows }) => section(title, rows, width)),
    [
      "New here? `surcingle init my-agents` starts a directory with two agents.",
      "`surcingle --help` lists all commands, `surcingle COMMAND --help` explains one.",
    ],
  ]);
}

function summaryLists(groups: readonly CommandGroup[], summaries: Readonly<Record<string, string>>) {
  return groups.map(({ title, members }) => ({
    title,
    rows: Object.keys(members).map((name) => [name, summaries[name]!] as const),
  }));
}

/** The help of every command, by its whole name. */
export async function helpTexts(members: CliMembers, prefix = ""): Promise<readonly (readonly [string, string])[]> {
  const texts: (readonly [string, string])[] = [];
  for (const [member, load] of Object.entries(members)) {
    const page = await load();
    const name = `${prefix}${member}`;
    texts.push([name, await helpText(name, page)]);
    if (isFamily(page)) texts.push(...(await helpTexts(page.members, `${name} `)));
  }
  return texts;
}

async function memberRows(members: CliMembers): Promise<[string, string][]> {
  const loaded = Object.entries(members).map(async ([name, load]): Promise<[string, string]> => {
    return [name, (await load()).summary];
  });
  return Promise.all(loaded);
}

/** One line for each form of the command line. */
export function usageLines(name: string, command: CliCommand): string[] {
  const forms = command.usage ?? [derivedUsage(name, command)];
  return forms.map((form, i) => `${i === 0 ? "Usage: " : "       "}surcingle ${form}`);
}

function derivedUsage(name: string, { arguments: expected = [], options }: CliCommand): string {
  const words = expected.map(({ name: word, isOptional, many }) => {
    const shown = many ? `${word}…` : word;
    return isOptional ? `[${shown}]` : shown;
  });
  const required = Object.entries(options).flatMap(([option, { isRequired, value }]) =>
    isRequired ? [`--${option} ${value}`] : [],
  );
  return [name, ...words, ...required, "[OPTIONS]"].join(" ");
}

export function argumentRows({ arguments: expected = [] }: CliCommand): [string, string][] {
  return expected.map(({ name, text, choices }) => [
    name,
    choices && !text.includes(choices[0]!) ? `${text}: ${choices.join(", ")}` : text,
  ]);
}

export function optionRow([name, option]: readonly [string, CliOption]): [string, string] {
  const { value, short, text, choices, default: usual, many } = option;
  const notes = [
    choices && `one of ${choices.join(", ")}`,
    many && "can be repeated",
    usual !== undefined && `default: ${usual}`,
  ].filter((note) => typeof note === "string");
  const shown = `${short ? `-${short}, ` : ""}--${name}${value === undefined ? "" : ` ${value}`}`;
  return [shown, notes.length > 0 ? `${text} (${notes.join("; ")})` : text];
}

function section(title: string, rows: readonly (readonly [string, string])[], least = 0): string[] {
  if (rows.length === 0) return [];
  // A wider name gets its own line.
  const widest = 22;
  const width = Math.max(least, ...rows.map(([name]) => (name.length > widest ? 0 : name.length)));
  const indent = " ".repeat(width + 4);
  const lines = rows.flatMap(([name, text]) => {
    const body = wrap(text, columns - indent.length).split("\n");
    const head = `  ${name.padEnd(width)}  `;
    const isWide = name.length > width;
    return isWide
      ? [`  ${name}`, ...body.map((line) => `${indent}${line}`)]
      : [`${head}${body[0]}`.trimEnd(), ...body.slice(1).map((line) => `${indent}${line}`)];
  });
  return [`${title}:`, ...lines];
}

function exampleLines(examples: readonly CliExample[]): string[] {
  if (examples.length === 0) return [];
  const lines = examples.flatMap((example) => {
    if (typeof example === "string") return example.split("\n").map((line) => `  ${line}`);
    return [`  # ${example[1]}`, ...example[0].split("\n").map((line) => `  ${line}`)];
  });
  return ["Examples:", ...lines];
}

function joinParts(parts: readonly (readonly string[])[]): string {
  const full = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${full.join("\n\n")}\n`;
}

/** `print the version` → `Print the version.` */
export function sentence(summary: string): string {
  return `${summary.replace(/^./, (letter) => letter.toUpperCase())}.`;
}
