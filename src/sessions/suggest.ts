/** Proposes rules that would have answered repeated questions, no wider than the recorded calls suggest. */

import { isPlain } from "../base/redact.ts";
import type { Policy, Rule, Tool } from "../model/permission.ts";
import { decideRequest } from "../policy/decide-request.ts";
import type { Decision } from "../policy/decision.ts";
import { findEntry } from "../policy/programs/all.ts";
import type { OperandRoles } from "../policy/programs/entry.ts";
import { readShell } from "../policy/shell/parse.ts";
import type { FoundCommand, LineFinding } from "../policy/shell/walk.ts";
import { type ReplayedCall, surroundingsOf } from "./replay.ts";

/** What a rule may allow only if requested. `unknown`: a program that is not in the table. */
export const effectKinds = ["writes", "runs", "connects", "unknown"] as const;
type EffectKind = (typeof effectKinds)[number];

export interface Suggestion {
  readonly agent: string;
  readonly tool: Tool;
  readonly pattern: string;
  /** How many of the questions need this rule to be answered. */
  readonly questions: number;
  /** Recorded calls that it answers, without duplicates. */
  readonly examples: readonly string[];
  /** What else it allows, as a clause. */
  readonly also: string;
  readonly effects: readonly EffectKind[];
}

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** Recorded questions, and how many of them the rules together answer. */
  readonly questions: number;
  readonly answered: number;
  /** Questions that no rule may answer, by reason. */
  readonly left: ReadonlyMap<string, number>;
}

interface SuggestOptions {
  readonly include: readonly EffectKind[];
  readonly most: number;
  /** Rarer questions are not worth a rule. */
  readonly least: number;
  readonly home: string;
}

interface Candidate {
  readonly tool: Tool;
  readonly pattern: string;
  readonly effects: readonly EffectKind[];
  /** Smaller patterns come first. */
  readonly width: number;
}

interface OpenQuestion {
  readonly call: ReplayedCall;
  /** For each part that asks, the rules that would allow it, the smallest first. */
  readonly parts: readonly (readonly Candidate[])[];
}

/** For one agent. */
export function suggestRules(policy: Policy, replayed: readonly ReplayedCall[], options: SuggestOptions): Suggestions {
  const questions = replayed.filter(({ agent, verdict }) => agent === policy.agent && verdict === "ask");
  const left = new Map<string, number>();
  const open: OpenQuestion[] = [];
  for (const call of questions) {
    const found = readQuestion(policy, call, options);
    if (typeof found === "string") left.set(found, (left.get(found) ?? 0) + 1);
    else open.push(found);
  }
  const chosen = choose(policy, open, options);
  const extended = withRules(policy, chosen);
  const answered = open.filter((question) => isAnswered(extended, question, options.home)).length;
  const suggestions = chosen.map((candidate): Suggestion => {
    const own = open.filter((question) => usesRule(question, candidate, chosen));
    const examples = [...new Set(own.map(({ call }) => call.subject))];
    const { tool, pattern, effects } = candidate;
    return {
      agent: policy.agent,
      tool,
      pattern,
      questions: own.length,
      examples,
      also: describeWidth(candidate),
      effects,
    };
  });
  return { suggestions, questions: questions.length, answered, left };
}

const keyOf = ({ tool, pattern }: Candidate): string => `${tool} ${pattern}`;

function usesRule({ parts }: OpenQuestion, candidate: Candidate, chosen: readonly Candidate[]): boolean {
  const keys = new Set(chosen.map(keyOf));
  return parts.some((part) => {
    const first = part.find((each) => keys.has(keyOf(each)));
    return first !== undefined && keyOf(first) === keyOf(candidate);
  });
}

/** A string is the reason why no rule can or may answer it. */
function readQuestion(policy: Policy, call: ReplayedCall, { include }: SuggestOptions): OpenQuestion | string {
  const { decision } = call;
  if (!decision || call.call.request?.kind === "unknown") return "no rule applies to this tool";
  const asking = (decision.parts ?? [decision]).filter(({ verdict }) => verdict === "ask");
  const parts: (readonly Candidate[])[] = [];
  for (const part of asking) {
    if (part.because.kind === "rule") return "a rule asks about it";
    if (part.because.kind !== "intent") return "it always asks, whatever the rules say";
    const candidates = candidatesFor(policy, part, call);
    if (candidates.length === 0) return "it contains a secret, or something that is not literal";
    const allowed = candidates.filter(({ effects }) => effects.every((effect) => include.includes(effect)));
    const [missing] = candidates[0]!.effects.filter((effect) => !include.includes(effect));
    if (allowed.length === 0) return `it ${describeEffect(missing!)} (\`--include ${missing}\`)`;
    parts.push(allowed);
  }
  return parts.length === 0 ? `nothing in it asks for \`${policy.agent}\`` : { call, parts };
}

function describeEffect(effect: EffectKind): string {
  if (effect === "unknown") return "starts a program that is not in the program table";
  return effect === "writes" ? "changes things" : effect === "runs" ? "runs code" : "connects to other machines";
}

function candidatesFor(policy: Policy, { tool, subject }: Decision, call: ReplayedCall): readonly Candidate[] {
  const asked = tool ?? (call.tool as Tool);
  const text = subject ?? call.subject;
  if (!isPlain(text)) return [];
  return asked === "bash" ? commandCandidates(policy, text) : pathCandidates(asked, text);
}

/** The command itself, and the program with its subcommand. Never wider: `git log *`, not `git *`. */
function commandCandidates(policy: Policy, text: string): readonly Candidate[] {
  const { found } = readShell(text, "bash");
  const commands = found.filter((each): each is FoundCommand => each.kind === "command");
  const [command] = commands;
  if (!command || commands.length !== 1 || command.assignments.length > 0) return [];
  if (command.words.some(({ value }) => value === undefined || /[*\s{}?[\]]/.test(value) || value === "")) return [];
  const effects = effectsOf(command, found);
  const exact: Candidate = { tool: "bash", pattern: text, effects, width: 0 };
  const head = command.reading?.head ?? [];
  const isNamed = head.length > 0 && head.every((word) => word !== undefined);
  // A program that starts others is allowed together with what it starts, or not at all.
  if (!isNamed || command.isWrapper || command.reading?.isRunner) return [exact];
  if (text === head.join(" ") && effects.length > 0) return [exact];
  const others = otherEffects(policy, head as readonly string[]);
  const all = [...new Set([...effects, ...others])];
  return [exact, { tool: "bash", pattern: `${head.join(" ")} *`, effects: all, width: 3 - head.length }];
}

/**
 * What other arguments of the program may write or connect to. If the agent configures `edit` or `webfetch`, that table
 * decides about the file or address; otherwise only the rule would.
 */
function otherEffects({ named }: Policy, head: readonly string[]): readonly EffectKind[] {
  const entry = findEntry(head[0]!);
  const block = entry?.findSub(head.slice(1).join(" ")) ?? entry;
  if (!block) return ["unknown"];
  const operandsOf = ({ first, middle, last }: OperandRoles) => [...first, ...(middle ? [middle] : []), ...last];
  const roles = [
    ...operandsOf(block.operands),
    ...[...block.options.values()].flatMap(({ role, operands, turns }) => [
      role,
      ...(operands ? operandsOf(operands) : []),
      ...turns.map((turn) => turn.role),
    ]),
  ];
  const may = (kinds: readonly string[]): boolean => roles.some((role) => kinds.includes(role));
  const effects: EffectKind[] = [];
  if (!named.includes("edit") && may(["write", "write-below", "rewrite", "code:sed", "code:awk"]))
    effects.push("writes");
  if (!named.includes("webfetch") && may(["fetch", "host"])) effects.push("connects");
  return effects;
}

/** The effects of the command: on a file or address in its words, or without a target. */
function effectsOf(
  { reading, effects, isWrapper }: FoundCommand,
  found: readonly LineFinding[],
): readonly EffectKind[] {
  const kinds = new Set<EffectKind>();
  if (reading === undefined && !isWrapper) kinds.add("unknown");
  for (const { kind } of effects) {
    if (kind === "changes") kinds.add("writes");
    if (kind === "runs" || kind === "connects" || kind === "unknown") kinds.add(kind);
  }
  for (const each of found) {
    if (each.kind === "address") kinds.add("connects");
    if (each.kind === "path" && each.effect.startsWith("write")) kinds.add("writes");
  }
  return [...kinds];
}

/** The file or directory itself, and its directory. */
function pathCandidates(tool: Tool, text: string): readonly Candidate[] {
  if (tool === "websearch" || tool === "question") return [];
  if (tool === "webfetch") {
    const host = /^(https?:\/\/[^/?#@\s*]+)(?:[/?#]|$)/.exec(text)?.[1];
    return host === undefined ? [] : [{ tool, pattern: `${host}/**`, effects: ["connects"], width: 2 }];
  }
  if (/[*:]|^\.\.|\/\.\.(?:\/|$)/.test(text)) return [];
  const effects: readonly EffectKind[] = tool === "edit" ? ["writes"] : [];
  const exact: Candidate = { tool, pattern: text, effects, width: 0 };
  const directory = text.slice(0, Math.max(0, text.lastIndexOf("/")));
  const isDeep =
    directory.split("/").filter((name) => name !== "" && name !== "~").length >= 2 || /^[^/~]/.test(directory);
  return directory !== "" && isDeep ? [exact, { tool, pattern: `${directory}/**`, effects, width: 1 }] : [exact];
}

function describeWidth({ tool, pattern }: Candidate): string {
  if (!pattern.includes("*")) return "nothing else";
  const head = pattern.replace(/[ /]\*+$/, "");
  if (tool === "bash") return `every other command that starts with \`${head}\`, without options that add effects`;
  return tool === "webfetch" ? `every other address at \`${head}\`` : `every other file below \`${head}\``;
}

/** Greedy: the rule that helps to answer most questions, the smaller one of equals. */
function choose(
  policy: Policy,
  open: readonly OpenQuestion[],
  { most, least, home }: SuggestOptions,
): readonly Candidate[] {
  const chosen: Candidate[] = [];
  const all = new Map<string, Candidate>();
  for (const { parts } of open) for (const candidate of parts.flat()) all.set(keyOf(candidate), candidate);
  while (chosen.length < most) {
    const keys = new Set(chosen.map(keyOf));
    const gains = new Map<string, number>();
    const texts = new Map<string, Set<string>>();
    for (const { parts, call } of open) {
      const missing = parts.filter((part) => !part.some((each) => keys.has(keyOf(each))));
      for (const candidate of missing.flat()) {
        const key = keyOf(candidate);
        gains.set(key, (gains.get(key) ?? 0) + 1 / missing.length);
        texts.set(key, (texts.get(key) ?? new Set()).add(call.subject));
      }
    }
    const useful = [...gains].filter(([key, gain]) => {
      // A wider rule is for several commands; for one, the command itself is enough.
      const { width } = all.get(key)!;
      return gain >= least - 0.001 && (width === 0 || texts.get(key)!.size > 1);
    });
    const best = useful.sort(([a, one], [b, other]) => other - one || all.get(a)!.width - all.get(b)!.width)[0];
    if (!best) break;
    chosen.push(all.get(best[0])!);
  }
  // A rule that the engine does not honour is useless.
  const isUseful = (candidate: Candidate): boolean => {
    const extended = withRules(policy, chosen);
    return open.some((question) => usesRule(question, candidate, chosen) && isAnswered(extended, question, home));
  };
  return chosen.filter(isUseful).sort((a, b) => a.width - b.width || (a.pattern < b.pattern ? -1 : 1));
}

/** Appended, so that they decide only what the intent decided before. As in a pack, they allow no added effect. */
export function withRules(policy: Policy, added: readonly { readonly tool: Tool; readonly pattern: string }[]): Policy {
  const rules = added.map(({ tool, pattern }): Rule => {
    return { tool, pattern, verdict: "allow", from: "suggested:1:1", ...(tool === "bash" && { isPacked: true }) };
  });
  return { ...policy, rules: [...policy.rules, ...rules] };
}

function isAnswered(policy: Policy, { call }: OpenQuestion, home: string): boolean {
  const { request } = call.call;
  return request !== undefined && decideRequest(policy, request, surroundingsOf(call.call, home)).verdict === "allow";
}
