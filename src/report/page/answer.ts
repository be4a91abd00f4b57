/** One answer of the explorer: the engine's decision and everything the page shows about it. */
import { harnesses } from "../../harness/all.ts";
import type { Enforcement } from "../../harness/harness.ts";
import { rendererOf } from "../../harness/renderers.ts";
import type { Policy, Tool, ToolCall, Verdict } from "../../model/permission.ts";
import { emptyDisk } from "../../policy/compare/examples.ts";
import { decide } from "../../policy/decide.ts";
import type { Decision } from "../../policy/decision.ts";
import { describeEffects, explainDecision } from "../../policy/explain.ts";
import { isInside } from "../../policy/path/forms.ts";
import { makeFinder } from "../../policy/shell/locate.ts";
import type { Surroundings } from "../../policy/surroundings.ts";

export interface ExplorerQuestion {
  readonly tool: Tool;
  readonly input: string;
  readonly cwd: string;
  readonly home: string;
  /** Undefined if unknown. */
  readonly shell: string | undefined;
}

export interface AnswerPart {
  readonly verdict: Verdict;
  readonly tool: string;
  readonly subject: string;
  /** The reason, without agent, tool and subject. */
  readonly why: string;
  readonly from: string | undefined;
  /** Its position in the command line. */
  readonly span: readonly [number, number] | undefined;
}

export interface ExplorerAnswer {
  readonly verdict: Verdict;
  /** The sentence of `surcingle explain`. */
  readonly reason: string;
  readonly parts: readonly AnswerPart[];
  readonly effects: readonly string[];
  readonly clients: readonly (Enforcement & { readonly harness: string; readonly title: string })[];
}

export function answerQuestion(policy: Policy, question: ExplorerQuestion): ExplorerAnswer {
  const { tool, input, shell } = question;
  const call: ToolCall = { tool, subject: input };
  const decision = decide(policy, call, surroundingsOf(question));
  const find = tool === "bash" ? makeFinder(input) : () => undefined;
  return {
    verdict: decision.verdict,
    reason: explainDecision(policy, call, decision),
    parts: (decision.parts ?? [decision]).map((part) => partOf(policy, call, part, find)),
    effects: tool === "bash" ? describeEffects(input, shell) : [],
    clients: harnesses.map(({ id, title }) => ({
      harness: id,
      title,
      ...rendererOf(id).enforcement(policy, call, decision.verdict),
    })),
  };
}

/** An empty disk. A directory is the project unless it is the home or above it, as for `explain --batch`. */
function surroundingsOf({ cwd, home, shell }: ExplorerQuestion): Surroundings {
  const disk = emptyDisk(cwd, home);
  return { ...disk, projectRoot: isInside(cwd, home) ? undefined : cwd, isUserWritable: () => false, shell };
}

function partOf(
  policy: Policy,
  call: ToolCall,
  part: Decision,
  find: (tool: string, subject: string) => readonly [number, number] | undefined,
): AnswerPart {
  const { because, tool = call.tool, subject = call.subject, verdict } = part;
  const sentence = explainDecision(policy, call, part);
  const at = sentence.search(/, (?:by|because) /);
  const from = because.kind === "rule" ? because.rule.from : because.kind === "limit" ? because.limit.from : undefined;
  return { verdict, tool, subject, why: sentence.slice(at + 2), from, span: find(tool, subject) };
}
