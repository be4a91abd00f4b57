/** Imports subagents, commands, skills and permissions of rulesync (`.rulesync/`). Facts: version 17.0.0. */
import { valueAt } from "../base/unchecked.ts";
import { type ClientRules, clientPermissions, listDelegates, listTools } from "../harness/claude-code/import-rules.ts";
import { denied, raiseDraftToAsk, tidyPermissions } from "../harness/import-rules.ts";
import {
  type AddNote,
  addPrompt,
  filesBelow,
  type ImportDraft,
  type ImportedPrompt,
  type Importer,
  type ImportFile,
  joinPrompt,
  newDraft,
  noteAdder,
  type PermissionsDraft,
  readJson,
  readSkills,
  slugName,
  splitDescription,
  splitMarkdown,
  type ToolDraft,
  textOf,
} from "../harness/importer.ts";
import { legacyList, mapPermissions, permissionList } from "../harness/opencode/import-rules.ts";
import { type Tool, tools, type Verdict, verdicts } from "../model/permission.ts";

const files = [".rulesync/permissions.jsonc", ".rulesync/permissions.json"];

export const rulesyncImporter: Importer = {
  id: "rulesync",
  title: "rulesync",
  paths: {
    user: [".rulesync/subagents", ".rulesync/commands", ".rulesync/skills", ...files],
    project: [".rulesync/subagents", ".rulesync/commands", ".rulesync/skills", ...files],
  },
  read: (source) => {
    const draft = newDraft();
    const file = files.map((path) => source.files.get(path)).find((each) => each !== undefined);
    const rules = file ? readPermissions(file, draft) : undefined;
    readSkills(source.files, [".rulesync/skills"], draft);
    for (const { path, file: each } of filesBelow(source.files, ".rulesync/subagents"))
      if (path.endsWith(".md")) addAgent(path, each, rules, draft);
    for (const { path, file: each } of filesBelow(source.files, ".rulesync/commands"))
      if (path.endsWith(".md")) addPrompt(slugName(path.replace(/\.md$/, "")), each, draft, noteFields);
    return draft;
  },
};

/** Its categories are Claude Code's tool names in lower case. */
const toolNames: Readonly<Record<string, string>> = {
  bash: "Bash",
  edit: "Edit",
  write: "Edit",
  read: "Read",
  webfetch: "WebFetch",
  websearch: "WebSearch",
};

/** Its rules have no order, and a target may replace a category, so the strictest verdict is used. */
function readPermissions(file: ImportFile, draft: ImportDraft): ClientRules | undefined {
  const read = readJson(file);
  if ("problem" in read) {
    draft.blocked.push({ from: file.path, text: read.problem });
    return undefined;
  }
  const note = noteAdder(draft, file.path, "permissions");
  const lists: Record<Verdict, Set<string>> = { deny: new Set(), ask: new Set(), allow: new Set() };
  const base = categoriesOf(valueAt(read.value, "permission"));
  const targets = Object.entries((read.value ?? {}) as Record<string, unknown>)
    .filter(([key]) => key !== "permission" && !key.startsWith("$"))
    .map(([, value]) => categoriesOf(valueAt(value, "permission")));
  const names = new Set([base, ...targets].flatMap((each) => [...each.keys()]));
  for (const name of names) {
    const tool = toolNames[name];
    if (!tool) {
      note("lost", `the category \`${name}\` has no equivalent`);
      continue;
    }
    const versions = [base, ...targets.filter((target) => target.has(name))].map(
      (each) => each.get(name) ?? new Map<string, Verdict>(),
    );
    const patterns = new Set(versions.flatMap((each) => [...each.keys()]));
    for (const pattern of patterns) {
      const found = versions.map((each) => each.get(pattern));
      const strictest = verdicts.findLast((verdict) => found.includes(verdict))!;
      const verdict = strictest === "allow" && found.includes(undefined) ? "ask" : strictest;
      lists[verdict].add(
        /^\**$/.test(pattern)
          ? tool
          : `${tool}(${tool === "WebFetch" && !pattern.startsWith("domain:") ? `domain:${pattern}` : pattern})`,
      );
    }
    const whole = versions.map((each) => each.get("*")).find((verdict) => verdict === "ask" || verdict === "deny");
    if (whole && [...versions[0]!.values()].includes("allow"))
      note(
        "stricter",
        `in \`${name}\`, \`"*": "${whole}"\` hides its allow rules on Claude Code and OpenCode; imported with that effect. Remove it to make the allow rules apply`,
      );
  }
  return {
    scope: "project",
    deny: [...lists.deny],
    ask: [...lists.ask],
    allow: [...lists.allow],
    directories: [],
    hooks: [],
  };
}

function categoriesOf(value: unknown): ReadonlyMap<string, ReadonlyMap<string, Verdict>> {
  const categories = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new Map(
    categories.map(([name, rules]) => {
      const pairs: [string, unknown][] =
        typeof rules === "string" ? [["*", rules]] : Object.entries((rules ?? {}) as object);
      return [
        name,
        new Map(
          pairs.flatMap(([pattern, action]) =>
            verdicts.some((each) => each === action) ? [[pattern, action as Verdict] as const] : [],
          ),
        ),
      ];
    }),
  );
}

function addAgent(path: string, file: ImportFile, rules: ClientRules | undefined, draft: ImportDraft): void {
  const stem = path.replace(/^.*\/|\.md$/g, "");
  const front = splitMarkdown(file);
  if (front === "none" || "problem" in front) {
    const text = front === "none" ? "has no front matter, so it is not an agent" : front.problem;
    draft.notes.push({ from: file.path, definition: `agent ${slugName(stem)}`, kind: "skipped", text });
    return;
  }
  const { fields, body } = front;
  const name = slugName(textOf(fields.name) ?? stem);
  const note = noteAdder(draft, file.path, `agent ${name}`);
  const { description, rest } = splitDescription(fields.description, `Imported from ${file.path}`);
  const claude = (fields.claudecode ?? {}) as Record<string, unknown>;
  const opencode = (fields.opencode ?? {}) as Record<string, unknown>;
  const agentTools = {
    tools: listTools(claude.tools),
    disallowed: listTools(claude.disallowedTools) ?? [],
    mode: textOf(claude.permissionMode),
    hooks: [],
  };
  const drafts: PermissionsDraft[] = [];
  const first = clientPermissions(agentTools, rules ? [rules] : [], note);
  if (first) drafts.push(first);
  const entries = [...legacyList(opencode.tools), ...permissionList(opencode.permission)];
  if (entries.length > 0) drafts.push(mapPermissions(entries, note));
  if (drafts.length > 1) note("stricter", "its targets have different permissions; the strictest of them are imported");
  for (const block of ["copilot", "codexcli", "geminicli", "cursor"])
    if (fields[block] !== undefined) note("lost", `the block \`${block}\` is not imported`);
  const mode = textOf(opencode.mode);
  draft.agents.push({
    name,
    from: file.path,
    description,
    prompt: joinPrompt(rest, body),
    mode: mode === "primary" || mode === "subagent" ? mode : undefined,
    skills: [],
    delegates: listDelegates(agentTools, rules?.deny ?? [])?.map(slugName),
    model: textOf(claude.model),
    permissions: drafts.length > 1 ? strictestOf(drafts, note) : drafts[0],
  });
}

/** Every deny and ask rule of any draft, and no allow rules: never looser, whatever their order was. */
function strictestOf(drafts: readonly PermissionsDraft[], _note: AddNote): PermissionsDraft {
  const merged: Partial<Record<Tool, ToolDraft>> = {};
  for (const tool of tools) {
    const found = drafts.flatMap((draft) => draft[tool] ?? []);
    if (found.length === 0) continue;
    const isDenied = found.some(({ intent, rules }) => intent === "deny" && rules.length === 0);
    const intent = verdicts.findLast((verdict) => found.some((each) => each.intent === verdict))!;
    const strict = found.flatMap((each) => raiseDraftToAsk(each).rules);
    const ordered = (["deny", "ask"] as const).flatMap((verdict) =>
      strict.filter((rule) => "verdict" in rule && rule.verdict === verdict),
    );
    const isOneSided = found.length < drafts.length && tool !== "question" && tool !== "read";
    merged[tool] = isDenied
      ? denied
      : raiseDraftToAsk({ intent: isOneSided && intent === "allow" ? "ask" : intent, rules: ordered });
    if ((tool === "question" || tool === "read") && intent === "allow") merged[tool] = { intent, rules: ordered };
  }
  return tidyPermissions(merged);
}

function noteFields({ fields, note }: ImportedPrompt): void {
  for (const field of Object.keys(fields))
    if (!["description", "targets"].includes(field)) note("lost", `\`${field}\` is not imported`);
}
