/** One question to a real client and its result. */

import type { AgentPosition, AskAgent, AskedAgent, ClientDecision } from "../decision.ts";
import { type AgentQuestion, type CallQuestion, type Questions, relationOf } from "./conformance-questions.ts";

export const findingKinds = ["accepted", "listed", "mode", "tools", "texts", "calls", "closed"] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface ConformanceFinding {
  readonly kind: FindingKind;
  readonly check: string;
  readonly outcome: "passed" | "failed";
  readonly evidence: string;
  /** Only for calls: the agent's position, and how the client's decision compares to the policy's. */
  readonly call?: { readonly position: AgentPosition; readonly relation: ReturnType<typeof relationOf> };
}

export function finding(kind: FindingKind, check: string, isRight: boolean, evidence: string): ConformanceFinding {
  return { kind, check, outcome: isRight ? "passed" : "failed", evidence };
}

/** What a client shows of one agent, compared with what it should show. */
export function shownAgentFindings(
  { agent, position, mode, offered, withheld, texts }: AgentQuestion,
  shown: Pick<AskedAgent, "tools" | "text"> & { readonly mode?: string },
): ConformanceFinding[] {
  const who = `${agent} (${position})`;
  const tools = shown.tools.join(" ");
  const found: ConformanceFinding[] = [];
  if (mode !== undefined) found.push(finding("mode", `${who} has mode ${mode}`, shown.mode === mode, `${shown.mode}`));
  for (const tool of offered) {
    found.push(finding("tools", `${who} is offered ${tool}`, shown.tools.includes(tool), tools));
  }
  for (const tool of withheld) {
    found.push(finding("tools", `${who} is not offered ${tool}`, !shown.tools.includes(tool), tools));
  }
  for (const text of texts) {
    const isThere = shown.text.includes(text);
    found.push(
      finding("texts", `${who} reads ${JSON.stringify(text.slice(0, 40))}`, isThere, shown.text.slice(0, 200)),
    );
  }
  return found;
}

export function callFindings(
  calls: readonly CallQuestion[],
  decisions: readonly ClientDecision[],
): ConformanceFinding[] {
  return calls.map(({ agent, position, tool, input, verdict: expected, wanted }, index) => {
    const { verdict, message } = decisions[index] ?? { verdict: "fault", message: "there was no answer" };
    const check = `${agent} (${position}) ${tool} ${JSON.stringify(input)}: ${wanted.join(" or ")}, the policy says ${expected}`;
    const found = finding("calls", check, wanted.includes(verdict), `${verdict}: ${message.slice(0, 300)}`);
    return { ...found, call: { position, relation: relationOf(verdict, expected) } };
  });
}

/** All questions about one agent at one position. */
export function callsTo({ calls }: Questions, agent: string, position: AgentPosition): readonly CallQuestion[] {
  return calls.filter((call) => call.agent === agent && call.position === position);
}

/** Runs each agent once with all its calls. `before` resets the project for each. */
export async function askAgents(
  questions: Questions,
  ask: AskAgent,
  before: () => void,
): Promise<ConformanceFinding[]> {
  const found: ConformanceFinding[] = [];
  for (const question of questions.agents) {
    const { agent, position } = question;
    const calls = callsTo(questions, agent, position);
    before();
    const asked = await ask(agent, position, calls);
    const isFine = asked.hasRun && asked.complaints.length === 0;
    found.push(
      finding("accepted", `${agent} (${position}) runs without complaint`, isFine, asked.complaints.join("\n")),
    );
    found.push(...shownAgentFindings(question, asked), ...callFindings(calls, asked.decisions));
  }
  return found;
}
