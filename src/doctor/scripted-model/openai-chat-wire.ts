/** The OpenAI chat completions API, as OpenCode, Pi and Copilot use it. */
import { at, type Item, listAt, type Reply, stringAt, textOf, type Wire } from "./conversation.ts";

export const openaiChatWire: Wire = {
  read: (body) => ({
    model: stringAt(body, "model"),
    system: listAt(body, "messages")
      .filter(isSystem)
      .map((message) => textOf(at(message, "content")))
      .join("\n"),
    tools: listAt(body, "tools").map((tool) => stringAt(at(tool, "function"), "name")),
    items: listAt(body, "messages").flatMap(itemsOf),
    isStream: at(body, "stream") === true,
    // OpenCode asks for a title with the same user text and no tools.
    isForTitle: listAt(body, "tools").length === 0,
  }),
  write: (reply, isStream) => (isStream ? events(reply) : document(reply)),
};

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function isSystem(message: unknown): boolean {
  return ["system", "developer"].includes(stringAt(message, "role"));
}

function itemsOf(message: unknown): Item[] {
  const text = textOf(at(message, "content"));
  switch (stringAt(message, "role")) {
    case "user":
      return [{ kind: "user", text }];
    case "assistant":
      return listAt(message, "tool_calls").map((call) => ({ kind: "call", id: stringAt(call, "id") }));
    case "tool":
      return [{ kind: "result", id: stringAt(message, "tool_call_id"), result: { text, failed: false } }];
    default:
      return [];
  }
}

function message(reply: Reply): Record<string, unknown> {
  const calls = reply.calls.map(({ id, tool, input }, index) => ({
    index,
    id,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content: reply.text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

function finish(reply: Reply): string {
  return reply.calls.length > 0 ? "tool_calls" : "stop";
}

function document(reply: Reply): string {
  const choice = { index: 0, message: message(reply), finish_reason: finish(reply) };
  return JSON.stringify({
    id: reply.id,
    object: "chat.completion",
    created: 0,
    model: reply.model,
    choices: [choice],
    usage,
  });
}

function events(reply: Reply): string {
  const head = { id: reply.id, object: "chat.completion.chunk", created: 0, model: reply.model };
  const chunk = (delta: object, finish_reason: string | null, more: object = {}): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`;
  return `${chunk(message(reply), null)}${chunk({}, finish(reply), { usage })}data: [DONE]\n\n`;
}
