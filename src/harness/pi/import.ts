/**
 * Imports agents, prompts, skills and permissions of Pi from a home or a project. Facts: Pi 0.85.1 with pi-subagents
 * 0.67.0.
 */
import { splitFrontMatter } from "../../formats/markdown.ts";
import type { Tool } from "../../model/permission.ts";
import { denied, readOwnPolicy, splitRole, tidyPermissions } from "../import-rules.ts";
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
  readSkills,
  slugName,
  splitDescription,
  type ToolDraft,
  textOf,
} from "../importer.ts";

const names = ["agents", "prompts", "skills", "SYSTEM.md", "extensions"];

export const importer: Importer = {
  id: "pi",
  title: "Pi",
  paths: { user: names.map((name) => `.pi/agent/${name}`), project: names.map((name) => `.pi/${name}`) },
  read: (source) => {
    const draft = newDraft();
    const root = source.scope === "user" ? ".pi/agent" : ".pi";
    readSkills(source.files, [`${root}/skills`], draft);
    for (const { path, file } of filesBelow(source.files, `${root}/agents`))
      if (path.endsWith(".md")) addAgent(path, file, source, root, draft);
    addMain(source, root, draft);
    for (const { path, file } of filesBelow(source.files, `${root}/prompts`))
      if (path.endsWith(".md")) addPrompt(slugName(path.replace(/\.md$/, "")), file, draft);
    return draft;
  },
};

/** In Pi the front matter is not YAML: one plain line per key, quotes and brackets are part of the value. */
function readLines(yaml: string): ReadonlyMap<string, string | readonly string[]> {
  const fields = new Map<string, string | readonly string[]>();
  let key = "";
  for (const line of yaml.split("\n")) {
    const pair = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line);
    if (pair) {
      key = pair[1]!;
      fields.set(key, pair[2]!.trim().replace(/^(["'])(.*)\1$/, "$2"));
    } else if (/^\s+\S|^-\s/.test(line)) {
      const before = fields.get(key);
      fields.set(key, [...(Array.isArray(before) ? before : []), line.trim().replace(/^-\s+/, "")]);
    }
  }
  return fields;
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const list = typeof value === "string" ? value.split(",") : value;
  return list.map((each) => each.trim()).filter((each) => each !== "");
}

const lostFields = ["thinking", "toolBudget", "async", "memory", "fallbackModels", "extensions", "acceptance"];

function addAgent(path: string, file: ImportFile, source: ImportSource, root: string, draft: ImportDraft): void {
  const stem = path.replace(/^.*\/|\.md$/g, "");
  const parts = file.text === undefined ? undefined : splitFrontMatter(file.text.replaceAll("\r\n", "\n"));
  if (!parts || parts === "open") {
    const text = "has no front matter, so it is not an agent";
    draft.notes.push({ from: file.path, definition: `agent ${slugName(stem)}`, kind: "skipped", text });
    return;
  }
  const fields = readLines(parts.yaml);
  const line = (key: string): string | undefined => textOf(fields.get(key));
  const written = line("name") ?? stem;
  const name = slugName(written);
  const note = noteAdder(draft, file.path, `agent ${name}`);
  if (name !== written) note("lost", `the name \`${written}\` was changed to \`${name}\``);
  const own = readOwnPolicy(source.files.get(`${root}/extensions/surcingle/${name}/policy.json`)?.text);
  const { role, body } = own?.hasLimits ? splitRole(parts.body) : { role: undefined, body: parts.body };
  const { description, rest } = splitDescription(line("description"), `Imported from ${file.path}`);
  if (!own) for (const field of lostFields) if (fields.has(field)) note("lost", `\`${field}\` has no equivalent`);
  const isNested = line("allowNestedSubagents") === "true";
  draft.agents.push({
    name,
    from: file.path,
    description,
    prompt: joinPrompt(rest, body),
    mode: "subagent",
    skills: own ? own.skills : (listOf(fields.get("skills") ?? fields.get("skill")) ?? []),
    delegates: own ? own.delegates : isNested ? undefined : [],
    role,
    model: line("model"),
    permissions: own ? own.permissions : permissionsOf(fields, note),
  });
}

/** The client runs the offered tools without asking; ask is stricter, and an author can relax it by hand. */
function permissionsOf(
  fields: ReadonlyMap<string, string | readonly string[]>,
  note: AddNote,
): PermissionsDraft | undefined {
  const tools = listOf(fields.get("tools"));
  const excluded = listOf(fields.get("excludeTools")) ?? [];
  const own = fields.get("permission") ?? fields.get("permissions");
  if (!tools && excluded.length === 0 && own === undefined) return undefined;
  if (tools?.some((name) => /[[\]"']/.test(name)))
    note("stricter", "`tools` is written as a YAML list, which Pi does not read: none of these tools is offered");
  const denies = new Set(
    (typeof own === "string" ? [] : (own ?? [])).flatMap((each) => /^(\w+):\s*deny$/.exec(each)?.[1] ?? []),
  );
  const has = (...words: readonly string[]): boolean =>
    words.some((word) => (!tools || tools.includes(word)) && !excluded.includes(word) && !denies.has(word));
  const ask: ToolDraft = { intent: "ask", rules: [] };
  const draft: Partial<Record<Tool, ToolDraft>> = {
    bash: has("bash") ? ask : denied,
    edit: has("edit", "write") && !denies.has("write") && !denies.has("edit") ? ask : denied,
    webfetch: denied,
    websearch: denied,
    question: denied,
  };
  if (!has("read", "grep", "find", "ls")) draft.read = denied;
  if (has("bash") || has("edit", "write"))
    note("stricter", "Pi runs its tools without asking; `bash` and `edit` are imported as ask");
  return tidyPermissions(draft);
}

/** SYSTEM.md is the prompt of the one main agent. Ours is identified by the policy that belongs to no agent file. */
function addMain(source: ImportSource, root: string, draft: ImportDraft): void {
  const file = source.files.get(`${root}/SYSTEM.md`);
  if (!file?.text?.trim()) return;
  const known = new Set(draft.agents.map(({ name }) => name));
  const policies = [...source.files.keys()].flatMap((path) => {
    const found = path.startsWith(`${root}/`) && /\/extensions\/surcingle\/([^/]+)\/policy\.json$/.exec(path);
    return found && !known.has(found[1]!) ? [{ name: found[1]!, path }] : [];
  });
  const only = policies.length === 1 ? policies[0] : undefined;
  const own = only && readOwnPolicy(source.files.get(only.path)?.text);
  const name = own ? only.name : "pi";
  const { role, body } = own?.hasLimits ? splitRole(file.text) : { role: undefined, body: file.text };
  draft.agents.push({
    name,
    from: file.path,
    description: `Imported from ${file.path}`,
    prompt: body,
    mode: "primary",
    skills: own?.skills ?? [],
    delegates: own?.delegates,
    role,
    permissions: own?.permissions,
  });
}
