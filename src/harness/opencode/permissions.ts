/** Renders the permission map of one agent. The client reads it in order, and the last match wins. */
import type { Entries, Value } from "../../model/output.ts";
import type { Policy, Tool, Verdict } from "../../model/permission.ts";
import { delegatesOf } from "../render/whole-tools.ts";
import { covers, intersects, type NativeRule } from "./native/native-pattern.ts";
import { compileRules } from "./patterns/compile-rules.ts";
import { safeKey } from "./patterns/forms.ts";

/** A governed agent's whole map: the first line denies everything that no later line names. */
export function permissionEntries(policy: Policy): Entries {
  return [
    ["*", "deny"],
    ...policy.allowTools.filter(isPlainName).map((tool) => [tool, "allow"] as const),
    ["doom_loop", "ask"],
    ["read", value(reading(policy))],
    ...["glob", "grep", "list"].map((tool) => [tool, searching(policy)] as const),
    ["bash", value(compileRules(policy, "bash"))],
    ["edit", value(compileRules(policy, "edit"))],
    ...lookUp(policy, "webfetch"),
    ...lookUp(policy, "websearch"),
    ["question", isFree(policy, "question") ? "allow" : "deny"],
    ["external_directory", value(directories(policy))],
    ["task", value(only(delegatesOf(policy)))],
    ["skill", value(only(policy.skills))],
  ];
}

/** Keeps the client's own default of asking about `.env` files. Denies MCP resources, which are not files. */
function reading(policy: Policy): readonly NativeRule[] {
  const lines = compileRules(policy, "read");
  if (lines.length === 1 && lines[0]![1] === "deny") return lines;
  const own: readonly NativeRule[] = [
    ["*.env", "ask"],
    ["*.env.*", "ask"],
    ["*.env.example", "allow"],
  ];
  const isFree = lines.length === 1 && lines[0]![1] === "allow";
  return [...lines, ...(isFree ? own : []), ["mcp:*", "deny"]];
}

/** One verdict for all searches, because the client looks up what is searched for, not where. */
function searching(policy: Policy): Verdict {
  const [first, ...others] = compileRules(policy, "read");
  const intent = first![1];
  return intent === "allow" && others.some(([, verdict]) => verdict !== "allow") ? "ask" : intent;
}

function value(lines: readonly NativeRule[]): Value {
  const [first, ...others] = lines;
  return first?.[0] === "*" && others.length === 0 ? first[1] : { fields: lines };
}

/**
 * The client accepts patterns for these two only under a name with a star; other tools that it matches are denied
 * again.
 */
function lookUp(policy: Policy, tool: "webfetch" | "websearch"): Entries {
  const compiled = value(compileRules(policy, tool));
  return typeof compiled === "string"
    ? [[tool, compiled]]
    : [
        [`${tool}*`, compiled],
        [`${tool}?*`, "deny"],
      ];
}

/** The client shows a question without asking first, so it is available only if every question is allowed. */
export function isFree(policy: Policy, tool: Tool): boolean {
  const lines = compileRules(policy, tool);
  return lines.length === 1 && lines[0]![1] === "allow";
}

/** Where the client stores long outputs. It adds its own allow after our lines unless exactly this is denied. */
const toolOutput = "~/.local/share/opencode/tool-output/*";

function directories(policy: Policy): readonly NativeRule[] {
  const lines = compileRules(policy, "external_directory");
  const last = lines.findLast(([pattern]) => intersects(pattern, toolOutput));
  const isAllowed = last !== undefined && last[1] === "allow" && covers(last[0], toolOutput);
  return isAllowed ? lines : [...lines, [toolOutput, "deny"]];
}

/** A tool whose last line is `*` and deny is hidden from the model, so an empty list hides it. */
function only(names: readonly string[]): readonly NativeRule[] {
  const lines: NativeRule[] = [["*", "deny"]];
  for (const name of names) for (const line of linesFor(name)) lines.push(line);
  return lines;
}

const known = new Map<string, readonly NativeRule[]>();

/** Cached, because many agents may each name many others. */
function linesFor(name: string): readonly NativeRule[] {
  const found = known.get(name);
  if (found) return found;
  const { pattern, guards } = safeKey(name);
  const lines: readonly NativeRule[] = [[pattern, "allow"], ...guards.map((guard) => [guard, "deny"] as const)];
  known.set(name, lines);
  return lines;
}

/** Whether the name can be a key: keys are patterns too, and JavaScript moves those made of digits to the front. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z][\w.-]*$/.test(name);
}
