/** Translates OpenCode's permission maps, never looser. In OpenCode the last match wins. Facts: version 1.18.33. */
import type { Tool, Verdict } from "../../model/permission.ts";
import { verdicts } from "../../model/permission.ts";
import { commandPattern, isExactCommand, tidyPermissions } from "../import-rules.ts";
import type { AddNote, PermissionsDraft, RuleDraft, ToolDraft } from "../importer.ts";

export interface OpencodeLine {
  /** A tool, or a wildcard over tools. */
  readonly key: string;
  readonly pattern: string;
  readonly verdict: Verdict;
  /** What was written in place of a verdict. The client does not start with it; we take it as a deny. */
  readonly unknown?: string;
}

/** `permission`, in the order in which the client sees its keys. */
export function permissionList(permission: unknown): readonly OpencodeLine[] {
  const entry = (key: string, pattern: string, action: unknown): OpencodeLine[] => {
    const verdict = verdicts.find((each) => each === action);
    return [verdict ? { key, pattern, verdict } : { key, pattern, verdict: "deny", unknown: String(action) }];
  };
  if (typeof permission === "string") return entry("*", "*", permission);
  return Object.entries(objectOf(permission)).flatMap(([key, value]) =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? entry(key, "*", value)
      : Object.entries(objectOf(value)).flatMap(([pattern, action]) => entry(key, pattern, action)),
  );
}

/** The older `tools: {write: false}`. */
export function legacyList(tools: unknown): readonly OpencodeLine[] {
  return Object.entries(objectOf(tools)).flatMap(([name, isOn]): OpencodeLine[] => {
    const key = /^(?:write|edit|patch|multiedit|apply_patch)$/.test(name) ? "edit" : name;
    return typeof isOn === "boolean" ? [{ key, pattern: "*", verdict: isOn ? "allow" : "deny" }] : [];
  });
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The client's own matcher: `*` is any run, `?` one character. */
function isWildMatch(text: string, pattern: string): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${escaped}$`, "s").test(text);
}

const ofTool = (entries: readonly OpencodeLine[], key: string): readonly OpencodeLine[] =>
  entries.filter((entry) => isWildMatch(key, entry.key)).reverse();

/**
 * The intent if no rule matches. The client allows the first four; ask is stricter, and an author can relax it by hand.
 */
const otherwise: Readonly<Record<Tool, Verdict>> = {
  bash: "ask",
  edit: "ask",
  webfetch: "ask",
  websearch: "ask",
  question: "deny",
  read: "allow",
  external_directory: "ask",
};

export function mapPermissions(entries: readonly OpencodeLine[], note: AddNote): PermissionsDraft {
  const draft: Partial<Record<Tool, ToolDraft>> = {};
  for (const { key, unknown } of entries)
    if (unknown !== undefined) note("stricter", `\`${key}: ${unknown}\` is not allow, ask or deny; imported as deny`);
  const searches = ["grep", "glob", "list"].filter((key) =>
    entries.some((entry) => entry.key === key && entry.verdict !== "allow"),
  );
  if (searches.length > 0) note("lost", `\`${searches.join("`, `")}\`: the rules for \`read\` apply instead`);
  for (const tool of Object.keys(otherwise) as Tool[]) {
    const list = ofTool(entries, tool);
    const meant = tool === "edit" ? writeDenies(entries) : [];
    if (list.length === 0 && meant.length === 0) {
      if (tool === "question") draft.question = { intent: "deny", rules: [] };
      else if (tool === "bash" || tool === "edit")
        note("stricter", `OpenCode allows \`${tool}\` if there are no rules; imported as ask`);
      continue;
    }
    const rules = [...meant, ...list];
    const end = rules.findIndex(({ pattern }) => /^\*+$/.test(pattern));
    const intent = end < 0 ? otherwise[tool] : rules[end]!.verdict;
    const kept = end < 0 ? rules : rules.slice(0, end);
    if (end < 0 && (tool === "bash" || tool === "edit" || tool === "webfetch"))
      note("stricter", `OpenCode allows \`${tool}\` where no rule matches; imported as ask`);
    draft[tool] = {
      intent,
      rules: kept.flatMap((entry, i) => translate(tool, entry, kept.slice(i + 1), intent, note)),
    };
  }
  return tidyPermissions(draft);
}

/** `permission.write: deny` has no effect in the client; its author meant edits. */
function writeDenies(entries: readonly OpencodeLine[]): readonly OpencodeLine[] {
  return entries.filter(({ key, verdict }) => /^(?:write|patch|apply_patch)$/.test(key) && verdict !== "allow");
}

function translate(
  tool: Tool,
  { pattern, verdict }: OpencodeLine,
  lower: readonly OpencodeLine[],
  intent: Verdict,
  note: AddNote,
): RuleDraft[] {
  const written =
    tool === "bash"
      ? bash(pattern, verdict)
      : tool === "question" || tool === "websearch"
        ? text(pattern, verdict)
        : path(tool, pattern, verdict);
  if (!written) {
    note("stricter", `the \`${tool}\` rule \`${pattern}: ${verdict}\` cannot be expressed exactly and was skipped`);
    return [];
  }
  // An ask that matches too much must not cover what a lower rule denies.
  const isOverDeny =
    verdict === "ask" && !written.isExact && (intent === "deny" || lower.some((each) => each.verdict === "deny"));
  if (isOverDeny)
    note("stricter", `the \`${tool}\` rule \`${pattern}: ask\` cannot be expressed exactly; it denies instead`);
  return [{ pattern: written.pattern, verdict: isOverDeny ? "deny" : verdict }];
}

interface Written {
  readonly pattern: string;
  readonly isExact: boolean;
}

function bash(pattern: string, verdict: Verdict): Written | undefined {
  const written = commandPattern(pattern, verdict, true);
  return written === undefined ? undefined : { pattern: written, isExact: isExactCommand(pattern) };
}

function text(pattern: string, verdict: Verdict): Written | undefined {
  if (!pattern.includes("?")) return { pattern: pattern.replace(/\*+/g, "*"), isExact: true };
  return verdict === "allow" ? undefined : { pattern: pattern.replace(/[*?]+/g, "*"), isExact: false };
}

/** Paths and addresses: in OpenCode `*` crosses `/`, and `**` is the same. */
function path(tool: Tool, written: string, verdict: Verdict): Written | undefined {
  const isAllow = verdict === "allow";
  const isExact = !written.includes("?");
  if (!isExact && isAllow) return undefined;
  const plain = written
    .replaceAll("\\", "/")
    .replace(/^\$HOME(?=\/|$)/, "~")
    .replace(/[*?]+/g, "**");
  if (tool === "webfetch") {
    const hasScheme = /^(?:\*|[A-Za-z][A-Za-z0-9+.*-]*:\/\/)/.test(plain);
    return hasScheme ? { pattern: plain, isExact } : isAllow ? undefined : { pattern: `**${plain}**`, isExact: false };
  }
  const isAnchored = /^(?:\/|~)/.test(plain);
  if (tool === "external_directory") {
    const isUsable = isAnchored && (plain.includes("*") || !isAllow) && !/(?:^|\/)\.\.(?:\/|$)/.test(plain);
    if (isUsable || plain.startsWith("**")) return { pattern: plain, isExact };
    return isAllow ? undefined : { pattern: "**", isExact: false };
  }
  if (/(?:^|\/)\.\.(?:\/|$)/.test(plain)) {
    const rest = plain
      .split("/")
      .filter((part) => part !== "..")
      .join("/");
    return isAllow ? undefined : { pattern: rest.startsWith("**") ? rest : `**/${rest}`, isExact: false };
  }
  // The client compares paths inside the work tree, so an absolute pattern never matches there.
  if (isAnchored) return isAllow ? undefined : { pattern: plain, isExact: false };
  const relative = plain.replace(/^(?:\.\/)+/, "");
  if (relative === "") return undefined;
  // `**/` also matches no directory here, and an ask also covers what is below its path.
  const covers = isExact && (verdict !== "ask" || relative.endsWith("**"));
  return { pattern: isAllow ? relative.replace(/(^|\/)\*\*\/(?:\*\*)?/g, "$1*/**") : relative, isExact: covers };
}

/** Names that `task` or `skill` allows; undefined if they are not mentioned. */
export function listedNames(
  entries: readonly OpencodeLine[],
  key: "task" | "skill",
  note: AddNote,
): readonly string[] | undefined {
  const list = ofTool(entries, key);
  if (list.length === 0) return undefined;
  const end = list.findIndex(({ pattern }) => /^\*+$/.test(pattern));
  const all = end < 0 ? "allow" : list[end]!.verdict;
  const special = end < 0 ? list : list.slice(0, end);
  const isExplicit = (entry: OpencodeLine): boolean => ofTool([entry], key).length > 0 && entry.key !== "*";
  if (all === "allow" && special.length === 0) return undefined;
  if (all === "allow" && key === "task") {
    note("stricter", "`task` allows all but some agents; list the allowed ones in `delegates`");
    return [];
  }
  if (all !== "allow" && special.length === 0 && end >= 0 && !isExplicit(list[end]!))
    return key === "task" ? [] : undefined;
  const allowed = special.filter(({ verdict }) => verdict === "allow");
  for (const { pattern } of allowed)
    if (/[*?]/.test(pattern))
      note("stricter", `the \`${key}\` rule \`${pattern}: allow\` was skipped; list the names it matches`);
  return allowed.filter(({ pattern }) => !/[*?]/.test(pattern)).map(({ pattern }) => pattern);
}
