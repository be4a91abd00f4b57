/** A small MCP server over lines of JSON-RPC: one tool, `skill_exec`, which runs a skill through the runner. */

import { isProblem, type Problem } from "../../base/problem.ts";
import { valueAt } from "../../base/unchecked.ts";
import type { RunOutput } from "./run.ts";

/** The name of the server and of its tool, as clients combine them: `mcp__surcingle__skill_exec`. */
const mcpServer = "surcingle";
const mcpTool = "skill_exec";

/** Protocol versions that have the three methods used here, unchanged. */
const protocols = ["2025-06-18", "2025-03-26", "2024-11-05"];

export interface McpOptions {
  readonly version: string;
  /** Slugs with their descriptions, for the model to choose from. */
  readonly list: () => Promise<readonly { readonly slug: string; readonly description: string }[]>;
  readonly exec: (slug: string, args: readonly string[]) => Promise<RunOutput | Problem>;
}

type Id = string | number;
type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** Handles one line; a notification has no response. */
export async function answerLine(line: string, options: McpOptions): Promise<string | undefined> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return reply(null, failure(-32700, "not valid JSON"));
  }
  const id = valueAt(message, "id");
  const method = valueAt(message, "method");
  if (typeof method !== "string") return reply(null, failure(-32600, "not a request"));
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  return reply(id, await answerRequest(method, valueAt(message, "params"), options));
}

function reply(id: Id | null, answer: Reply): string {
  return JSON.stringify({ jsonrpc: "2.0", id, ...answer });
}

function failure(code: number, message: string): Reply {
  return { error: { code, message } };
}

async function answerRequest(method: string, params: unknown, options: McpOptions): Promise<Reply> {
  switch (method) {
    case "initialize": {
      const wanted = valueAt(params, "protocolVersion");
      const protocolVersion = protocols.find((each) => each === wanted) ?? protocols[0];
      const serverInfo = { name: mcpServer, version: options.version };
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
    }
    case "ping":
      return { result: {} };
    case "tools/list":
      return { result: { tools: [await describeTool(options)] } };
    case "tools/call":
      return callTool(params, options);
    default:
      return failure(-32601, `unknown method \`${method}\``);
  }
}

async function describeTool({ list }: McpOptions): Promise<unknown> {
  const skills = await list();
  const lines = skills.map(({ slug, description }) => `- ${slug}: ${description.trim().replaceAll(/\s+/g, " ")}`);
  return {
    name: mcpTool,
    description: ["Runs a skill in its own session and returns its result. Skills:", ...lines].join("\n"),
    inputSchema: {
      type: "object",
      properties: {
        slug: { type: "string", description: "name of the skill" },
        args: { type: "array", items: { type: "string" }, description: "its arguments" },
      },
      required: ["slug"],
      additionalProperties: false,
    },
  };
}

async function callTool(params: unknown, { exec }: McpOptions): Promise<Reply> {
  const name = valueAt(params, "name");
  if (name !== mcpTool) return failure(-32602, `unknown tool \`${String(name)}\``);
  const slug = valueAt(params, "arguments", "slug");
  const args = valueAt(params, "arguments", "args") ?? [];
  if (typeof slug !== "string" || slug === "") return failure(-32602, "`slug` must be the name of a skill");
  if (!Array.isArray(args) || !args.every((each) => typeof each === "string"))
    return failure(-32602, "`args` must be a list of strings");
  const result = await exec(slug, args);
  // A refusal is a result for the model, not a protocol error.
  const text = isProblem(result)
    ? `surcingle: ${result.message}${result.hint ? ` (${result.hint})` : ""}`
    : result.output;
  return { result: { content: [{ type: "text", text }], isError: isProblem(result) } };
}
