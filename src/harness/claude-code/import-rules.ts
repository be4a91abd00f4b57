/** Converts Claude Code's permission rules and tool lists, never making them looser. Facts: version 2.1.325. */
import { tools as canonicalTools, type Tool, type Verdict } from "../../model/permission.ts";
import type { Scope } from "../harness.ts";
import { commandPattern, denied, deniedServerTools, raiseDraftToAsk, tidyPermissions } from "../import-rules.ts";
import type { AddNote, PermissionsDraft, RuleDraft, ToolDraft } from "../importer.ts";

/** The client tools behind each of our tools. One of them is enough to have the tool. */
const clientTools: Readonly<Record<Exclude<Tool, "external_directory">, readonly string[]>> = {
  bash: ["Bash"],
  edit: ["Edit", "Write", "MultiEdit", "NotebookEdit"],
  read: ["Read", "Grep", "Glob", "LS", "NotebookRead"],
  webfetch: ["WebFetch"],
  websearch: ["WebSearch"],
  question: ["AskUserQuestion"],
};

export interface ClientRules {
  readonly scope: Scope;
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
  readonly mode?: string | undefined;
  readonly directories: readonly string[];
  /** Matchers of hooks that may deny a call in ways we cannot know. */
  readonly hooks: readonly string[];
}

export interface AgentTools {
  /** Undefined means every tool. */
  readonly tools?: readonly string[] | undefined;
  readonly disallowed: readonly string[];
  readonly mode?: string | undefined;
  readonly hooks: readonly string[];
}

/** `tools: Read, Bash(git *)`: commas, blanks or a list; blanks and commas inside parentheses do not separate. */
export function listTools(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [String(value ?? "")];
  const names = texts.flatMap((text) => text.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []);
  return names.includes("*") ? undefined : names;
}

const bare = (name: string): string => name.replace(/\(.*$/s, "");

/** Which of our tools the agent has. `disallowedTools: Bash(rm *)` removes all of Bash. */
function offeredTools({ tools, disallowed }: AgentTools, note: AddNote): ReadonlySet<Tool> {
  const removed = new Set(disallowed.map(bare));
  const has = (name: string): boolean => (!tools || tools.some((each) => bare(each) === name)) && !removed.has(name);
  const offered = canonicalTools.filter((tool) => tool === "external_directory" || clientTools[tool].some(has));
  return new Set(
    offered.filter((tool) => {
      const whole = wholeTools[tool];
      if (!whole || (whole.some(has) && !(tool === "read" && removed.has("Read")))) return true;
      const part = clientTools[tool as keyof typeof clientTools].filter(has);
      note("stricter", `\`${part.join("`, `")}\` can do less than \`${tool}\`, so \`${tool}\` is denied`);
      return false;
    }),
  );
}

/**
 * The client tools that can do everything ours can; `NotebookEdit` or `Glob` alone cannot. `Edit` alone also creates
 * files, and `Grep` prints their content.
 */
const wholeTools: Readonly<Partial<Record<Tool, readonly string[]>>> = {
  edit: ["Edit", "Write", "MultiEdit"],
  read: ["Read", "Grep"],
};

/** Undefined: every agent that is not looser. Empty if `Agent` is not offered. `Agent(x, y)` names two. */
export function listDelegates(
  { tools, disallowed }: AgentTools,
  denyRules: readonly string[],
): readonly string[] | undefined {
  const isAgent = (name: string): boolean => /^(?:Agent|Task)$/.test(bare(name));
  if ([...disallowed, ...denyRules].some(isAgent)) return [];
  if (!tools) return undefined;
  const named = tools.filter(isAgent);
  if (named.length === 0) return [];
  const inner = named
    .flatMap((each) => /\((.*)\)$/s.exec(each)?.[1]?.split(/[\s,]+/) ?? [])
    .filter((each) => each !== "");
  return inner.length > 0 ? inner : undefined;
}

function hasRules(rules: readonly ClientRules[]): boolean {
  return rules.some(
    ({ deny, ask, allow, mode, hooks }) =>
      [...deny, ...ask, ...allow, ...hooks].length > 0 || (mode ?? "default") !== "default",
  );
}

/** Undefined if neither the agent nor the settings have permissions. */
export function clientPermissions(
  agent: AgentTools,
  all: readonly ClientRules[],
  note: AddNote,
): PermissionsDraft | undefined {
  const isSilent =
    !agent.tools &&
    agent.disallowed.length === 0 &&
    agent.hooks.length === 0 &&
    (agent.mode ?? "default") === "default";
  if (isSilent && !hasRules(all)) return undefined;
  const offered = offeredTools(agent, note);
  const servers = agent.tools?.filter((name) => name.startsWith("mcp__")) ?? [];
  if (servers.length > 0) note("lost", deniedServerTools(servers));
  const mode = agent.mode ?? all.findLast((each) => each.mode !== undefined)?.mode ?? "default";
  const rules = sortRules(all, note);
  const draft: Partial<Record<Tool, ToolDraft>> = {};
  for (const tool of ["bash", "edit", "webfetch", "websearch"] as const)
    draft[tool] = offered.has(tool) ? applyMode(tool, { intent: "ask", rules: rules[tool] }, mode) : denied;
  if (!offered.has("read")) draft.read = denied;
  else if (rules.read.length > 0) draft.read = { intent: "allow", rules: rules.read };
  if (!offered.has("question")) draft.question = denied;
  if (rules.external_directory.length > 0)
    draft.external_directory = { intent: "ask", rules: rules.external_directory };
  noteMode(mode, note);
  const hooked = [...agent.hooks, ...all.flatMap((each) => each.hooks)];
  for (const tool of Object.keys(draft) as Tool[]) {
    if (
      tool === "external_directory" ||
      !clientTools[tool].some((name) => hooked.some((matcher) => matches(matcher, name)))
    )
      continue;
    const before = draft[tool]!;
    draft[tool] = tool === "read" ? before : raiseDraftToAsk(before);
    note(
      "stricter",
      `a PreToolUse hook also decides about \`${tool}\`; hooks are not imported, so allow rules for this tool are skipped`,
    );
  }
  return tidyPermissions(draft);
}

function matches(matcher: string, name: string): boolean {
  if (matcher === "" || matcher === "*") return true;
  try {
    return new RegExp(`^(?:${matcher})$`).test(name);
  } catch {
    return true;
  }
}

function applyMode(tool: Tool, draft: ToolDraft, mode: string): ToolDraft {
  if (mode === "dontAsk") {
    const rules = draft.rules.map((rule) =>
      "pack" in rule || rule.verdict !== "ask" ? rule : { ...rule, verdict: "deny" as const },
    );
    return { intent: "deny", rules };
  }
  if (mode === "plan") return tool === "edit" ? denied : raiseDraftToAsk(draft);
  return mode === "acceptEdits" && tool === "edit" ? { ...draft, intent: "allow" } : draft;
}

function noteMode(mode: string, note: AddNote): void {
  if (mode === "bypassPermissions")
    note("stricter", "the mode `bypassPermissions` allows everything; imported as ask. Allow what you want with rules");
  else if (mode === "acceptEdits")
    note("stricter", "the mode `acceptEdits` also runs `mkdir`, `touch` and similar commands; these now ask");
  else if (mode === "plan")
    note("stricter", "the mode `plan` is imported with `edit` set to deny and `bash` set to ask");
}

type Sorted = Readonly<Record<Tool, readonly RuleDraft[]>>;

/** All deny rules, then all ask, then all allow: the order in which the client decides. */
function sortRules(all: readonly ClientRules[], note: AddNote): Sorted {
  const sorted: Record<Tool, RuleDraft[]> = {
    bash: [],
    edit: [],
    read: [],
    webfetch: [],
    websearch: [],
    question: [],
    external_directory: [],
  };
  for (const verdict of ["deny", "ask", "allow"] as const)
    for (const each of all) for (const text of each[verdict]) addRule(text.trim(), verdict, each.scope, sorted, note);
  for (const { directories } of all)
    for (const directory of directories) {
      const path = directory.replace(/\/+$/, "");
      if (/^(?:\/|~\/)/.test(path) && !path.includes(".."))
        sorted.external_directory.push({ pattern: `${path}/**`, verdict: "allow" });
      else note("stricter", `the additional directory \`${directory}\` is not absolute; files there now need approval`);
    }
  return sorted;
}

function addRule(text: string, verdict: Verdict, scope: Scope, sorted: Record<Tool, RuleDraft[]>, note: AddNote): void {
  const call = /^(\w+)(?:\((.*)\))?$/s.exec(text);
  const [, name = text, inner] = call ?? [];
  const dropped = (): void =>
    note(
      "stricter",
      `the rule \`${text}\` (${verdict}) cannot be expressed exactly and was skipped; calls that it allowed now ask`,
    );
  const add = (tool: Tool, patterns: readonly string[] | undefined): void => {
    if (!patterns) return dropped();
    sorted[tool].push(...patterns.map((pattern) => ({ pattern, verdict })));
  };
  const isWhole = inner === undefined || /^\s*\**\s*$/.test(inner);
  if (name === "Bash") {
    // `p:*` is a prefix of plain words; a star in it is literal.
    const prefix = /^(.*):\*\s*$/s.exec(inner ?? "")?.[1];
    const isDead = verdict === "allow" && prefix?.includes("*") === true;
    const command = prefix === undefined ? (inner ?? "*") : `${prefix} *`;
    const pattern = isWhole ? "*" : isDead ? undefined : commandPattern(command, verdict, false);
    return add("bash", pattern === undefined ? undefined : [pattern]);
  }
  if (name === "Edit" || name === "Write" || name === "MultiEdit" || name === "NotebookEdit") {
    // The client never checks `Write` rules; their authors meant all edits.
    if (name !== "Edit" && verdict === "allow" && !isWhole) return dropped();
    return add("edit", isWhole ? ["**"] : pathPatterns(inner, verdict, scope));
  }
  if (name === "Read") {
    // Reading in the project is allowed anyway, and outside it `external_directory` asks.
    if (verdict === "allow") return isWhole || !/^(?:\/|~)/.test(inner) ? undefined : dropped();
    const patterns = isWhole ? ["**"] : pathPatterns(inner, verdict, scope);
    add("read", patterns);
    return add("edit", patterns);
  }
  if (name === "WebFetch") return add("webfetch", isWhole ? ["**"] : hostPatterns(inner, verdict));
  if (name === "WebSearch") return add("websearch", isWhole ? ["*"] : verdict === "allow" ? undefined : ["*"]);
  if (/^(?:Agent|Task)$/.test(name))
    return note("stricter", `the rule \`${text}\` (${verdict}) is imported through \`delegates\``);
  if (verdict === "allow" && name.startsWith("mcp__")) note("lost", deniedServerTools([text]));
  if (verdict !== "allow")
    note("lost", `the rule \`${text}\` (${verdict}) has no equivalent: Surcingle denies tools it does not know`);
}

/** `domain:h`: exactly this host; `*.h`: its subdomains. A deny also covers other ports. */
function hostPatterns(inner: string, verdict: Verdict): readonly string[] | undefined {
  const host = inner.replace(/^domain:/, "").trim();
  if (host === "*") return ["**"];
  if (!/^(?:\*\.)?[A-Za-z0-9.-]+$/.test(host)) {
    if (verdict === "allow") return undefined;
    const known = /[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/.exec(host)?.[0];
    return known ? [`*://${known}/**`, `*://*.${known}/**`] : ["**"];
  }
  if (verdict === "allow") return inner.startsWith("domain:") ? [`https://${host}/**`, `http://${host}/**`] : undefined;
  return [`*://${host}/**`, `*://${host}:*/**`];
}

/** The client's paths look like those of `.gitignore`, and it ignores case. */
function pathPatterns(written: string, verdict: Verdict, scope: Scope): readonly string[] | undefined {
  const path = written.trim();
  const isAllow = verdict === "allow";
  if (/[[\]{}?!\\$]/.test(path) || /(?:^|\/)\.\.(?:\/|$)/.test(path)) {
    if (isAllow) return undefined;
    // Wildcards replace what cannot be expressed: a deny or an ask may only grow.
    const head = path.split("/").filter((part) => part !== "..");
    const clear = head.map((part) => part.replace(/\{[^}]*\}|\[[^\]]*\]|\\.|[?!$[\]{}\\]/g, "*"));
    return pathPatterns(clear.join("/") || "**", verdict, scope);
  }
  const anchored = anchor(path, scope);
  if (anchored !== undefined) return isAllow ? [anchored] : spellings(anchored);
  const relative = path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "/**");
  if (relative === "" || relative === ".") return isAllow ? undefined : ["**"];
  if (isAllow) return [/^\*\*(?:\/|$)/.test(relative) ? `./${relative}` : relative];
  return spellings(/^\*\*(?:\/|$)/.test(relative) ? relative : `**/${relative}`);
}

function anchor(path: string, scope: Scope): string | undefined {
  if (path.startsWith("//")) return path.slice(1);
  if (path.startsWith("~/")) return path;
  if (!path.startsWith("/")) return undefined;
  return scope === "project" ? path.replace(/^\/+/, "") || "**" : `~/.claude${path}`;
}

/** As written, and in common spellings, because our rules are case-sensitive. */
function spellings(pattern: string): readonly string[] {
  const names = pattern.split("/");
  const capital = names.map((name) => name.toLowerCase().replace(/[a-z]/, (letter) => letter.toUpperCase()));
  return [...new Set([pattern, pattern.toLowerCase(), pattern.toUpperCase(), capital.join("/")])];
}
