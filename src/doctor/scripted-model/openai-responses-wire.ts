/** The OpenAI responses API, as Codex uses it. */
import { at, type Item, listAt, type Reply, stringAt, textOf, type Wire } from "./conversation.ts";

export const openaiResponsesWire: Wire = {
  read: (body) => ({
    model: stringAt(body, "model"),
    system: [stringAt(body, "instructions"), ...listAt(body, "input").filter(isSystem).map(contentOf)].join("\n"),
    tools: [body, ...listAt(body, "input")].flatMap((from) => listAt(from, "tools")).flatMap((tool) => toolNames(tool)),
    items: inputOf(body).flatMap(itemsOf),
    isStream: at(body, "stream") === true,
    isForTitle: false,
  }),
  write: (reply, isStream) => (isStream ? events(reply) : JSON.stringify(response(reply, output(reply)))),
};

function inputOf(body: unknown): readonly unknown[] {
  const input = at(body, "input");
  return typeof input === "string" ? [{ role: "user", content: input }] : listAt(body, "input");
}

function contentOf(item: unknown): string {
  return textOf(at(item, "content"));
}

function isSystem(item: unknown): boolean {
  return ["system", "developer"].includes(stringAt(item, "role"));
}

/** Tools of a namespace are named `namespace.tool`. */
function toolNames(tool: unknown, prefix = ""): string[] {
  const name = stringAt(tool, "name") || stringAt(tool, "type");
  if (stringAt(tool, "type") !== "namespace") return [prefix + name];
  return listAt(tool, "tools").flatMap((inner) => toolNames(inner, `${name}.`));
}

function itemsOf(item: unknown): Item[] {
  const type = stringAt(item, "type");
  const id = stringAt(item, "call_id");
  if (type.endsWith("_output")) {
    const output = at(item, "output");
    const text = textOf(output) || (typeof output === "object" ? JSON.stringify(output) : "");
    return [{ kind: "result", id, result: { text, failed: false } }];
  }
  if (type.endsWith("_call")) return [{ kind: "call", id }];
  return stringAt(item, "role") === "user" ? [{ kind: "user", text: contentOf(item) }] : [];
}

function output(reply: Reply): readonly Record<string, unknown>[] {
  const calls = reply.calls.map(({ id, tool, input, namespace, freeform }) => {
    const named = { call_id: id, name: tool, status: "completed" };
    if (freeform) return { type: "custom_tool_call", id: `ct_${id}`, ...named, input: String(input.text) };
    const space = namespace === undefined ? {} : { namespace };
    return { type: "function_call", id: `fc_${id}`, ...named, ...space, arguments: JSON.stringify(input) };
  });
  if (calls.length > 0) return calls;
  const content = [{ type: "output_text", text: reply.text, annotations: [] }];
  return [{ type: "message", id: `msg_${reply.id}`, role: "assistant", status: "completed", content }];
}

function response(reply: Reply, items: readonly object[], status = "completed"): object {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return { id: reply.id, object: "response", created_at: 0, status, model: reply.model, output: items, usage };
}

function events(reply: Reply): string {
  const lines: string[] = [];
  const say = (type: string, fields: object): void => {
    lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  say("response.created", { response: response(reply, [], "in_progress") });
  for (const [output_index, item] of output(reply).entries()) {
    say("response.output_item.added", { output_index, item: { ...item, status: "in_progress" } });
    say("response.output_item.done", { output_index, item });
  }
  say("response.completed", { response: response(reply, output(reply)) });
  return lines.join("");
}
