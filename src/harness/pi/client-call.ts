/** Translates Pi's tool calls to canonical ones. */
import { textAt, textsAt, valueAt } from "../../base/unchecked.ts";
import type { ClientRequest } from "../../model/permission.ts";

export function decodeRequest(tool: string, input: unknown): ClientRequest {
  switch (tool) {
    case "bash":
      return { kind: "calls", calls: [{ tool: "bash", subject: textAt(input, "command") }] };
    case "edit":
    case "write":
      return {
        kind: "calls",
        calls: readingsOf(textAt(input, "path")).map((subject) => ({ tool: "edit", subject })),
      };
    case "read":
      return { kind: "reads", paths: readingsOf(textAt(input, "path")).flatMap(spellingsOf), reading: "file" };
    case "grep":
    case "find":
    case "ls": {
      const paths = valueAt(input, "path") === undefined ? ["."] : readingsOf(textAt(input, "path"));
      if (tool !== "grep") return { kind: "reads", paths, reading: "list" };
      return { kind: "reads", paths, reading: "below", names: textsAt(input, "glob") };
    }
    case "subagent":
      return decodeDelegation(input);
    default:
      return { kind: "unknown", tool };
  }
}

/** Pi 0.73 drops a leading `@` and normalizes unusual spaces before it opens a file; 0.85 also reads `file://`. */
function readingsOf(written: string): string[] {
  const path = written.replace(/^@/, "").replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ");
  if (!/^file:/i.test(path)) return [path];
  const { host, pathname } = new URL(path);
  if (host !== "") throw new Error("the path is on another machine");
  return [path, decodeURIComponent(pathname)];
}

/** Missing files are also looked up in macOS's spelling: a link of that name may point outside the project. */
function spellingsOf(path: string): string[] {
  const spellings = [path, path.replace(/ (AM|PM)\./gi, "\u202f$1."), path.normalize("NFD")];
  return [...new Set(spellings.flatMap((each) => [each, each.replaceAll("'", "\u2019")]))];
}

/**
 * pi-subagents 0.67 accepts scripts, host commands and new agent definitions through the same tool. Only the plain form
 * is delegation: one agent, one task, and how long to wait.
 */
const plainKeys = new Set(["agent", "task", "async", "timeoutMs", "maxRuntimeMs", "includeProgress"]);

function decodeDelegation(input: unknown): ClientRequest {
  if (typeof input !== "object" || input === null) throw new Error("the call has no arguments");
  const keys = Object.keys(input);
  const isList = valueAt(input, "action") === "list" && keys.every((key) => key === "action" || key === "capabilities");
  if (isList) return { kind: "reads", paths: [], reading: "list" };
  const other = keys.find((key) => !plainKeys.has(key));
  if (other !== undefined) return { kind: "unknown", tool: `subagent with ${other}` };
  return { kind: "delegation", agent: textAt(input, "agent") };
}
