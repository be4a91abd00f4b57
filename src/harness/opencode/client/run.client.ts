/** Runs the real OpenCode: what it loads from a tree, and what it decides. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type AgentPosition, type ClientDecision, decision } from "../../../doctor/decision.ts";
import { put, type Scene } from "../../../doctor/scene.ts";
import { at, listAt, stringAt, type ToolUse } from "../../../doctor/scripted-model/conversation.ts";
import { type ScriptedModel, sentByAgent } from "../../../doctor/scripted-model/scripted-model.ts";
import { findProgram } from "../../../process/find-program.ts";
import { type Child, type Program, type Run, runProgram, startProgram, stopProgram } from "../../../process/run.ts";

interface OpencodeAgent {
  readonly name: string;
  readonly mode: string;
  readonly prompt: string;
  /** Offered to the model. */
  readonly tools: readonly string[];
  /** The ordered rules as the client resolved them. The last match wins. */
  readonly rules: readonly { readonly permission: string; readonly pattern: string; readonly action: string }[];
}

/** `debug config`: exits with 0 if the client accepts everything it reads. */
export function opencodeConfig(program: Program, scene: Scene): Promise<Run> {
  return opencodeDebug(program, scene, ["config"]);
}

/** The parsed output of `debug agent NAME`. Throws if the client does not know the agent. */
export async function opencodeAgent(program: Program, scene: Scene, name: string): Promise<OpencodeAgent> {
  const run = await opencodeDebug(program, scene, ["agent", name]);
  if (run.exitCode !== 0)
    throw new Error(`debug agent ${name} ended with ${run.exitCode}: ${run.stderr.slice(0, 500)}`);
  const found: unknown = JSON.parse(run.stdout);
  const tools = at(found, "tools");
  return {
    name: stringAt(found, "name"),
    mode: stringAt(found, "mode"),
    prompt: stringAt(found, "prompt"),
    tools: Object.entries(tools ?? {}).flatMap(([tool, isOffered]) => (isOffered === true ? [tool] : [])),
    rules: listAt(found, "permission").map((rule) => ({
      permission: stringAt(rule, "permission"),
      pattern: stringAt(rule, "pattern"),
      action: stringAt(rule, "action"),
    })),
  };
}

/** The client's complaints about what it read. */
export function opencodeDebug(program: Program, scene: Scene, words: readonly string[]): Promise<Run> {
  const environment = environmentOf(scene, {});
  return runProgram({ program, words: ["debug", ...words], directory: scene.project, environment });
}

/** One running server for many decisions. */
export interface OpencodeServer {
  /** The agents that the client knows, with their modes. */
  readonly agents: () => Promise<ReadonlyMap<string, string>>;
  /**
   * All calls at once, as one turn of the model. Calls on paths outside the project must stay inside the scene, because
   * they run.
   */
  readonly decide: (
    agent: string,
    position: AgentPosition,
    uses: readonly ToolUse[],
  ) => Promise<readonly ClientDecision[]>;
  /** Any other request about the project. */
  readonly send: Send;
  readonly stop: () => Promise<void>;
}

/** `runs`: runs commands, in the machine's shell. */
export async function startOpencode(
  program: Program,
  scene: Scene,
  model: ScriptedModel,
  { runs = false } = {},
): Promise<OpencodeServer> {
  // The client requires a shell with a known name; this one runs nothing.
  const shell = join(scene.root, "shell", "bash");
  put(shell, "#!/bin/sh\necho not run\n", 0o755);
  // For a sandboxed agent our plugin replaces that shell, and this program starts the sandbox.
  const programs = join(scene.root, "shell", "bin");
  put(join(programs, "bwrap"), bubblewrapFor(findProgram("bwrap", scene.environment)), 0o755);
  const path = runs ? {} : { PATH: `${programs}:${scene.environment["PATH"]}` };
  const environment = { ...environmentOf(scene, { ...providerOf(model.url), ...(runs ? {} : { shell }) }), ...path };
  const words = ["serve", "--hostname", "127.0.0.1", "--port", "0", "--print-logs", "--log-level", "WARN"];
  const child = await startProgram({ program: watched(program), words, directory: scene.project, environment });
  const url = await addressOf(child);
  const send: Send = async (method, path, body) => {
    const query = `?directory=${encodeURIComponent(scene.project)}`;
    const { status, text } = await request(method, url + path + query, body);
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const events = await follow(`${url}/event?directory=${encodeURIComponent(scene.project)}`, send).catch((error) => {
    stopProgram(child, "SIGKILL");
    throw error;
  });
  return {
    send,
    agents: async () => {
      const list = await send("GET", "/agent");
      const all = Array.isArray(list) ? list : [];
      return new Map(all.map((agent) => [stringAt(agent, "name"), stringAt(agent, "mode")]));
    },
    decide: async (agent, position, uses) => {
      const out: ClientDecision[] = [];
      for (const turn of turnsOf(uses)) {
        out.push(...(await decideTurn(send, events.asked, model, agent, position, turn)));
      }
      return out;
    },
    stop: async () => {
      events.stop();
      const ended = new Promise((resolve) => child.once("close", resolve));
      stopProgram(child, "SIGTERM");
      await Promise.race([ended, sleep(3000)]);
      stopProgram(child, "SIGKILL");
    },
  };
}

/** Creates the real sandbox, but runs nothing in it. Without bubblewrap, only the decision is tested. */
function bubblewrapFor(real: string | undefined): string {
  if (real === undefined) return "#!/bin/sh\necho '{ \"exit-code\": 0 }' >&3\necho not run\n";
  return `#!/bin/sh
isCommand=''
for word; do
  shift
  if [ "$word" = -- ]; then isCommand=1; fi
  [ -n "$isCommand" ] || set -- "$@" "$word"
done
exec '${real}' "$@" -- echo not run
`;
}

/** Not `fetch`, which gives up after five minutes: the answer comes when every command of the turn has ended. */
async function request(
  method: string,
  url: string,
  body: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  // Loaded here, because in the bundle every command would otherwise load it.
  const http = await import("node:http");
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = http.request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 500, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A server reuses the port of the one before it, whose connection may still be open: the first try can fail. */
async function follow(url: string, send: Send): ReturnType<typeof followEvents> {
  return followEvents(url, send).catch(async () => {
    await sleep(500);
    return followEvents(url, send);
  });
}

/** A server must not outlive a killed test: its standard input ends with the test, which stops it. */
function watched(program: Program): Program {
  // Background processes of a shell have no input, so the real one is kept as another descriptor.
  const script = 'exec 3<&0; "$@" </dev/null 3<&- & server=$!; (cat <&3; kill $server) >/dev/null 2>&1 & wait $server';
  return ["/bin/sh", "-c", script, "sh", ...program];
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function decideTurn(
  send: Send,
  asked: ReadonlySet<string>,
  model: ScriptedModel,
  agent: string,
  position: AgentPosition,
  uses: readonly ToolUse[],
): Promise<ClientDecision[]> {
  const inner = model.play([uses.map((use, index) => withDescription(use, index))]);
  const task = { tool: "task", input: { description: "ask", prompt: inner, subagent_type: agent } };
  const prompt = position === "main" ? inner : model.play([[task]]);
  const id = stringAt(await send("POST", "/session", { title: "ask" }), "id");
  await send("POST", `/session/${id}/message`, {
    // The client's own agent may call any other.
    agent: position === "main" ? agent : "build",
    model: { providerID: "scripted", modelID: uses.some(isPatch) ? patching : "scripted" },
    parts: [{ type: "text", text: prompt }],
  });
  const owner = position === "main" ? id : await childOf(send, id);
  const messages = await send("GET", `/session/${owner}/message`);
  const parts = (Array.isArray(messages) ? messages : []).flatMap((message) => listAt(message, "parts"));
  const calls = parts.filter((part) => stringAt(part, "type") === "tool");
  const callOf = (index: number): unknown => calls.find((part) => stringAt(part, "callID").endsWith(`_0_${index}`));
  // If no tool is offered, the client drops the model's calls.
  const { hasRun, tools } = sentByAgent(model, inner);
  if (hasRun && tools.length === 0) return uses.map((use) => decision(use, "hidden", "the agent has no tool"));
  return uses.map((use, index) => judge(use, callOf(index), asked));
}

/** For a model with such a name, the client offers patches instead of its other file tools. */
const patching = "gpt-5-scripted";

const isPatch = ({ tool }: ToolUse): boolean => tool === "apply_patch";

/** With more calls than this in one turn, the client slows down. */
const mostCalls = 60;

function turnsOf(uses: readonly ToolUse[]): readonly (readonly ToolUse[])[] {
  const turns: ToolUse[][] = [];
  for (const use of uses) {
    const last = turns.at(-1);
    if (last && last.length < mostCalls && isPatch(last[0]!) === isPatch(use)) last.push(use);
    else turns.push([use]);
  }
  return turns;
}

/** The client stops a model that repeats itself, so equal commands get different descriptions. */
function withDescription(use: ToolUse, index: number): ToolUse {
  return use.tool === "bash" ? { ...use, input: { description: `call ${index}`, ...use.input } } : use;
}

async function childOf(send: Send, id: string): Promise<string> {
  const children = await send("GET", `/session/${id}/children`);
  const child = stringAt(Array.isArray(children) ? children[0] : undefined, "id");
  if (child === "") throw new Error("the subagent was not started");
  return child;
}

function judge(use: ToolUse, part: unknown, asked: ReadonlySet<string>): ClientDecision {
  if (part === undefined) throw new Error(`OpenCode ignored a call of ${use.tool}`);
  const state = at(part, "state");
  const message = stringAt(state, "error") || stringAt(state, "output");
  if (stringAt(part, "tool") === "invalid" || /tried to call unavailable tool/.test(message)) {
    return decision(use, "hidden", message);
  }
  // The gate has allowed the command, and the wrapper could not start it.
  if (message.includes("surcingle: not run, because the sandbox")) return decision(use, "fault", message);
  if (/specified a rule which prevents you from using|^(Error: )?surcingle:|URL must start with http/.test(message)) {
    return decision(use, "deny", message);
  }
  return decision(use, asked.has(stringAt(part, "callID")) ? "ask" : "allow", message);
}

function environmentOf(scene: Scene, config: object): Record<string, string> {
  return { ...scene.environment, ...quietVariables, OPENCODE_CONFIG_CONTENT: JSON.stringify(config) };
}

export const quietVariables = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  OPENCODE_ENABLE_EXA: "1",
  // With a plugin and no network, OpenCode 1.18 waits more than a minute for its own package.
  npm_config_offline: "true",
};

/** Merged last, and not in any file. */
export function providerOf(url: string): object {
  const model = { tool_call: true, limit: { context: 1_000_000, output: 8000 } };
  const models = Object.fromEntries(["scripted", patching].map((name) => [name, { name, ...model }]));
  const options = { baseURL: `${url}/v1`, apiKey: "none" };
  return {
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    enabled_providers: ["scripted"],
    share: "disabled",
    autoupdate: false,
    snapshot: false,
    // Otherwise a subagent's call of a subagent fails before anything is decided.
    subagent_depth: 3,
    provider: { scripted: { npm: "@ai-sdk/openai-compatible", name: "scripted", options, models } },
  };
}

function addressOf(child: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`OpenCode did not start\n${output}`)), 90_000);
    const read = (chunk: Buffer): void => {
      output += chunk;
      const address = /listening on (http:\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("close", (code) => reject(new Error(`OpenCode ended with ${code}\n${output}`)));
  });
}

interface Events {
  /** The ids of the calls that were asked about. */
  readonly asked: ReadonlySet<string>;
  readonly stop: () => void;
}

async function followEvents(
  url: string,
  send: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<Events> {
  const asked = new Set<string>();
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  const take = async (event: unknown): Promise<void> => {
    const properties = at(event, "properties");
    const id = stringAt(properties, "id");
    if (stringAt(event, "type") === "permission.asked") {
      if (stringAt(properties, "permission") !== "doom_loop") asked.add(stringAt(at(properties, "tool"), "callID"));
      // A rejection would also reject the other calls of the turn. Approved commands reach a shell that runs nothing.
      await send("POST", `/permission/${id}/reply`, { reply: "once" });
    }
    if (stringAt(event, "type") === "question.asked") await send("POST", `/question/${id}/reject`, {});
  };
  void readEvents(response, take).catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
  return { asked, stop: () => abort.abort() };
}

async function readEvents(response: Response, take: (event: unknown) => Promise<void>): Promise<void> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop()!;
    for (const block of blocks) {
      const text = /^data: ?(.*)$/m.exec(block)?.[1];
      if (text !== undefined) await take(JSON.parse(text));
    }
  }
}
