/** The `[restricts]` table of a capability: commands, tools and files that are forbidden whatever its gate does. */
import type { Capability } from "../model/capability.ts";
import type { Tool } from "../model/permission.ts";
import { denyPatterns } from "./checks/scope.ts";
import type { BareLimit } from "./contract.ts";

export function limitsOfRestricts({ restricts }: Capability): readonly BareLimit[] {
  const { toolPatterns, toolsDenied, pathPatterns } = restricts;
  return [
    ...(pathPatterns.length > 0 ? [{ kind: "no-paths", patterns: denyPatterns(pathPatterns) } as const] : []),
    ...(toolPatterns.length > 0 ? [{ kind: "no-commands", expressions: toolPatterns } as const] : []),
    ...deniedTools(toolsDenied),
  ];
}

export function deniedTools(names: readonly string[]): readonly BareLimit[] {
  return [...new Set(names.map(limitOfTool))].filter((limit) => limit !== undefined);
}

type ToolLimit =
  | { readonly kind: "no-tool"; readonly tool: Tool }
  | { readonly kind: "no-reading" }
  | { readonly kind: "no-delegation" };

const bash: ToolLimit = { kind: "no-tool", tool: "bash" };
const edit: ToolLimit = { kind: "no-tool", tool: "edit" };
const reading: ToolLimit = { kind: "no-reading" };
const delegation: ToolLimit = { kind: "no-delegation" };

/** Several names are one canonical tool: denying `Write` also denies `Edit`. */
const limitsByName: ReadonlyMap<string, ToolLimit> = new Map<string, ToolLimit>([
  ["Bash", bash],
  ["Edit", edit],
  ["Write", edit],
  ["MultiEdit", edit],
  ["NotebookEdit", edit],
  ["WebFetch", { kind: "no-tool", tool: "webfetch" }],
  ["WebSearch", { kind: "no-tool", tool: "websearch" }],
  ["AskUserQuestion", { kind: "no-tool", tool: "question" }],
  ["Read", reading],
  ["Grep", reading],
  ["Glob", reading],
  ["LS", reading],
  ["NotebookRead", reading],
  ["Agent", delegation],
  ["Task", delegation],
]);

/** Every name that a role may list and a capability may deny. */
export const toolNames: readonly string[] = [...limitsByName.keys()];

/** The limit that denies the tool of this name. */
export function limitOfTool(name: string): ToolLimit | undefined {
  return limitsByName.get(name);
}

/** Tools missing from a list of allowed tools are denied. */
export function limitsOfAllowed(allowed: readonly string[]): readonly ToolLimit[] {
  // `Grep` and `Glob` read too, but listing only them does not grant whole files.
  const given = new Set(allowed.filter((name) => limitOfTool(name) !== reading || name === "Read").map(limitOfTool));
  return [...new Set(limitsByName.values())].filter((limit) => !given.has(limit));
}

/** The event at which a gate sees this tool; undefined if no capability event covers it. */
export function eventOfTool(name: string): string | undefined {
  const limit = limitOfTool(name);
  if (limit === bash) return "PreToolUse:Bash";
  if (limit === edit) return "PreToolUse:Edit|Write";
  return limit === delegation ? "PreToolUse:Agent" : undefined;
}
