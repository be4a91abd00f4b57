/** The state of one comparison: the two policies, the findings and the cost so far. */
import type { Policy, Tool, ToolCall } from "../../model/permission.ts";
import type { Decision } from "../decision.ts";
import { skillFolders } from "../path/client-files.ts";
import { isInside, makeAbsolute, removeDots } from "../path/forms.ts";
import { readShell } from "../shell/parse.ts";
import type { Surroundings } from "../surroundings.ts";
import { areCovered } from "./covers.ts";
import { askBoth, type Example, plainExamples, preferSpelledExample } from "./examples.ts";
import { machineOf, type VerdictList, verdictCode } from "./lists.ts";
import { programNfa } from "./nfa/program-nfa.ts";
import type { CommandClass } from "./nfa/program-options.ts";
import { knownCommands, openCommands } from "./regions.ts";
import { findLooser, type Question, type Region, type SearchAnswer } from "./search.ts";
import { commandLists } from "./sides.ts";

export interface Difference {
  readonly call: ToolCall;
  readonly surroundings: Surroundings;
  readonly was: Decision;
  readonly is: Decision;
}

/** A call that shows the difference, or the reason why it counts as looser without one. */
export type LooserFinding = { readonly difference: Difference } | { readonly why: string };

export interface PolicyPair {
  readonly a: Policy;
  readonly b: Policy;
  /**
   * Ignore commands that only read what the first policy may read without asking, if only its intent is against them.
   */
  readonly isDelegation: boolean;
  readonly bound: number;
  readonly isReadOnlyA: boolean;
  readonly isReadOnlyB: boolean;
  /** Results of proofs about commands, by the verdict if no rule matches. */
  readonly covered: Map<number, boolean>;
  states: number;
  mostStates: number;
}

/** Searches without building an example. */
export function search(pair: PolicyPair, question: Question): SearchAnswer | undefined {
  if (areCovered(question.a, question.b)) return undefined;
  for (const region of [question.region, ...(question.open ? [question.open] : [])]) {
    const answer = findLooser({ ...question, region }, { bound: pair.bound });
    count(pair, answer);
    if (answer.kind !== "none") return answer;
  }
  return undefined;
}

function count(pair: PolicyPair, { states }: SearchAnswer): void {
  pair.states += states;
  pair.mostStates = Math.max(pair.mostStates, states);
}

/** Whether B allows only commands of the class. */
export function allowsOnly(pair: PolicyPair, commandClass: CommandClass): boolean {
  const fine: VerdictList = {
    rules: [{ verdict: verdictCode.allow, nfas: [programNfa(commandClass)] }],
    otherwise: verdictCode.ask,
  };
  return search(pair, { a: [fine], b: commandLists(pair.b), region: knownCommands, open: openCommands }) === undefined;
}

/** Questions already answered with no: agents that share lists repeat them. */
const answered = new Set<string>();

function keyOf({ a, b, within = [], exceptIfAsked = [], exceptIfDenied = [], region }: Question): string {
  const sides = [a, b, within, exceptIfAsked, exceptIfDenied].map((lists) =>
    lists.map((list) => machineOf(list).first.id).join(","),
  );
  return `${region.name} ${sides.join(" ")}`;
}

/** Undefined if no text of the question is looser. */
export function ask(
  pair: PolicyPair,
  tool: Tool,
  question: Question,
  toExample: (symbols: readonly number[]) => Example,
): LooserFinding | undefined {
  if (areCovered(question.a, question.b)) return undefined;
  const plain = plainExamples(tool).find((each) => isDifferent(pair, each) && !isExempt(pair, each));
  if (plain) return found(pair, plain);
  const key = keyOf(question);
  if (answered.has(key)) return undefined;
  const isWanted = (symbols: readonly number[]): boolean => isDifferent(pair, toExample(symbols));
  const run = (region: Region): SearchAnswer => {
    const found = findLooser({ ...question, region }, { bound: pair.bound, isWanted });
    count(pair, found);
    return found;
  };
  let answer = run(question.region);
  if (answer.kind === "none" && answer.found.length === 0 && question.open) answer = run(question.open);
  if (answer.kind === "found") return found(pair, toExample(answer.symbols));
  const [first] = answer.found;
  if (answer.kind === "bound") return { why: `the comparison stopped after ${answer.states} states` };
  if (!first) {
    answered.add(key);
    return undefined;
  }
  const { call } = toExample(first);
  return { why: `its rules for calls like ${call.tool} \`${call.subject}\` may be less strict` };
}

export function isDifferent({ a, b }: PolicyPair, example: Example): boolean {
  return askBoth(a, b, example).isLooser;
}

/** The example is built when it is read: delegation only asks whether there is one. */
function found(pair: PolicyPair, example: Example): LooserFinding {
  const { a, b } = pair;
  return {
    get difference() {
      const shown = preferSpelledExample(a, b, example, (each) => !isExempt(pair, each));
      const { was, is } = askBoth(a, b, shown);
      return { call: shown.call, surroundings: shown.surroundings, was, is };
    },
  };
}

/** Decides a fixed call with both policies. */
export function tryCall(pair: PolicyPair, example: Example): LooserFinding | undefined {
  return isDifferent(pair, example) && !isExempt(pair, example) ? found(pair, example) : undefined;
}

const readingEffects: ReadonlySet<string> = new Set(["read", "list", "read-below", "names"]);

/** Whether the line only reads, according to the program table. */
export function onlyReads(line: string, shell: string | undefined): boolean {
  return readShell(line, shell).found.every((one) => {
    if (one.kind === "command") {
      const { reading, effects, caution, assignments } = one;
      const isPlain = reading !== undefined && caution === undefined && assignments.length === 0;
      return isPlain && effects.every(({ kind }) => readingEffects.has(kind));
    }
    return one.kind === "move" || (one.kind === "path" && readingEffects.has(one.effect));
  });
}

/**
 * Whether delegation ignores the call: it only reads what A may read without asking, and only A's intent is against it.
 */
function isExempt({ a, b, isDelegation }: PolicyPair, example: Example): boolean {
  const { call, surroundings } = example;
  if (!isDelegation || !(call.tool === "read" || call.tool === "bash")) return false;
  if (call.tool === "bash" && !onlyReads(call.subject, surroundings.shell)) return false;
  const { was } = askBoth(a, b, example);
  return (was.parts ?? [was]).every(({ verdict, because, tool = call.tool, subject = call.subject }) => {
    if (verdict === "allow") return true;
    if (because.kind !== "intent") return false;
    return tool === "bash" || (tool === "external_directory" && isOwnSkill(b, subject, surroundings));
  });
}

/** Every agent can read the folders of its own skills. */
function isOwnSkill({ skills }: Policy, path: string, { home, cwd }: Surroundings): boolean {
  const whole = removeDots(makeAbsolute(path, cwd, home));
  return skills.some((name) =>
    skillFolders.some((folder) => isInside(removeDots(makeAbsolute(`${folder}/${name}`, cwd, home)), whole)),
  );
}
