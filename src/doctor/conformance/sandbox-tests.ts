/** How the sandbox is tested on a real client: allowed commands run, and their results are checked. */
import type { Program } from "../../process/run.ts";
import { type AgentPosition, type AskAgent, attemptEach } from "../decision.ts";
import type { Scene } from "../scene.ts";
import type { ToolUse } from "../scripted-model/conversation.ts";
import type { ScriptedModel } from "../scripted-model/scripted-model.ts";

export interface SandboxStage {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
}

interface SandboxRun {
  readonly agent: string;
  readonly position: AgentPosition;
  /** Run one after the other. One that is not a text is a call of another tool. */
  readonly commands: readonly (string | ToolUse)[];
  /** The user's answer when the client asks. Default: no. */
  readonly answer?: "yes" | "no";
  /** How long one command may take. Default: as long as the client lets it. */
  readonly seconds?: number;
}

export interface SandboxClient {
  /** The agent positions to test for each package, by its id. */
  readonly positions: Readonly<Record<string, readonly AgentPosition[]>>;
  /** Lines of `surcingle.toml` that make an agent the main agent, if the client needs that. */
  readonly mainAgent?: (agent: string) => string;
  /** The result of each command as the model sees it. */
  readonly run: (stage: SandboxStage, run: SandboxRun) => Promise<readonly string[]>;
  /**
   * Files of the home with which the client's own rules deny `touch` and ask about `mkdir`. Only if `run` can answer
   * questions, and the commands run in one session.
   */
  readonly ownRules?: Readonly<Record<string, string>>;
  /** A hook of the user that replaces commands and so discards our replacement. */
  readonly secondHook?: {
    /** A program for Node.js. */
    readonly script: string;
    /** The file of the home, and its content, that makes the client start the program. */
    readonly settings: (program: string) => readonly [path: string, content: object];
  };
  /** `run` can approve a command that the client asks about. */
  readonly approves?: true;
  /** What a program cannot do even without our sandbox, because the client has its own. */
  readonly stops?: readonly string[];
}

/** For a client that is started again for each command. */
export async function runEach(
  ask: AskAgent,
  { agent, position, commands }: SandboxRun,
  useFor = (command: string): ToolUse => ({ tool: "bash", input: { command } }),
): Promise<readonly string[]> {
  const attempt = attemptEach(ask, agent, useFor);
  const texts: string[] = [];
  for (const command of commands) {
    if (typeof command !== "string") throw new Error("this client is tested with commands only");
    const [decision] = await attempt([position], command);
    texts.push(decision?.message ?? "(no result)");
  }
  return texts;
}
