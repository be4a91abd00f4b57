/** Runs the real Pi: what reaches its model, and what its extensions block; with pi-subagents also in a subagent. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type AgentPosition,
  type AskAgent,
  type ClientDecision,
  type ClientVerdict,
  decision,
} from "../../../doctor/decision.ts";
import { put, type Scene } from "../../../doctor/scene.ts";
import { at, listAt, stringAt, type ToolUse, textOf } from "../../../doctor/scripted-model/conversation.ts";
import { type ScriptedModel, sentByAgent } from "../../../doctor/scripted-model/scripted-model.ts";
import { type Program, type Run, runProgram } from "../../../process/run.ts";

/** In `main` the name is only for display: Pi has one main agent. */
export interface Pi {
  /** Runs headless, so that `ask` is answered as deny. */
  readonly ask: AskAgent;
  /** The main session with a user who says no. */
  readonly decideAttended: (uses: readonly ToolUse[]) => Promise<readonly ClientDecision[]>;
  /** One user message, such as a slash command. */
  readonly say: (message: string) => Promise<Run>;
  /** The slash commands that the client offers: prompts, and skills as `skill:NAME`. */
  readonly commands: () => Promise<readonly string[]>;
  /** The agents that pi-subagents lists, as text. */
  readonly list: () => Promise<string>;
}

interface PiOptions {
  /** Runs allowed commands. */
  readonly runs?: true;
  /** Lets the client record the session. */
  readonly records?: true;
}

/** With `pi-subagents` if the client has it. */
export function pi(program: Program, scene: Scene, model: ScriptedModel, options: PiOptions = {}): Pi {
  const client = { program, scene, model, options };
  prepare(client);
  return {
    ask: async (agent, position, uses) => {
      const prompt = model.play([uses]);
      const { run, refusal } = await talkAs(client, agent, position, prompt);
      const decisions = model.played(prompt).map(({ result }, index) => {
        // An agent that may not be called can do nothing.
        if (result === undefined && refusal !== undefined) return decision(uses[index]!, "deny", refusal);
        if (result === undefined) return decision(uses[index]!, "fault", run.stdout.slice(-500));
        return decision(uses[index]!, verdictOf(uses[index]!, result.text), result.text);
      });
      const complaints = run.stderr.split("\n").filter((line) => line.trim() !== "");
      return { ...sentByAgent(model, prompt), complaints, decisions };
    },
    decideAttended: (uses) => decideAttended(client, uses),
    say: (message) => talk(client, message),
    commands: () => listCommands(client),
    list: async () => {
      const prompt = model.play([[{ tool: "subagent", input: { action: "list", capabilities: true } }]]);
      const run = await talk(client, prompt);
      return model.played(prompt)[0]?.result?.text ?? `${run.stderr}${run.stdout.slice(-500)}`;
    },
  };
}

interface Running {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
  readonly options: PiOptions;
}

function prepare({ program, scene, model, options }: Running): void {
  const shell = join(scene.root, "shell", "bash");
  put(shell, "#!/bin/sh\necho not run\n", 0o755);
  put(join(scene.home, ".pi/agent/models.json"), modelFile(model));
  // The client and its package are in the same node_modules.
  const modules = program[1]?.split("/@earendil-works/")[0];
  const subagents = modules === undefined ? undefined : join(modules, "pi-subagents");
  const more = subagents !== undefined && existsSync(subagents) ? { packages: [subagents] } : {};
  // The worst case: Pi 0.85 loads a project's extensions only if the user trusts it.
  const trust = { defaultProjectTrust: "always" };
  const still = options.runs ? {} : { shellPath: shell };
  const settings = { ...still, ...trust, ...more, subagents: { disableBuiltins: true } };
  put(join(scene.home, ".pi/agent/settings.json"), JSON.stringify(settings));
}

export function modelFile({ url }: ScriptedModel): string {
  const models = [{ id: "scripted" }];
  const scripted = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none", models };
  return JSON.stringify({ providers: { scripted } });
}

/** The gate's sentence, in case it denies calling the agent at all. */
async function talkAs(client: Running, agent: string, position: AgentPosition, prompt: string) {
  if (position === "main") return { run: await talk(client, prompt), refusal: undefined };
  const input = { agent, task: prompt, async: false };
  const outer = client.model.play([[{ tool: "subagent", input }]]);
  const run = await talk(client, outer);
  const answer = client.model.played(outer)[0]?.result?.text;
  return { run, refusal: answer?.startsWith("surcingle:") ? answer : undefined };
}

function talk({ program, scene, options }: Running, prompt: string): Promise<Run> {
  return runProgram({
    program,
    words: ["-p", ...(options.records ? [] : ["--no-session"]), "--model", "scripted/scripted", prompt],
    directory: scene.project,
    environment: environmentOf(program, scene),
  });
}

function environmentOf(program: Program, scene: Scene): Record<string, string> {
  const path = program.length > 1 ? `${dirname(program[0])}:${scene.environment.PATH}` : scene.environment.PATH!;
  return { ...scene.environment, PATH: path, ...quietVariables };
}

export const quietVariables = { PI_OFFLINE: "1", PI_TELEMETRY: "0" };

/** Anything that is not a known denial counts as allowed, so that a mistake here cannot hide a loose decision. */
function verdictOf({ tool }: ToolUse, text: string): ClientVerdict {
  if (/^Tool \S+ not found/.test(text)) return "hidden";
  if (/^surcingle:/.test(text)) return "deny";
  // An extension that throws blocks the call with any text; only our shell prints this.
  return tool === "bash" && !/^(not run|\(no output\))/.test(text) ? "deny" : "allow";
}

async function listCommands({ program, scene }: Running): Promise<readonly string[]> {
  let names: readonly string[] = [];
  await runProgram({
    program,
    words: ["--mode", "rpc", "--no-session", "--model", "scripted/scripted"],
    directory: scene.project,
    environment: environmentOf(program, scene),
    input: `${JSON.stringify({ type: "get_commands" })}\n`,
    onLine: (line, input) => {
      const event: unknown = JSON.parse(line);
      if (stringAt(event, "command") !== "get_commands") return;
      names = listAt(at(event, "data"), "commands").map((command) => stringAt(command, "name"));
      input.end();
    },
  });
  return names;
}

/** Uses the client's own protocol, in which it asks on its output. */
async function decideAttended(client: Running, uses: readonly ToolUse[]): Promise<readonly ClientDecision[]> {
  const { program, scene, model } = client;
  const prompt = model.play([uses]);
  const asked = new Set<string>();
  const results = new Map<string, string>();
  let current = "";
  const run = await runProgram({
    program,
    words: ["--mode", "rpc", "--no-session", "--model", "scripted/scripted"],
    directory: scene.project,
    environment: environmentOf(program, scene),
    input: `${JSON.stringify({ type: "prompt", message: prompt })}\n`,
    onLine: (line, input) => {
      const event: unknown = JSON.parse(line);
      const id = stringAt(event, "toolCallId");
      switch (stringAt(event, "type")) {
        case "tool_execution_start":
          current = id;
          break;
        case "tool_execution_end":
          results.set(id, textOf(at(at(event, "result"), "content")));
          break;
        case "extension_ui_request": {
          if (!["confirm", "select", "input", "editor"].includes(stringAt(event, "method"))) break;
          // Pi checks the calls one after the other before it runs any, so the question is about the last one.
          asked.add(current);
          const answer = { type: "extension_ui_response", id: at(event, "id"), cancelled: true };
          input.write(`${JSON.stringify(answer)}\n`);
          break;
        }
        case "agent_end":
          input.end();
      }
    },
  });
  return model.played(prompt).map(({ id }, index) => {
    const text = results.get(id);
    if (text === undefined) return decision(uses[index]!, "fault", `${run.stderr}${run.stdout.slice(-500)}`);
    return decision(uses[index]!, asked.has(id) ? "ask" : verdictOf(uses[index]!, text), text);
  });
}
