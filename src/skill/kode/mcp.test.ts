import assert from "node:assert/strict";
import { test } from "node:test";
import { problem } from "../../base/problem.ts";
import { answerLine, type McpOptions } from "./mcp.ts";

const options: McpOptions = {
  version: "1",
  list: async () => [{ slug: "demo", description: "Does\n  it" }],
  exec: async (slug, args) =>
    slug === "demo"
      ? { output: `did ${args.join(",")}` }
      : problem("skill-denied", slug, `the settings deny the skill \`${slug}\``, "see `kode.deny`"),
};

async function ask(message: unknown): Promise<Record<string, never>> {
  return JSON.parse(
    (await answerLine(typeof message === "string" ? message : JSON.stringify(message), options)) ?? "{}",
  );
}
const request = (method: string, params: unknown = {}) => ({ jsonrpc: "2.0", id: 7, method, params });

test("a client starts, lists the tool and calls it", async () => {
  const started = await ask(request("initialize", { protocolVersion: "2025-03-26" }));
  assert.deepEqual((started as { result?: { protocolVersion: string } }).result?.protocolVersion, "2025-03-26");
  assert.equal(await answerLine('{"jsonrpc":"2.0","method":"notifications/initialized"}', options), undefined);
  const listed = JSON.stringify(await ask(request("tools/list")));
  assert.match(listed, /"name":"skill_exec"/);
  assert.match(listed, /- demo: Does it/);
  const called = await ask(
    request("tools/call", { name: "skill_exec", arguments: { slug: "demo", args: ["a", "b"] } }),
  );
  assert.deepEqual(called, {
    jsonrpc: "2.0",
    id: 7,
    result: { content: [{ type: "text", text: "did a,b" }], isError: false },
  });
});

test("a refusal is returned to the model", async () => {
  const text = JSON.stringify(await ask(request("tools/call", { name: "skill_exec", arguments: { slug: "other" } })));
  assert.match(text, /"isError":true/);
  assert.match(text, /the settings deny the skill `other` \(see `kode\.deny`\)/);
});

for (const [message, code] of [
  ["{", -32700],
  ["[]", -32600],
  ['{"id":1}', -32600],
  [request("nothing"), -32601],
  [request("tools/call", { name: "rm" }), -32602],
  [request("tools/call", { name: "skill_exec", arguments: {} }), -32602],
  [request("tools/call", { name: "skill_exec", arguments: { slug: "demo", args: "a" } }), -32602],
  [request("tools/call", { name: "skill_exec", arguments: { slug: "demo", args: [1] } }), -32602],
] as const)
  test(`${JSON.stringify(message)} is answered with ${code}`, async () => {
    assert.equal(((await ask(message)) as { error?: { code: number } }).error?.code, code);
  });
