/** A model that plays a script: a loopback HTTP server with the APIs of all clients. */
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { AskedAgent } from "../decision.ts";
import { anthropicWire } from "./anthropic-wire.ts";
import type { Conversation, Reply, Result, Script, Wire } from "./conversation.ts";
import { openaiChatWire } from "./openai-chat-wire.ts";
import { openaiResponsesWire } from "./openai-responses-wire.ts";

/** A request as received, with the script that answered it. */
interface Seen extends Conversation {
  readonly script: string | undefined;
  readonly turn: number;
  readonly body: unknown;
}

interface Played {
  readonly id: string;
  /** Undefined until the client has reported one. */
  readonly result: Result | undefined;
}

/** How a script ends, if not with `done`. */
export interface Ending {
  readonly words?: string;
  /** The last answer waits for this. */
  readonly hold?: Promise<void>;
}

export interface ScriptedModel {
  /** Without a path: Claude Code expects this, the others `/v1` after it. */
  readonly url: string;
  readonly seen: readonly Seen[];
  /**
   * Registers a script and returns the prompt that plays it. Its last answer waits until the script of `after` has
   * ended.
   */
  readonly play: (script: Script, after?: string, ending?: Ending) => string;
  /** The result of each call of a played script's first turn. */
  readonly played: (prompt: string) => readonly Played[];
  /** The requests that a played script answered. */
  readonly requests: (prompt: string) => readonly Seen[];
  /** Called with each request before it is answered, until replaced. */
  readonly watch: (watcher: (request: Seen) => void) => void;
  readonly close: () => void;
}

const usualLifetime = 10 * 60;
const marker = /\[\[play ([a-z0-9]+)\]\]/g;

/** Ends after this many seconds even if a test forgets to close it. */
export async function startScriptedModel(lifetime = usualLifetime): Promise<ScriptedModel> {
  const seen: Seen[] = [];
  const scripts = new Map<string, Script>();
  const waits = new Map<string, string>();
  let watcher: (request: Seen) => void = () => {};
  const endings = new Map<string, Ending>();
  const isOver = (name: string): boolean =>
    seen.some(({ script, turn }) => script === name && turn >= (scripts.get(name)?.length ?? 0));
  // Loaded here, because in the bundle every command would otherwise load it.
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      const wire = wireOf(request.url ?? "");
      if (wire === undefined) return response.writeHead(request.method === "GET" ? 200 : 404).end(otherAnswer);
      const conversation = wire.read(body);
      const place = placeIn(conversation);
      const asked = { ...conversation, ...place, body };
      seen.push(asked);
      watcher(asked);
      const awaited = waits.get(place.script ?? "");
      if (awaited !== undefined && place.turn > 0) {
        await until(() => seen.some(({ script }) => script === awaited), 5);
        if (seen.some(({ script }) => script === awaited)) await until(() => isOver(awaited), 60);
      }
      const ending = endings.get(place.script ?? "");
      if (place.turn >= (scripts.get(place.script ?? "")?.length ?? 0)) await ending?.hold;
      const type = conversation.isStream ? "text/event-stream" : "application/json";
      const reply = replyTo(conversation, place, scripts, seen.length, ending?.words);
      return response.writeHead(200, { "content-type": type }).end(wire.write(reply, conversation.isStream));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    clearTimeout(timer);
    server.closeAllConnections();
    server.close();
  };
  const timer = setTimeout(close, lifetime * 1000);
  timer.unref();
  return {
    watch: (next) => {
      watcher = next;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play: (script, after, ending) => {
      const name = `s${scripts.size + 1}`;
      // A turn without a call is skipped: the model would say nothing.
      scripts.set(
        name,
        script.filter((turn) => turn.length > 0),
      );
      if (after !== undefined) waits.set(name, nameIn(after));
      if (ending !== undefined) endings.set(name, ending);
      return `[[play ${name}]]`;
    },
    played: (prompt) => {
      const found = new Map<string, Result>();
      for (const { items } of seen)
        for (const item of items) if (item.kind === "result") found.set(item.id, item.result);
      const ids = (scripts.get(nameIn(prompt))?.[0] ?? []).map((_, index) => callId(nameIn(prompt), 0, index));
      return ids.map((id) => ({ id, result: found.get(id) }));
    },
    requests: (prompt) => seen.filter(({ script }) => script === nameIn(prompt)),
    close,
  };
}

/** What the agent that played a script sent to the model. */
export function sentByAgent(model: ScriptedModel, prompt: string): Pick<AskedAgent, "hasRun" | "text" | "tools"> {
  const request = model.requests(prompt)[0];
  return { hasRun: request !== undefined, text: request?.system ?? "", tools: request?.tools ?? [] };
}

/** Stops waiting after `seconds`; the answers then show what is missing. */
async function until(isTrue: () => boolean, seconds: number): Promise<void> {
  for (let tries = 0; tries < seconds * 50 && !isTrue(); tries++) await sleep(20);
}

/** Clients also request model lists and token counts. */
const otherAnswer = JSON.stringify({ object: "list", data: [{ id: "scripted", object: "model" }], input_tokens: 1 });

function wireOf(url: string): Wire | undefined {
  const path = url.split("?")[0]!;
  if (path.endsWith("/messages")) return anthropicWire;
  if (path.endsWith("/chat/completions")) return openaiChatWire;
  if (path.endsWith("/responses")) return openaiResponsesWire;
  return undefined;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

function callId(script: string, turn: number, index: number): string {
  return `call_${script}_${turn}_${index}`;
}

function nameIn(text: string): string {
  return [...text.matchAll(marker)].at(-1)?.[1] ?? "";
}

/** The last script a user named, and how many of its turns were played, according to our own call ids. */
function placeIn({ items }: Conversation): { script: string | undefined; turn: number } {
  let script: string | undefined;
  let turn = 0;
  for (const item of items) {
    if (item.kind === "user") {
      const named = nameIn(item.text);
      if (named !== "" && named !== script) [script, turn] = [named, 0];
    } else if (item.kind === "call") {
      const [, name, played] = item.id.split("_");
      if (name === script) turn = Number(played) + 1;
    }
  }
  return { script, turn };
}

function replyTo(
  conversation: Conversation,
  { script, turn }: { script: string | undefined; turn: number },
  scripts: ReadonlyMap<string, Script>,
  count: number,
  words = "done",
): Reply {
  const head = { id: `reply_${count}`, model: conversation.model };
  const uses = script === undefined ? undefined : scripts.get(script)?.[turn];
  if (script === undefined || uses === undefined || conversation.isForTitle) {
    return { ...head, text: words, calls: [] };
  }
  return { ...head, text: "", calls: uses.map((use, index) => ({ ...use, id: callId(script, turn, index) })) };
}
