/** What a real client did with one tool call. */
import type { ToolUse } from "./scripted-model/conversation.ts";

/** One command for the table's agent, as main agent, as subagent, or both. */
export type Attempt = (positions: readonly AgentPosition[], command: string) => Promise<readonly ClientDecision[]>;

/** For a client that is started again for each question. */
export function attemptEach(ask: AskAgent, agent: string, useOf: (command: string) => ToolUse): Attempt {
  return async (positions, command) => {
    const decisions: ClientDecision[] = [];
    const use = useOf(command);
    for (const position of positions) {
      const [decision] = (await ask(agent, position, [use])).decisions;
      decisions.push(decision ?? { ...use, verdict: "fault", message: "the client did not run the call" });
    }
    return decisions;
  };
}

/**
 * `hidden`: the client does not offer the tool to the model, and rejects it if called anyway. `fault`: the call was
 * rejected before anything was decided, so the question was invalid.
 */
export type ClientVerdict = "allow" | "ask" | "deny" | "hidden" | "fault";

/** As the session's main agent, or as an agent that another one called. */
export type AgentPosition = "main" | "subagent";

export interface ClientDecision {
  readonly tool: string;
  readonly input: ToolUse["input"];
  readonly verdict: ClientVerdict;
  /** The result as the model sees it. */
  readonly message: string;
}

/** One agent's run: what it sent to the model, and the result of each call. */
export interface AskedAgent {
  /** False if the client did not run this agent at all; the complaints may say why. */
  readonly hasRun: boolean;
  readonly text: string;
  readonly tools: readonly string[];
  /** The client's complaints about our files. */
  readonly complaints: readonly string[];
  readonly decisions: readonly ClientDecision[];
}

/**
 * Plays all calls at once, in one turn of the model. Allowed calls are carried out: shell commands are not run, but
 * files are written, so paths outside the project must stay inside the scene.
 */
export type AskAgent = (agent: string, position: AgentPosition, uses: readonly ToolUse[]) => Promise<AskedAgent>;

export function decision(use: ToolUse, verdict: ClientVerdict, message: string): ClientDecision {
  return { tool: use.tool, input: use.input, verdict, message };
}
