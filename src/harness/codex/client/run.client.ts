/** Runs the real Codex: which roles it knows, what reaches its model, and what its hooks decide. */
import { join } from "node:path";
import { type AgentPosition, type AskAgent, type ClientVerdict, decision } from "../../../doctor/decision.ts";
import { put, type Scene } from "../../../doctor/scene.ts";
import { at, type Result, stringAt, type ToolUse } from "../../../doctor/scripted-model/conversation.ts";
import { type ScriptedModel, sentByAgent } from "../../../doctor/scripted-model/scripted-model.ts";
import { type Program, type Run, runProgram } from "../../../process/run.ts";

/** A main agent is a profile, a subagent is a role. */
interface Codex {
  /** The roles the client offers to its model. It may still fail to start one. */
  readonly list: () => Promise<readonly string[]>;
  /** Codex cannot ask, so there is no `ask`. */
  readonly ask: AskAgent;
}

interface CodexOptions {
  /** The profile whose session starts the subagents; without one, a session without a profile. */
  readonly starter?: string | undefined;
  /** More lines for `config.toml`, such as the trust in hooks. */
  readonly config?: string;
  /** More feature flags for `config.toml`. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** Runs untrusted hooks. Only for tests that are not about trust. */
  readonly isTrusting?: boolean;
  /** Runs allowed commands. */
  readonly runs?: boolean;
}

export function codex(program: Program, scene: Scene, model: ScriptedModel, options: CodexOptions = {}): Codex {
  const client = { program, scene, model, options };
  prepare(client);
  return {
    list: async () => {
      const prompt = model.play([]);
      // The client shows all tools at once to a model it does not know.
      await talk(client, ["-c", 'model="unknown"'], prompt);
      const tools = JSON.stringify(at(model.requests(prompt)[0]?.body, "tools") ?? "");
      return [...tools.slice(tools.indexOf("Available roles:")).matchAll(/\\n([^\\{]+): \{/g)].map(
        (match) => match[1]!,
      );
    },
    ask: async (agent, position, uses) => {
      const prompt = model.play([uses]);
      const run = await talkAs(client, agent, position, prompt);
      const decisions = model.played(prompt).map(({ result }, index) => {
        const message = result?.text ?? `${run.stderr.slice(-500)}${run.stdout.slice(-500)}`;
        return decision(uses[index]!, verdictOf(uses[index]!, result), message);
      });
      return { ...sentByAgent(model, prompt), complaints: complaintsOf(run), decisions };
    },
  };
}

interface Running {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
  readonly options: CodexOptions;
}

function prepare({ scene, model, options }: Running): void {
  // Codex 0.166 starts commands in the user's login shell, which reads this first, so nothing runs.
  for (const start of options.runs ? [] : [".bash_profile", ".zshenv", ".profile", ".config/fish/config.fish"]) {
    put(join(scene.home, start), "echo not run\nexit 0\n");
  }
  const features = { multi_agent: true, shell_snapshot: false, ...options.features };
  // A model from the client's own catalogue; without one there is no tool for patches.
  const config = `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
${options.config ?? ""}
[model_providers.scripted]
name = "scripted"
base_url = "${model.url}/v1"
wire_api = "responses"
supports_websockets = false
request_max_retries = 0
stream_max_retries = 0
[projects."${scene.project}"]
trust_level = "trusted"
[features]
${Object.entries(features)
  .map(([name, isOn]) => `${name} = ${isOn}\n`)
  .join("")}`;
  put(join(scene.home, ".codex/config.toml"), config);
}

function talkAs(client: Running, agent: string, position: AgentPosition, prompt: string): Promise<Run> {
  if (position === "main") return talk(client, ["-p", agent], prompt);
  const spawn = { tool: "spawn_agent", namespace: "multi_agent_v1", input: { agent_type: agent, message: prompt } };
  // The client exits with its main agent, so that one must not finish first.
  const { starter } = client.options;
  return talk(client, starter === undefined ? [] : ["-p", starter], client.model.play([[spawn]], prompt));
}

function talk({ program, scene, options }: Running, words: readonly string[], prompt: string): Promise<Run> {
  const trusting = options.isTrusting ? ["--dangerously-bypass-hook-trust"] : [];
  return runProgram({
    program,
    words: ["exec", ...words, "--skip-git-repo-check", "--json", ...trusting, prompt],
    directory: scene.project,
    environment: scene.environment,
  });
}

function complaintsOf(run: Run): string[] {
  const messages = run.stdout.split("\n").flatMap((line) => {
    if (!line.startsWith('{"type":"item.completed"')) return [];
    const item = at(JSON.parse(line), "item");
    return stringAt(item, "type") === "error" ? [stringAt(item, "message").trim()] : [];
  });
  return [...new Set(messages.filter((message) => !message.includes("--dangerously-bypass-hook-trust")))];
}

/** Anything that is not a known denial counts as allowed, so that a mistake here cannot hide a loose decision. */
function verdictOf({ tool }: ToolUse, result: Result | undefined): ClientVerdict {
  if (result === undefined) return "fault";
  if (/^unsupported (custom tool )?call: /.test(result.text)) return "hidden";
  if (/blocked by PreToolUse hook/.test(result.text)) return "deny";
  return tool === "exec_command" && !/not run|Process (exited|running) with/.test(result.text) ? "deny" : "allow";
}
