/** The Copilot tools of an agent, by the client's names. */
import { type Policy, type Tool, tools } from "../../model/permission.ts";
import type { ReadingTool, ToolList } from "../../policy/tool-list.ts";
import type { Scope } from "../harness.ts";
import { delegatesOf, isAlwaysDenied, plainVerdict, possibleVerdicts } from "../render/whole-tools.ts";

/** The client's own agents. If one of ours has the same name, `task` starts the client's, which has no policy. */
export const builtInAgents: readonly string[] = [
  "code-review",
  "explore",
  "general-purpose",
  "research",
  "rubber-duck",
  "security-review",
  "task",
];

/** Words of a `tools:` list: two aliases that the client knows, and the portable names, which it ignores if unknown. */
const readingNames = ["read", "search", "read_file", "list_directory", "search_files"];
const names: Readonly<Record<Tool, readonly string[]>> = {
  bash: ["execute"],
  edit: ["edit"],
  read: [],
  webfetch: ["web_fetch"],
  websearch: ["web_search"],
  question: ["ask_user"],
  external_directory: [],
};

/** Undefined for an ungoverned agent, which gets every tool. */
export function grantedTools(policy: Policy | undefined, scope: Scope): string[] | undefined {
  if (!policy) return undefined;
  const granted = tools.filter((tool) => isGranted(policy, tool, scope)).flatMap((tool) => names[tool]);
  const isGated = scope === "user";
  return [
    ...(mayRead(policy, scope) ? readingNames : []),
    ...granted,
    ...(granted.includes("web_fetch") && granted.includes("web_search") ? ["web"] : []),
    ...(isGated && delegatesOf(policy).length > 0 ? ["agent"] : []),
    ...(policy.skills.length > 0 ? ["skill"] : []),
    ...policy.allowTools,
  ];
}

/** With a gate: unless every input is denied. Without one: only if every input is allowed. */
function isGranted(policy: Policy, tool: Tool, scope: Scope): boolean {
  return scope === "user" ? !isAlwaysDenied(policy, tool) : isFree(policy, tool);
}

function isFree(policy: Policy, tool: Tool): boolean {
  // Like a command, an edit can leave the project.
  const isBound = tool === "edit" && plainVerdict(policy, "external_directory") !== "allow";
  return plainVerdict(policy, tool) === "allow" && !isBound;
}

/**
 * Without a gate every file inside must be allowed, including secret files. The client itself asks before it reads
 * outside: enough for an `ask`, not for a `deny`.
 */
function mayRead(policy: Policy, scope: Scope): boolean {
  if (scope === "user") return !isAlwaysDenied(policy, "read");
  return plainVerdict(policy, "read") === "allow" && !possibleVerdicts(policy, "external_directory").has("deny");
}

/** Tools that a project's agent lacks because its hook may not run. */
export function narrowedTools(policy: Policy): Tool[] {
  const isNarrowed = (tool: Tool): boolean =>
    tool === "external_directory"
      ? !isAlwaysDenied(policy, "read") && possibleVerdicts(policy, tool).has("deny")
      : !isAlwaysDenied(policy, tool) && !isFree(policy, tool);
  return tools.filter(isNarrowed);
}

/** The read tools, one by one. */
const readers: Readonly<Record<ReadingTool, readonly string[]>> = {
  Read: ["read_file", "read"],
  Grep: ["grep"],
  Glob: ["glob"],
};

/** A list with the client's names. A tool with patterns is included only if the gate is certain to be asked. */
export function listedTools({ policy, reading }: ToolList, scope: Scope): string[] {
  const isListed = (tool: Tool): boolean =>
    policy.otherwise[tool] === "allow" || (scope === "user" && policy.rules.some((rule) => rule.tool === tool));
  return [...reading.flatMap((tool) => readers[tool]), ...tools.filter(isListed).flatMap((tool) => names[tool])];
}
