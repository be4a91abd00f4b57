/** Imports agents, commands, skills and permissions of Claude Code from a home or a project. */
import { valueAt } from "../../base/unchecked.ts";
import { readOwnPolicy, splitRole } from "../import-rules.ts";
import {
  filesBelow,
  type ImportDraft,
  type Importer,
  type ImportFile,
  type ImportSource,
  joinPrompt,
  newDraft,
  noteAdder,
  readJson,
  readPrompt,
  readSkills,
  slugName,
  splitDescription,
  splitMarkdown,
  textOf,
  wholeNumber,
} from "../importer.ts";
import { type AgentTools, type ClientRules, clientPermissions, listDelegates, listTools } from "./import-rules.ts";

const settingsFiles = [".claude/settings.json", ".claude/settings.local.json"] as const;

export const importer: Importer = {
  id: "claude-code",
  title: "Claude Code",
  alias: "claude",
  paths: {
    user: [".claude/agents", ".claude/commands", ".claude/skills", ".claude/surcingle", ...settingsFiles],
    project: [".claude/agents", ".claude/commands", ".claude/skills", ".claude/surcingle", ...settingsFiles],
  },
  read: (source) => {
    const draft = newDraft();
    const rules = readSettings(source, draft);
    readSkills(source.files, [".claude/skills"], draft);
    for (const { path, file } of filesBelow(source.files, ".claude/agents"))
      if (path.endsWith(".md")) readAgent(file, source, rules, draft);
    for (const { path, file } of filesBelow(source.files, ".claude/commands"))
      if (path.endsWith(".md")) readCommand(path, file, draft);
    return draft;
  },
};

const lostFields = ["effort", "color", "memory", "mcpServers", "isolation", "background", "initialPrompt", "hooks"];

function readAgent(file: ImportFile, source: ImportSource, rules: readonly ClientRules[], draft: ImportDraft): void {
  const stem = file.path.replace(/^.*\/|\.md$/g, "");
  const front = splitMarkdown(file);
  if (front === "none" || "problem" in front) {
    const text = front === "none" ? "has no front matter, so it is not an agent" : front.problem;
    draft.notes.push({ from: file.path, definition: `agent ${stem}`, kind: "skipped", text });
    return;
  }
  const { fields } = front;
  const written = textOf(fields.name) ?? stem;
  const name = slugName(written);
  const note = noteAdder(draft, file.path, `agent ${name}`);
  if (name !== written) note("lost", `the name \`${written}\` was changed to \`${name}\``);
  const { description, rest } = splitDescription(fields.description, `Imported from ${file.path}`);
  const own = readOwnPolicy(source.files.get(`.claude/surcingle/${name}.json`)?.text);
  const { role, body } = own?.hasLimits ? splitRole(front.body) : { role: undefined, body: front.body };
  const tools: AgentTools = {
    tools: listTools(fields.tools),
    disallowed: listTools(fields.disallowedTools) ?? [],
    mode: textOf(fields.permissionMode),
    hooks: hookMatchers(fields.hooks),
  };
  if (!own)
    for (const field of lostFields) if (fields[field] !== undefined) note("lost", `\`${field}\` has no equivalent`);
  const denies = rules.flatMap(({ deny }) => deny);
  draft.agents.push({
    name,
    from: file.path,
    description,
    prompt: joinPrompt(rest, body),
    maxTurns: wholeNumber(fields.maxTurns),
    skills: skillNames(fields.skills),
    delegates: own ? own.delegates : listDelegates(tools, denies)?.map(slugName),
    role,
    model: modelOf(fields.model),
    permissions: own ? own.permissions : clientPermissions(tools, rules, note),
  });
}

function skillNames(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[\s,]+/) : [];
  return texts.filter((each): each is string => typeof each === "string" && each !== "");
}

function modelOf(value: unknown): string | undefined {
  const model = textOf(value);
  return model === "inherit" ? undefined : model;
}

/** `ns/x.md` is `/ns:x` in the client. */
function readCommand(path: string, file: ImportFile, draft: ImportDraft): void {
  const name = slugName(path.replace(/\.md$/, "").replaceAll("/", "-"));
  const prompt = readPrompt(name, file, draft);
  if (!prompt) return;
  const { note, description, body } = prompt;
  // In the client, a skill of the same name takes precedence.
  if (draft.skills.some((skill) => skill.name === name)) return note("skipped", `a skill \`${name}\` replaces it`);
  const {
    description: _,
    model,
    "allowed-tools": allowed,
    "disable-model-invocation": isManual,
    ...others
  } = prompt.fields;
  const behavior: Record<string, string> = {};
  if (isManual === true) behavior.invocation = "explicit";
  if (textOf(model)) note("lost", "`model` belongs in the settings");
  if (allowed !== undefined)
    note("stricter", "`allowed-tools` pre-approves tools; it was skipped, so the agent's own permissions decide");
  draft.commands.push({ name, from: file.path, description, body, behavior, fields: others });
}

function readSettings(source: ImportSource, draft: ImportDraft): readonly ClientRules[] {
  const found: ClientRules[] = [];
  const add = (files: ImportSource["files"], path: string, scope: ImportSource["scope"], withAllow: boolean): void => {
    const file = files.get(path);
    if (!file) return;
    const read = readJson(file);
    if ("problem" in read) draft.blocked.push({ from: file.path, text: read.problem });
    else found.push(rulesOf(read.value, scope, withAllow));
  };
  // For agents of a project, only restrictions in the user's own settings apply.
  if (source.scope === "project") add(source.home, settingsFiles[0], "user", false);
  add(source.files, settingsFiles[0], source.scope, true);
  add(source.files, settingsFiles[1], source.scope, source.withAnswers);
  const hasAnswers = !source.withAnswers && found.length > 0 && source.files.has(settingsFiles[1]);
  if (hasAnswers && hasAllow(source.files.get(settingsFiles[1])!))
    noteAdder(
      draft,
      settingsFiles[1],
      "permissions",
    )("stricter", "saved answers are skipped; `--answers` imports them");
  return found;
}

function hasAllow(file: ImportFile): boolean {
  const read = readJson(file);
  return "value" in read && texts(valueAt(read.value, "permissions", "allow")).length > 0;
}

function rulesOf(settings: unknown, scope: ImportSource["scope"], withAllow: boolean): ClientRules {
  const list = (name: string): readonly string[] => texts(valueAt(settings, "permissions", name));
  const mode = textOf(valueAt(settings, "permissions", "defaultMode"));
  return {
    scope,
    deny: list("deny"),
    ask: list("ask"),
    allow: withAllow ? list("allow") : [],
    mode: withAllow || mode === "dontAsk" || mode === "plan" ? mode : undefined,
    directories: withAllow ? list("additionalDirectories") : [],
    hooks: hookMatchers(valueAt(settings, "hooks")),
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

/** The tools that a PreToolUse hook is called for. */
function hookMatchers(hooks: unknown): readonly string[] {
  const groups = valueAt(hooks, "PreToolUse");
  if (groups === undefined) return [];
  if (!Array.isArray(groups)) return ["*"];
  return groups.map((group) => textOf(valueAt(group, "matcher")) ?? "*");
}
