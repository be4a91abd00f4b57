/** Turns the words of a command line into a command, its help, or an error message. */
import { didYouMean } from "../base/did-you-mean.ts";
import { errorCode, explainErrno, suggestFix } from "../base/errno.ts";
import { fit, visible } from "../base/text.ts";
import {
  asksForHelp,
  type CliCommand,
  type CliFamily,
  isFamily,
  isUsageError,
  nearestHint,
  runCommand,
} from "./command.ts";
import { commandGroups, commandLoaders } from "./commands/all.ts";
import summaries from "./commands/summaries.generated.json" with { type: "json" };
import { type CommandContext, typedCommands } from "./print.ts";
import { version } from "./version.ts";

/** Resolves to the exit code. */
export async function runProgram(argv: readonly string[], context: CommandContext): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "--version") {
    context.out(`${version}\n`);
    return 0;
  }
  if (first === undefined) {
    const { welcomeText } = await import("./help.ts");
    context.out(typedCommands(welcomeText(version, commandGroups, summaries), context.env));
    return 2;
  }
  if (first === "--help" || first === "-h" || (first === "help" && rest.length === 0)) {
    const { overviewText } = await import("./help.ts");
    context.out(overviewText(version, commandGroups, summaries));
    return 0;
  }
  const words = first === "help" ? rest : argv;
  const isHelp = first === "help" || asksForHelp(argv);
  const help = isHelp ? await findHelp(words) : undefined;
  if (help !== undefined) {
    context.out(help);
    return 0;
  }
  const found = await findCommand(words);
  if ("problem" in found) {
    sayError(context, `surcingle: ${found.problem}`);
    return 2;
  }
  const { name, page, argv: remaining } = found;
  // Help that is missing in the table: the table is out of date, but the command must not run.
  if (isFamily(page) || isHelp) {
    const { helpText } = await import("./help.ts");
    context.out(await helpText(name, page));
    return isHelp ? 0 : 2;
  }
  try {
    return await runCommand(page, remaining, fitted(context));
  } catch (error) {
    const failure = systemFailure(error);
    if (failure) {
      sayError(context, `surcingle ${name}: ${failure}`);
      return 1;
    }
    if (!isUsageError(error)) throw error;
    sayError(context, `surcingle ${name}: ${error.message}\nSee \`surcingle ${name} --help\`.`);
    return 2;
  }
}

/** A full disk or an unreadable directory is not our bug: it gets a sentence instead of a stack. */
function systemFailure(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code) || !(error instanceof Error) || !("syscall" in error))
    return undefined;
  const path = "path" in error && typeof error.path === "string" ? ` \`${visible(error.path)}\`` : "";
  const call = String(error.syscall);
  const isReading = /^(?:open|read|stat|lstat|scandir|readlink|realpath|access)$/.test(call);
  const what = isReading ? "read" : call.startsWith("spawn") ? "start" : "write";
  const fix = suggestFix(error);
  return `cannot ${what}${path}: ${explainErrno(error)}${fix === undefined ? "" : `\n  = help: ${fix}`}`;
}

/** On a terminal, sentences that a command prints are wrapped; excerpts and tables are not. */
function fitted(context: CommandContext): CommandContext {
  if (!context.isTerminal) return context;
  const fitLine = (line: string): string => (line.startsWith("surcingle") ? fit(line, 80) : line);
  return { ...context, err: (text) => context.err(text.split("\n").map(fitLine).join("\n")) };
}

function sayError({ env, err, isTerminal }: CommandContext, text: string): void {
  const lines = typedCommands(text, env).split("\n");
  err(`${(isTerminal ? lines.map((line) => fit(line, 80)) : lines).join("\n")}\n`);
}

/** From a generated table, so that no command is loaded for its help. Undefined if it is not in the table. */
async function findHelp([first = "", second = "-"]: readonly string[]): Promise<string | undefined> {
  const { default: pages } = await import("./commands/help.generated.json", { with: { type: "json" } });
  const texts = new Map(Object.entries(pages));
  const isFamilyName = Object.keys(pages).some((name) => name.startsWith(`${first} `));
  return texts.get(isFamilyName && !second.startsWith("-") ? `${first} ${second}` : first);
}

interface FoundCommand {
  /** The whole name: `task run`. */
  readonly name: string;
  readonly page: CliCommand | CliFamily;
  /** What follows the name. */
  readonly argv: readonly string[];
}

/** Our commands, by their names in other tools. */
const otherNames: Readonly<Record<string, string>> = {
  create: "init",
  deploy: "apply",
  generate: "build",
  install: "apply",
  lint: "check",
  new: "init",
  sync: "apply",
  test: "doctor",
  uninstall: "remove",
  validate: "check",
  why: "explain",
};

async function findCommand([first = "", ...rest]: readonly string[]): Promise<FoundCommand | { problem: string }> {
  const load = Object.hasOwn(commandLoaders, first) ? commandLoaders[first] : undefined;
  if (!load) {
    const meant = Object.hasOwn(otherNames, first) ? `; ${didYouMean(otherNames[first])}` : undefined;
    const hint = meant ?? (nearestHint(first, Object.keys(commandLoaders)) || "; see `surcingle --help`");
    return { problem: `unknown command \`${first}\`${hint}` };
  }
  const page = await load();
  const [second, ...argv] = rest;
  if (!isFamily(page)) return { name: first, page, argv: rest };
  if (second === undefined || second.startsWith("-")) {
    const { fallback } = page;
    if (fallback === undefined || asksForHelp(rest)) return { name: first, page, argv: rest };
    return { name: `${first} ${fallback}`, page: await page.members[fallback]!(), argv: rest };
  }
  const member = Object.hasOwn(page.members, second) ? page.members[second] : undefined;
  if (member) return { name: `${first} ${second}`, page: await member(), argv };
  const hint = nearestHint(second, Object.keys(page.members)) || `; see \`surcingle ${first} --help\``;
  return { problem: `unknown command \`${first} ${second}\`${hint}` };
}
