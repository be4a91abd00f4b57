/** The Anthropic messages API, as Claude Code uses it. */
import { at, type Item, listAt, type Reply, stringAt, textOf, type Wire } from "./conversation.ts";

export const anthropicWire: Wire = {
  read: (body) => ({
    model: stringAt(body, "model"),
    system: textOf(at(body, "system")),
    tools: listAt(body, "tools").map((tool) => stringAt(tool, "name")),
    items: listAt(body, "messages").flatMap(itemsOf),
    isStream: at(body, "stream") === true,
    isForTitle: false,
  }),
  write: (reply, isStream) => (isStream ? events(reply) : JSON.stringify({ ...head(reply), ...tail(reply) })),
};

function itemsOf(message: unknown): Item[] {
  const content = at(message, "content");
  const isUser = stringAt(message, "role") === "user";
  if (!Array.isArray(content)) return isUser ? [{ kind: "user", text: textOf(content) }] : [];
  return content.flatMap((part): Item[] => {
    const type = stringAt(part, "type");
    if (type === "tool_use") return [{ kind: "call", id: stringAt(part, "id") }];
    if (type === "tool_result") {
      const result = { text: textOf(at(part, "content")), failed: at(part, "is_error") === true };
      return [{ kind: "result", id: stringAt(part, "tool_use_id"), result }];
    }
    return isUser ? [{ kind: "user", text: stringAt(part, "text") }] : [];
  });
}

function blocks(reply: Reply): readonly Record<string, unknown>[] {
  const calls = reply.calls.map(({ id, tool, input }) => ({ type: "tool_use", id, name: tool, input }));
  return reply.text === "" ? calls : [{ type: "text", text: reply.text }, ...calls];
}

function head(reply: Reply): Record<string, unknown> {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: reply.id, type: "message", role: "assistant", model: reply.model, stop_sequence: null, usage };
}

function tail(reply: Reply): Record<string, unknown> {
  return { content: blocks(reply), stop_reason: reply.calls.length > 0 ? "tool_use" : "end_turn" };
}

function events(reply: Reply): string {
  const lines: string[] = [];
  const say = (type: string, fields: object): void => {
    lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  say("message_start", { message: { ...head(reply), content: [], stop_reason: null } });
  for (const [index, block] of blocks(reply).entries()) {
    const isText = block.type === "text";
    say("content_block_start", { index, content_block: isText ? { ...block, text: "" } : { ...block, input: {} } });
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    say("content_block_delta", { index, delta });
    say("content_block_stop", { index });
  }
  const { stop_reason } = tail(reply);
  say("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } });
  say("message_stop", {});
  return lines.join("");
}
