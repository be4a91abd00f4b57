import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type ScriptedModel, sentByAgent, startScriptedModel } from "./scripted-model.ts";

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel();
});
afterEach(() => model.close());

async function post(path: string, body: unknown): Promise<string> {
  const response = await fetch(model.url + path, { method: "POST", body: JSON.stringify(body) });
  return response.text();
}

const script = [[{ tool: "bash", input: { command: "ls" } }]] as const;

test("an Anthropic client gets the calls of a turn, then the end of the conversation", async () => {
  const prompt = model.play(script);
  const system = [{ type: "text", text: "body" }];
  const user = { role: "user", content: [{ type: "text", text: prompt }] };
  const first = JSON.parse(
    await post("/v1/messages", { model: "m", system, tools: [{ name: "bash" }], messages: [user] }),
  );
  assert.deepEqual(first.content, [{ type: "tool_use", id: "call_s1_0_0", name: "bash", input: { command: "ls" } }]);
  assert.equal(first.stop_reason, "tool_use");

  const result = { type: "tool_result", tool_use_id: "call_s1_0_0", is_error: true, content: "no" };
  const messages = [user, { role: "assistant", content: first.content }, { role: "user", content: [result] }];
  const second = JSON.parse(await post("/v1/messages?beta=true", { model: "m", messages }));
  assert.equal(second.stop_reason, "end_turn");
  assert.deepEqual(model.played(prompt), [{ id: "call_s1_0_0", result: { text: "no", failed: true } }]);
  assert.deepEqual(sentByAgent(model, prompt), { hasRun: true, text: "body", tools: ["bash"] });
});

test("an OpenAI chat client is given calls, and a title when it has no tools", async () => {
  const prompt = model.play(script);
  const messages = [
    { role: "system", content: "body" },
    { role: "user", content: prompt },
  ];
  const tools = [{ type: "function", function: { name: "bash" } }];
  const first = JSON.parse(await post("/v1/chat/completions", { messages, tools }));
  assert.equal(first.choices[0].message.tool_calls[0].function.arguments, '{"command":"ls"}');
  const title = JSON.parse(await post("/v1/chat/completions", { messages }));
  assert.equal(title.choices[0].message.content, "done");
  const more = [first.choices[0].message, { role: "tool", tool_call_id: "call_s1_0_0", content: "out" }];
  await post("/v1/chat/completions", { messages: [...messages, ...more], tools });
  assert.equal(model.played(prompt)[0]?.result?.text, "out");
});

test("an OpenAI responses client is given calls, also to tools of a namespace and to tools that take text", async () => {
  const prompt = model.play([
    [
      { tool: "spawn", namespace: "agents", input: { name: "x" } },
      { tool: "patch", freeform: true, input: { text: "+line" } },
    ],
  ]);
  const tools = [{ type: "namespace", name: "agents", tools: [{ type: "function", name: "spawn" }] }];
  const input = [{ type: "message", role: "user", content: [{ type: "input_text", text: prompt }] }];
  const { output } = JSON.parse(await post("/v1/responses", { instructions: "body", tools, input }));
  assert.deepEqual(
    [output[0].type, output[0].namespace, output[0].arguments],
    ["function_call", "agents", '{"name":"x"}'],
  );
  assert.deepEqual([output[1].type, output[1].input], ["custom_tool_call", "+line"]);
  assert.deepEqual(sentByAgent(model, prompt).tools, ["agents.spawn"]);
});

test("every wire ends its event stream", async () => {
  const user = { role: "user", content: model.play(script) };
  assert.match(await post("/v1/messages", { stream: true, messages: [user] }), /input_json_delta[\s\S]*message_stop/);
  const tools = [{ type: "function", function: { name: "bash" } }];
  assert.match(
    await post("/v1/chat/completions", { stream: true, tools, messages: [user] }),
    /tool_calls[\s\S]*\[DONE\]/,
  );
  assert.match(await post("/v1/responses", { stream: true, input: [user] }), /function_call[\s\S]*response.completed/);
});

test("an outer script waits for the end of the inner one", async () => {
  const inner = model.play([]);
  const outer = model.play(script, inner);
  const user = { role: "user", content: outer };
  const call = { role: "assistant", content: [{ type: "tool_use", id: "call_s2_0_0" }] };
  let isAnswered = false;
  const answer = post("/v1/messages", { messages: [user, call] }).then(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(isAnswered, false);
  await post("/v1/messages", { messages: [{ role: "user", content: inner }] });
  await answer;
});
