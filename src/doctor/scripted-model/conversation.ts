/** The conversation between a client and a model, independent of the API. */

/** One tool call by the scripted model. */
export interface ToolUse {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** For Codex: tools inside a namespace, and tools that take plain text (`input.text`). */
  readonly namespace?: string;
  readonly freeform?: true;
}

/** How a client's own tools are called, for a few things that every client can do. */
export interface ToolUses {
  readonly read: (path: string) => ToolUse;
  readonly shell: (command: string) => ToolUse;
  readonly write: (path: string, text?: string) => ToolUse;
}

/** The tool calls of each turn, all of one turn at once. After the last turn the model says it is done. */
export type Script = readonly (readonly ToolUse[])[];

export interface Result {
  readonly text: string;
  /** Only sent by the Anthropic API. */
  readonly failed: boolean;
}

export type Item =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "call"; readonly id: string }
  | { readonly kind: "result"; readonly id: string; readonly result: Result };

/** A parsed request to the model. */
export interface Conversation {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly string[];
  readonly items: readonly Item[];
  readonly isStream: boolean;
  /** A client that only wants a session title could not handle a call. */
  readonly isForTitle: boolean;
}

interface Call extends ToolUse {
  readonly id: string;
}

export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly calls: readonly Call[];
}

/** One API format. */
export interface Wire {
  readonly read: (body: unknown) => Conversation;
  /** One JSON document, or the text of an event stream. */
  readonly write: (reply: Reply, isStream: boolean) => string;
}

/** The text in a message's content: a string, or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (typeof part === "string" ? part : stringAt(part, "text"))).join("\n");
}

export function stringAt(value: unknown, key: string): string {
  const found = at(value, key);
  return typeof found === "string" ? found : "";
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = at(value, key);
  return Array.isArray(found) ? found : [];
}

export function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
