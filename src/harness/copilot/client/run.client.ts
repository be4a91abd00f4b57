/** Runs the real Copilot CLI: which agents it loads, what reaches its model, and what its hooks decide. */
import { join } from "node:path";
import { type AgentPosition, type AskAgent, type ClientVerdict, decision } from "../../../doctor/decision.ts";
import { put, type Scene } from "../../../doctor/scene.ts";
import type { Result, ToolUse } from "../../../doctor/scripted-model/conversation.ts";
import { type ScriptedModel, sentByAgent } from "../../../doctor/scripted-model/scripted-model.ts";
import { type Program, type Run, runProgram } from "../../../process/run.ts";

export interface Copilot {
  readonly list: () => Promise<readonly string[]>;
  /** One message to an agent. */
  readonly say: (agent: string, message: string) => Promise<Run>;
  /** There is no user to ask, and the client reports that. */
  readonly ask: AskAgent;
}

interface CopilotOptions {
  /** Runs allowed commands. */
  readonly runs?: true;
}

export function copilot(program: Program, scene: Scene, model: ScriptedModel, options: CopilotOptions = {}): Copilot {
  const client = { program, scene, model, options };
  put(join(scene.root, "shell", "env"), shellStart);
  return {
    list: async () => {
      const run = await talk(client, ["--agent", "no such agent"], "list");
      return /available: (.*)/.exec(run.stdout + run.stderr)?.[1]?.split(", ") ?? [];
    },
    say: (agent, message) => talk(client, ["--agent", agent], message),
    ask: async (agent, position, uses) => {
      const prompt = model.play([uses.map(withDescription)]);
      const run = await talkAs(client, agent, position, prompt);
      const decisions = model.played(prompt).map(({ result }, index) => {
        return decision(uses[index]!, verdictOf(uses[index]!, result), result?.text ?? "");
      });
      const seen = sentByAgent(model, prompt);
      return { ...seen, complaints: seen.hasRun ? [] : [(run.stderr + run.stdout).trim()], decisions };
    },
  };
}

interface Running {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
  readonly options: CopilotOptions;
}

/** Every bash reads this first. Copilot 1.0 passes the project to its hooks, and the session to its shell tool. */
const shellStart = `if [ -z "$COPILOT_PROJECT_DIR" ] || [ -n "$COPILOT_AGENT_SESSION_ID" ]; then echo not run; exit 0; fi
`;

function talkAs(client: Running, agent: string, position: AgentPosition, prompt: string): Promise<Run> {
  if (position === "main") return talk(client, ["--agent", agent], prompt);
  const input = { agent_type: agent, name: "asked", description: "ask", prompt, mode: "sync" };
  // The built-in agent may call any other without asking.
  return talk(client, ["--allow-tool", "task"], client.model.play([[{ tool: "task", input }]], prompt));
}

function talk({ program, scene, model, options }: Running, words: readonly string[], prompt: string): Promise<Run> {
  return runProgram({
    program,
    words: [...words, ...(options.runs ? [] : ["--bash-env", "on"]), "-p", prompt],
    directory: scene.project,
    environment: {
      ...scene.environment,
      ...(options.runs ? {} : { BASH_ENV: join(scene.root, "shell", "env") }),
      ...quietEnvironment(model.url),
    },
  });
}

/** Variables that point the client at the scripted model and turn off telemetry and updates. */
export function quietEnvironment(url: string): Record<string, string> {
  return {
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_MODEL: "scripted",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  };
}

function withDescription(use: ToolUse): ToolUse {
  return use.tool === "bash" ? { ...use, input: { description: "ask", ...use.input } } : use;
}

/** Anything that is not a known denial counts as allowed, so that a mistake here cannot hide a loose decision. */
function verdictOf({ tool }: ToolUse, result: Result | undefined): ClientVerdict {
  if (result === undefined) return "fault";
  const { text } = result;
  if (/^Tool '\S+' does not exist/.test(text)) return "hidden";
  if (/unable to ask user|denied because no interactive user/.test(text)) return "ask";
  if (/^Denied by preToolUse hook/.test(text)) return "deny";
  // On a busy machine, the client occasionally loses the output of a command that ran.
  return tool === "bash" && !/not run|<shellId: \d+ completed/.test(text) ? "deny" : "allow";
}
