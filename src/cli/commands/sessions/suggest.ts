/** `surcingle suggest`: proposes rules that would have answered repeated questions. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { redactCall } from "../../../base/redact.ts";
import { plural, visible } from "../../../base/text.ts";
import type { Agent } from "../../../model/agent.ts";
import { tools } from "../../../model/permission.ts";
import { effectKinds, type Suggestion, type Suggestions, suggestRules } from "../../../sessions/suggest.ts";
import { addRules, addToList, packText } from "../../../sessions/write-rules.ts";
import { type CliCall, type CliOptions, defineCommand, usageError } from "../../command.ts";
import { rootsOf } from "../../options.ts";
import { loadModel } from "../../outputs.ts";
import { logArgument, readReplay, sessionOptions } from "./replay.ts";

const suggestOptions = {
  include: {
    value: "EFFECT",
    many: true,
    choices: effectKinds,
    text: "also suggest rules for commands that change things, run code, connect, or are not in the program table",
  },
  most: { value: "N", default: 12, text: "maximum number of rules per agent", read: readCount },
  least: { value: "N", default: 2, text: "skip rules that would answer fewer questions", read: readCount },
  apply: { text: "write the rules: commands into the pack `AGENT-suggested`, others into the agent" },
  ...sessionOptions,
} as const satisfies CliOptions;

function readCount(text: string, name: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw usageError(`\`${name}\` must be a number from 1 to 9999`);
  return Number(text);
}

type SuggestCall = CliCall<typeof suggestOptions>;

export const suggest = defineCommand({
  name: "suggest",
  summary: "suggest rules for repeated questions in recorded sessions",
  description: [
    "Reads the same records as `replay` and lists, for each agent, rules that would have answered questions that were asked more than once: the narrowest first, each with what else it allows. A rule never covers more than a program with its subcommand.",
    "Rules for commands that change things, run code or connect to other machines are suggested only with `--include`. Questions that a rule asks on purpose are skipped.",
  ],
  arguments: [logArgument],
  options: suggestOptions,
  examples: [
    "surcingle suggest ~/.local/state/surcingle.log",
    "surcingle suggest --include runs --agent tester",
    "surcingle suggest --apply",
  ],
  run: async (call) => {
    const { options, printer } = call;
    const read = await readReplay(call);
    if (!read) return 1;
    const { all, agents, context, logs } = read;
    const { include } = options;
    const limits = { include, most: Number(options.most), least: Number(options.least), home: context.home };
    const found = [...new Set(agents.values())].flatMap((agent) => {
      const { policy } = agent;
      if (!policy) return [];
      const suggested = suggestRules(policy, all, limits);
      return suggested.questions > 0 ? [{ agent, suggested }] : [];
    });
    for (const { agent, suggested } of found) print(call, agent.name, suggested);
    const rules = found.reduce((sum, { suggested }) => sum + suggested.suggestions.length, 0);
    printer.emit({ event: "suggest", agents: found.length, rules, applied: options.apply });
    if (found.length === 0) printer.say(`${plural(all.length, "call")}, no questions`);
    for (const problem of logs.problems) call.err(`surcingle suggest: ${visible(problem)}\n`);
    if (!options.apply || rules === 0) return 0;
    return apply(
      call,
      found.filter(({ suggested }) => suggested.suggestions.length > 0),
    );
  },
});

const mostExamples = 3;

function print({ printer }: SuggestCall, agent: string, { suggestions, questions, answered, left }: Suggestions): void {
  const shown = (text: string): string => redactCall(text);
  for (const each of suggestions)
    printer.emit({ event: "rule", ...each, examples: each.examples.slice(0, 10).map(shown) });
  printer.emit({ event: "agent", agent, questions, answered, left: Object.fromEntries(left) });
  const share = Math.round((100 * answered) / questions);
  printer.say(
    `${agent}: ${plural(suggestions.length, "rule")} would answer ${answered} of ${plural(questions, "question")} (${share} %)`,
  );
  for (const { tool, pattern, questions: count, examples, also } of suggestions) {
    printer.say(`\n  ${tool}  "${visible(pattern)}:allow"  ${plural(count, "question")}`);
    printer.say(
      `    such as ${examples
        .slice(0, mostExamples)
        .map((text) => `\`${shown(text)}\``)
        .join(", ")}`,
    );
    printer.say(`    also allows ${visible(also)}`);
  }
  if (left.size > 0) printer.say("\n  not suggested:");
  for (const [why, count] of [...left].sort((a, b) => b[1] - a[1]))
    printer.say(`    ${String(count).padStart(4)}x  ${why}`);
  printer.say("");
}

interface Found {
  readonly agent: Agent;
  readonly suggested: Suggestions;
}

/** All files or none: if the definitions are invalid afterwards, everything is restored. */
async function apply(call: SuggestCall, found: readonly Found[]): Promise<number> {
  const { printer, options } = call;
  const before = new Map<string, string | undefined>();
  const write = (file: string, text: string): void => {
    if (!before.has(file)) before.set(file, existsSync(file) ? readFileSync(file, "utf8") : undefined);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const { agent, suggested } of found) {
    const root = rootOf(call, agent);
    if (root === undefined) {
      call.err(`surcingle suggest: \`${agent.name}\` is not defined in these roots; nothing was written\n`);
      putBack(before);
      return 1;
    }
    writeAgent(root, agent, suggested.suggestions, write);
  }
  const model = await loadModel(options, printer);
  if (!model) {
    putBack(before);
    call.err("surcingle suggest: the definitions would not be valid with these rules; nothing was written\n");
    return 1;
  }
  for (const file of before.keys()) {
    printer.emit({ event: "wrote", file });
    printer.say(`wrote ${file}`);
  }
  printer.say("next: review the change; `surcingle diff --git HEAD` lists what it newly allows");
  return 0;
}

function putBack(before: ReadonlyMap<string, string | undefined>): void {
  for (const [file, text] of before)
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
}

/** The root that contains the file the agent was read from. */
function rootOf(call: SuggestCall, { path, span }: Agent): string | undefined {
  return rootsOf(call).findLast((root) => {
    const file = join(root, path);
    return path.endsWith("agent.toml") && existsSync(file) && readFileSync(file, "utf8") === span.file.text;
  });
}

function writeAgent(
  root: string,
  agent: Agent,
  suggestions: readonly Suggestion[],
  write: (file: string, text: string) => void,
): void {
  const file = join(root, agent.path);
  let text = agent.span.file.text;
  for (const tool of tools) {
    const rules = suggestions.filter((each) => each.tool === tool).map(({ pattern }) => `${pattern}:allow`);
    if (rules.length === 0) continue;
    const { otherwise, rules: own } = agent.policy!;
    if (tool !== "bash") {
      text = addRules(text, tool, rules, otherwise[tool]);
      continue;
    }
    // A pack rule allows a program, but nothing that an unnamed option adds.
    const pack = `${agent.name}-suggested`;
    const packFile = join(root, "packs", `${pack}.toml`);
    const known = existsSync(packFile) ? addToList(readFileSync(packFile, "utf8"), ["rules"], rules) : undefined;
    write(packFile, known ?? packText(`Answers repeated questions of ${agent.name}`, rules));
    const isUsed = own.some(({ from, isPacked }) => isPacked === true && from.includes(`packs/${pack}.toml:`));
    if (!isUsed) text = addRules(text, tool, [`@${pack}`], otherwise[tool]);
  }
  if (text !== agent.span.file.text) write(file, text);
}
