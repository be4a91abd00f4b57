/** Runs the real Claude Code: what it loads from a tree, and what it decides. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { type AgentPosition, type AskAgent, type ClientVerdict, decision } from "../../../doctor/decision.ts";
import { put, type Scene } from "../../../doctor/scene.ts";
import { at, listAt, type Result, stringAt, type ToolUse } from "../../../doctor/scripted-model/conversation.ts";
import { type ScriptedModel, sentByAgent } from "../../../doctor/scripted-model/scripted-model.ts";
import { type Program, type Run, runProgram } from "../../../process/run.ts";

/** The first event of a run, and the complaints in the debug log. */
interface ClaudeListing {
  readonly exitCode: number | undefined;
  readonly agents: readonly string[];
  readonly tools: readonly string[];
  readonly skills: readonly string[];
  readonly commands: readonly string[];
  readonly complaints: readonly string[];
}

export interface ClaudeCode {
  readonly list: () => Promise<ClaudeListing>;
  /** One user message, such as a slash command. Returns the calls that a user was asked about, and why. */
  readonly say: (message: string, words?: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Several messages of one session, each sent after the previous one ended. */
  readonly converse: (messages: readonly [string, ...string[]], words?: readonly string[]) => Promise<void>;
  readonly ask: AskAgent;
  /** The result of each call, as the model sees it. */
  readonly results: (
    agent: string,
    position: AgentPosition,
    turns: readonly (readonly ToolUse[])[],
  ) => Promise<readonly string[]>;
}

interface ClaudeOptions {
  /** Runs allowed commands. */
  readonly runs?: true;
  /** The user's answer when the client asks. Default: no. */
  readonly answer?: "yes" | "no";
  /** How long one run of the client may take. */
  readonly seconds?: number;
}

export function claudeCode(
  program: Program,
  scene: Scene,
  model: ScriptedModel,
  options: ClaudeOptions = {},
): ClaudeCode {
  const client = { program, scene, model, options };
  return {
    list: async () => {
      const { run, complaints } = await talk(client, [], model.play([]));
      const first = eventsOf(run).find((event) => stringAt(event, "subtype") === "init");
      const names = (key: string): string[] => listAt(first, key).map((name) => String(name));
      const lists = { agents: names("agents"), tools: names("tools"), skills: names("skills") };
      return { exitCode: run.exitCode, ...lists, commands: names("slash_commands"), complaints };
    },
    say: async (message, words = []) => (await talk(client, words, message)).asked,
    converse: async ([first, ...later], words = []) => void (await talk(client, words, first, later)),
    ask: async (agent, position, uses) => {
      const prompt = model.play([uses]);
      const { asked, complaints } = await talkAs(client, agent, position, prompt);
      const decisions = model.played(prompt).map(({ id, result }, index) => {
        const reason = asked.get(id);
        if (reason !== undefined) return decision(uses[index]!, "ask", reason);
        return decision(uses[index]!, verdictOf(result), result?.text ?? "");
      });
      return { ...sentByAgent(model, prompt), complaints, decisions };
    },
    results: async (agent, position, turns) => {
      const prompt = model.play(turns);
      const { run } = await talkAs(client, agent, position, prompt);
      // The last request contains the results of all turns.
      const last = JSON.stringify(model.requests(prompt).at(-1)?.body ?? "");
      const texts = [...last.matchAll(/"type":"tool_result".*?"content":("(?:[^"\\]|\\.)*")/g)];
      if (texts.length > 0) return texts.map(([, text]) => JSON.parse(text!) as string);
      return [model.played(prompt)[0]?.result?.text ?? `${run.stdout.slice(-3000)}\n${run.stderr.slice(-3000)}`];
    },
  };
}

interface Running {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
  readonly options: ClaudeOptions;
}

function talkAs(client: Running, agent: string, position: AgentPosition, prompt: string) {
  if (position === "main") return talk(client, ["--agent", agent], prompt);
  const input = { description: "ask", prompt, subagent_type: agent, run_in_background: false };
  return talk(client, [], client.model.play([[{ tool: "Agent", input }]]));
}

async function talk(
  { program, scene, model, options }: Running,
  words: readonly string[],
  prompt: string,
  later: readonly string[] = [],
) {
  const log = join(scene.root, "debug.log");
  put(log, "");
  const asked = new Map<string, string>();
  const first = model.played(prompt)[0]?.id;
  const rest = [...later];
  const lineOf = (content: string): string =>
    `${JSON.stringify({ type: "user", message: { role: "user", content }, session_id: "", parent_tool_use_id: null })}\n`;
  const run = await runProgram({
    program,
    words: ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"].concat(
      ["--permission-prompt-tool", "stdio", "--debug-file", log],
      words,
    ),
    directory: scene.project,
    environment: environmentOf(scene, model.url, options),
    ...(options.seconds !== undefined && { seconds: options.seconds }),
    input: lineOf(prompt),
    onLine: (line, input) => {
      const next = stringAt(parsed(line), "type") === "result" ? rest.shift() : undefined;
      if (next !== undefined) input.write(lineOf(next));
      else answer(line, input, asked, first, options);
    },
  });
  const complaints = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => complaint.test(line));
  // If the client did not finish, its standard error says why.
  return { run, asked, complaints: run.exitCode === 0 ? complaints : [...complaints, run.stderr.trim()] };
}

/** Debug log lines about one of our files that the client rejected. */
const complaint = /Agent file|Invalid hooks|Failed to parse|specified in frontmatter was not found/;

/**
 * The client asks on its output and is answered on its input. Unless the answer is yes, only our own delegation is
 * allowed.
 */
function answer(
  line: string,
  input: Writable,
  asked: Map<string, string>,
  first: string | undefined,
  options: ClaudeOptions,
): void {
  const event = parsed(line);
  if (stringAt(event, "type") === "result") input.end();
  if (stringAt(event, "type") !== "control_request") return;
  const request = at(event, "request");
  const use = stringAt(request, "tool_use_id");
  asked.set(use, stringAt(request, "decision_reason"));
  const verdict =
    options.answer === "yes" || (stringAt(request, "tool_name") === "Agent" && use === first)
      ? { behavior: "allow", updatedInput: at(request, "input") }
      : { behavior: "deny", message: "asked" };
  const response = { subtype: "success", request_id: at(event, "request_id"), response: verdict };
  input.write(`${JSON.stringify({ type: "control_response", response })}\n`);
}

function eventsOf(run: Run): unknown[] {
  return run.stdout.split("\n").map(parsed);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function verdictOf(result: Result | undefined): ClientVerdict {
  if (result === undefined) return "fault";
  if (!result.failed) return "allow";
  // The client itself denies the model a skill that is for users only.
  if (/No such tool available|cannot be used with Skill tool due to disable-model-invocation/.test(result.text))
    return "hidden";
  if (/surcingle:|hook error|Permission to use|has been denied|was denied|denied by/i.test(result.text)) return "deny";
  return /tool_use_error/.test(result.text) ? "fault" : "allow";
}

function environmentOf(scene: Scene, url: string, { runs, seconds }: ClaudeOptions): Record<string, string> {
  // Without this, the client moves a command to the background after ten minutes.
  const longest = seconds === undefined ? {} : { BASH_MAX_TIMEOUT_MS: String(seconds * 1000) };
  const environment = { ...scene.environment, ...quietEnvironment(url), ...longest };
  if (runs) return environment;
  // The client prepends this to every command it starts: commands of its shell tool are not run, hooks are.
  const shell = join(scene.root, "shell", "prefix");
  put(shell, '#!/bin/sh\ncase "$*" in *"eval "*) echo not run ;; *) exec /bin/sh -c "$*" ;; esac\n', 0o755);
  return { ...environment, CLAUDE_CODE_SHELL_PREFIX: shell };
}

/** Variables that point the client at the scripted model and turn off telemetry and updates. */
export function quietEnvironment(url: string): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}
