/** Imports agents, profiles, skills and permissions of Codex from a home or a project. Facts: version 0.166.0. */
import { valueAt } from "../../base/unchecked.ts";
import { readToml } from "../../formats/toml.ts";
import type { Tool, Verdict } from "../../model/permission.ts";
import { denied, raiseDraftToAsk, readOwnPolicy, splitRole, tidyPermissions } from "../import-rules.ts";
import {
  type AddNote,
  addPrompt,
  filesBelow,
  type ImportDraft,
  type Importer,
  type ImportFile,
  type ImportSource,
  joinPrompt,
  newDraft,
  noteAdder,
  type PermissionsDraft,
  type RuleDraft,
  readSkills,
  slugName,
  splitDescription,
  type ToolDraft,
  textOf,
} from "../importer.ts";
import { type PrefixRule, readPrefixRules } from "./import-rules.ts";

const paths = [
  ...["agents", "rules", "prompts", "skills", "surcingle", "config.toml", "hooks.json", "*.config.toml"].map(
    (name) => `.codex/${name}`,
  ),
  ".agents/skills",
];

export const importer: Importer = {
  id: "codex",
  title: "Codex",
  paths: { user: paths, project: paths },
  read: (source) => {
    const draft = newDraft();
    const config = readTable(source.files.get(".codex/config.toml"), draft) ?? {};
    const rules = [
      ...readRules(source.home, source, draft).filter(({ verdict }) => verdict !== "allow"),
      ...readRules(source.files, source, draft),
    ];
    const hasHooks = hasForeignHooks(source, config);
    readSkills(source.files, [".agents/skills", ".codex/skills"], draft);
    const add = (file: ImportFile, isProfile: boolean): void => {
      const table = readTable(file, draft);
      if (table) addAgent(file, table, { isProfile, config, rules, hasHooks, source }, draft);
    };
    for (const { path, file } of filesBelow(source.files, ".codex/agents"))
      if (path.endsWith(".toml")) add(file, false);
    for (const { path, file } of filesBelow(source.files, ".codex"))
      if (/^[^/]+\.config\.toml$/.test(path)) add(file, true);
    for (const { path, file } of filesBelow(source.files, ".codex/prompts"))
      if (path.endsWith(".md")) addPrompt(slugName(path.replace(/\.md$/, "")), file, draft);
    return draft;
  },
};

type Table = Readonly<Record<string, unknown>>;

function readTable(file: ImportFile | undefined, draft: ImportDraft): Table | undefined {
  if (!file) return undefined;
  try {
    return readToml((file.text ?? "\0").replaceAll("\r\n", "\n"));
  } catch {
    draft.blocked.push({ from: file.path, text: "is not valid TOML" });
    return undefined;
  }
}

interface Around {
  readonly isProfile: boolean;
  readonly config: Table;
  readonly rules: readonly PrefixRule[];
  readonly hasHooks: boolean;
  readonly source: ImportSource;
}

function addAgent(file: ImportFile, table: Table, around: Around, draft: ImportDraft): void {
  const stem = file.path.replace(/^.*\//, "").replace(/(?:\.config)?\.toml$/, "");
  const written = around.isProfile ? stem : (textOf(table.name) ?? stem);
  const name = slugName(written);
  const note = noteAdder(draft, file.path, `agent ${name}`);
  const text = typeof table.developer_instructions === "string" ? table.developer_instructions : "";
  if (text.trim() === "")
    return note(
      "skipped",
      around.isProfile ? "a profile without `developer_instructions`" : "has no `developer_instructions`",
    );
  if (name !== written) note("lost", `the name \`${written}\` was changed to \`${name}\``);
  const own = readOwnPolicy(around.source.files.get(`.codex/surcingle/${name}.json`)?.text);
  const { role, body } = own?.hasLimits ? splitRole(text) : { role: undefined, body: text };
  const { description, rest } = splitDescription(table.description, `Imported from ${file.path}`);
  if (!own)
    for (const field of ["model_reasoning_effort", "nickname_candidates", "mcp_servers", "personality", "service_tier"])
      if (table[field] !== undefined) note("lost", `\`${field}\` has no equivalent`);
  // A role and a profile with the same name are one agent, for both uses.
  const twin = draft.agents.findIndex((agent) => agent.name === name);
  if (twin >= 0) {
    draft.agents[twin] = { ...draft.agents[twin]!, mode: undefined };
    return;
  }
  const isAlone = valueAt(table, "features", "multi_agent") === false;
  draft.agents.push({
    name,
    from: file.path,
    description,
    prompt: joinPrompt(rest, body.startsWith("\n") ? body.slice(1) : body),
    mode: around.isProfile ? "primary" : "subagent",
    skills: own?.skills ?? [],
    delegates: own ? own.delegates : isAlone ? [] : undefined,
    role,
    model: textOf(table.model),
    permissions: own ? own.permissions : permissionsOf(table, around, note),
  });
}

/** Whether the client rejects what a rule would ask about. */
function isNeverAsked(policy: unknown): boolean {
  return policy === "never" || valueAt(policy, "granular", "rules") === false;
}

/** The client ignores a role's own sandbox and approval; their author meant them, and they are stricter. */
function permissionsOf(table: Table, { config, rules, hasHooks }: Around, note: AddNote): PermissionsDraft | undefined {
  const setting = (key: string): unknown => table[key] ?? config[key];
  const sandbox = textOf(setting("sandbox_mode"));
  const profile = textOf(setting("default_permissions"));
  const files =
    profile === undefined
      ? undefined
      : (valueAt(table, "permissions", profile, "filesystem") ?? valueAt(config, "permissions", profile, "filesystem"));
  const isSilent = sandbox === undefined && setting("approval_policy") === undefined && rules.length === 0 && !hasHooks;
  const noShell =
    valueAt(table, "features", "shell_tool") === false || valueAt(config, "features", "shell_tool") === false;
  const noSearch = setting("web_search") === "disabled" || valueAt(config, "tools", "web_search") === false;
  if (isSilent && files === undefined && !noShell && !noSearch) return undefined;
  const bash = commandRules(rules, isNeverAsked(setting("approval_policy")), note);
  const draft: Partial<Record<Tool, ToolDraft>> = {
    bash: noShell ? denied : hasHooks ? raiseDraftToAsk(bash) : bash,
    edit: editOf(sandbox, note),
    webfetch: { intent: "ask", rules: [] },
    websearch: noSearch ? denied : { intent: "ask", rules: [] },
  };
  if (files !== undefined) Object.assign(draft, filesystem(files, note));
  if (hasHooks) {
    draft.edit = raiseDraftToAsk(draft.edit!);
    note("stricter", "hooks also decide about commands and edits; they are not imported, so both ask");
  }
  return tidyPermissions(draft);
}

/** What the client's sandbox allows without asking is imported as ask. */
function commandRules(rules: readonly PrefixRule[], isNever: boolean, note: AddNote): ToolDraft {
  const ordered = (["deny", "ask", "allow"] as const).flatMap((verdict) =>
    rules.filter((rule) => rule.verdict === verdict),
  );
  const kept: RuleDraft[] = [];
  for (const { words, verdict } of ordered) {
    const strict: Verdict = verdict === "ask" && isNever ? "deny" : verdict;
    const isPlain = words.every((word) => /^[\w./:=@%+,-]+$/.test(word));
    if (isPlain) kept.push({ pattern: `${words.join(" ")} *`, verdict: strict });
    else if (verdict === "allow")
      note("stricter", `the rule for \`${words.join(" ")}\` cannot be expressed exactly and was skipped`);
    else {
      // A star is literal in Codex; its author meant any word.
      const plain = words.findIndex((word) => !/^[\w./:=@%+,-]+$/.test(word));
      kept.push({ pattern: [...words.slice(0, plain), "*"].join(" "), verdict: strict });
    }
  }
  return { intent: "ask", rules: kept };
}

function editOf(sandbox: string | undefined, note: AddNote): ToolDraft {
  if (sandbox === "read-only") return denied;
  if (sandbox === "workspace-write") {
    const kept = [".git", ".codex", ".agents", ".aws"].map((name) => ({
      pattern: `${name}/**`,
      verdict: "deny" as const,
    }));
    return { intent: "allow", rules: kept };
  }
  if (sandbox === "danger-full-access") note("stricter", "`danger-full-access` allows everything; imported as ask");
  return { intent: "ask", rules: [] };
}

/** The most specific path first; paths that are not named cannot be edited. */
function filesystem(files: unknown, note: AddNote): { readonly edit: ToolDraft; readonly read: ToolDraft } {
  const named = Object.entries((files ?? {}) as Table).filter(([path]) => {
    const isPath = !/^:|[*?[\]{}$]|\.\./.test(path);
    if (!isPath) note("stricter", `the path \`${path}\` in the file permissions was skipped; it cannot be edited`);
    return isPath;
  });
  const sorted = named.sort(([a], [b]) => b.length - a.length);
  const below = (path: string): string => `${path.replace(/^\.\//, "").replace(/\/+$/, "") || "."}/**`;
  const edit = sorted.map(
    ([path, access]): RuleDraft => ({ pattern: below(path), verdict: access === "write" ? "allow" : "deny" }),
  );
  const read = sorted.flatMap(([path, access]): RuleDraft[] => [
    { pattern: below(path), verdict: access === "deny" || access === "none" ? "deny" : "allow" },
  ]);
  return { edit: { intent: "deny", rules: edit }, read: { intent: "allow", rules: read } };
}

/** `default.rules` contains saved answers: what they allow counts only if requested. */
function readRules(files: ImportSource["files"], source: ImportSource, draft: ImportDraft): readonly PrefixRule[] {
  return filesBelow(files, ".codex/rules").flatMap(({ path, file }) => {
    if (!path.endsWith(".rules")) return [];
    const rules = file.text === undefined ? undefined : readPrefixRules(file.text);
    if (!rules) draft.blocked.push({ from: file.path, text: "contains rules in an unknown format" });
    const isAnswers = path === "default.rules" && !source.withAnswers;
    if (isAnswers && rules?.some(({ verdict }) => verdict === "allow"))
      noteAdder(draft, file.path, "permissions")("stricter", "saved answers are skipped; `--answers` imports them");
    return (rules ?? []).filter(({ verdict }) => !isAnswers || verdict !== "allow");
  });
}

function hasForeignHooks({ files }: ImportSource, config: Table): boolean {
  const text = files.get(".codex/hooks.json")?.text ?? "";
  return (
    (/PreToolUse/.test(text) && !text.includes("surcingle-gate")) ||
    valueAt(config, "hooks", "PreToolUse") !== undefined
  );
}
