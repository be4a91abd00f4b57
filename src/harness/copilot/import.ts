/** Imports agents, prompts, skills and permissions of Copilot from a home or a project. Facts: version 1.0.102. */
import { valueAt } from "../../base/unchecked.ts";
import type { Tool, Verdict } from "../../model/permission.ts";
import {
  denied,
  deniedServerTools,
  raiseDraftToAsk,
  readOwnPolicy,
  splitRole,
  tidyPermissions,
} from "../import-rules.ts";
import {
  type AddNote,
  addPrompt,
  filesBelow,
  type ImportDraft,
  type ImportedPrompt,
  type Importer,
  type ImportFile,
  type ImportSource,
  joinPrompt,
  newDraft,
  noteAdder,
  type PermissionsDraft,
  type RuleDraft,
  readJson,
  readSkills,
  slugName,
  splitDescription,
  splitMarkdown,
  type ToolDraft,
  textOf,
} from "../importer.ts";

const inHome = ["agents", "skills", "surcingle", "settings.json", "config.json", "permissions-config.json"];
const inProject = ["agents", "chatmodes", "prompts", "skills", "surcingle"];

export const importer: Importer = {
  id: "copilot",
  title: "Copilot",
  paths: { user: inHome.map((name) => `.copilot/${name}`), project: inProject.map((name) => `.github/${name}`) },
  read: (source) => {
    const draft = newDraft();
    const root = source.scope === "user" ? ".copilot" : ".github";
    const limits = readSettings(source, draft);
    readSkills(source.files, [`${root}/skills`], draft);
    for (const folder of ["agents", "chatmodes"])
      for (const { path, file } of filesBelow(source.files, `${root}/${folder}`))
        if (path.endsWith(".md")) addAgent(path, file, { source, root, limits }, draft);
    for (const { path, file } of filesBelow(source.files, `${root}/prompts`))
      if (path.endsWith(".prompt.md")) addPrompt(slugName(path.replace(/\.prompt\.md$/, "")), file, draft, noteFields);
    return draft;
  },
};

interface Limits {
  readonly addresses: readonly RuleDraft[];
  readonly hasHooks: boolean;
}

/** Which words of `tools:` grant which of our tools; the client ignores names it does not know. */
const toolWords: Readonly<Record<Exclude<Tool, "external_directory">, RegExp>> = {
  bash: /^(?:execute|shell|bash|powershell|run_?in_?terminal|runCommands|terminal)$/i,
  edit: /^(?:edit|write|multiedit|notebookedit|create|editFiles|apply_patch)$/i,
  read: /^(?:read|view|search|grep|glob|read_file|list_directory|search_files|codebase|usages|notebookread)$/i,
  webfetch: /^(?:web|web_?fetch|fetch)$/i,
  websearch: /^(?:web|web_?search)$/i,
  question: /^(?:ask_user|askuserquestion|question)$/i,
};

function addAgent(
  path: string,
  file: ImportFile,
  { source, root, limits }: { readonly source: ImportSource; readonly root: string; readonly limits: Limits },
  draft: ImportDraft,
): void {
  const stem = path.replace(/^.*\//, "").replace(/(?:\.agent|\.chatmode)?\.md$/, "");
  const name = slugName(stem);
  const note = noteAdder(draft, file.path, `agent ${name}`);
  const front = splitMarkdown(file);
  if (front === "none" || "problem" in front)
    return note("skipped", front === "none" ? "has no front matter, so it is not an agent" : front.problem);
  const { fields } = front;
  if (name !== stem) note("lost", `the name \`${stem}\` was changed to \`${name}\``);
  const label = textOf(fields.name);
  const own = readOwnPolicy(source.files.get(`${root}/surcingle/${name}.json`)?.text);
  const { role, body } = own?.hasLimits ? splitRole(front.body) : { role: undefined, body: front.body };
  const { description, rest } = splitDescription(fields.description, `Imported from ${file.path}`);
  if (!own)
    for (const field of ["mcp-servers", "hooks", "target", "metadata"])
      if (fields[field] !== undefined) note("lost", `\`${field}\` has no equivalent`);
  const isPrimary = fields["disable-model-invocation"] === true || fields.infer === false;
  const hasHooks = limits.hasHooks || fields.hooks !== undefined;
  const tools = listTools(fields.tools);
  const servers = tools?.filter((each) => each.includes("/")) ?? [];
  if (!own && servers.length > 0) note("lost", deniedServerTools(servers));
  draft.agents.push({
    name,
    from: file.path,
    description,
    prompt: joinPrompt(rest, body),
    displayName: label !== undefined && label !== stem ? label : undefined,
    mode: isPrimary ? "primary" : fields["user-invocable"] === false ? "subagent" : undefined,
    skills: own?.skills ?? [],
    delegates: own
      ? own.delegates
      : tools && !tools.some((each) => /^(?:agent|task|runSubagent)$/i.test(each))
        ? []
        : undefined,
    role,
    model: textOf(fields.model),
    permissions: own ? own.permissions : permissionsOf(tools, limits.addresses, hasHooks, note),
  });
}

/** Undefined means all tools. */
function listTools(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const names = (Array.isArray(value) ? value.map(String) : String(value).split(","))
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return names.includes("*") ? undefined : names;
}

function permissionsOf(
  tools: readonly string[] | undefined,
  addresses: readonly RuleDraft[],
  hasHooks: boolean,
  note: AddNote,
): PermissionsDraft | undefined {
  if (!tools && addresses.length === 0 && !hasHooks) return undefined;
  const draft: Partial<Record<Tool, ToolDraft>> = {};
  for (const [tool, words] of Object.entries(toolWords) as [Exclude<Tool, "external_directory">, RegExp][]) {
    const isOffered = !tools || tools.some((each) => words.test(each));
    if (!isOffered) draft[tool] = denied;
    else if (tool === "webfetch") draft[tool] = { intent: "ask", rules: addresses };
    else if (tool !== "read" && tool !== "question") draft[tool] = { intent: "ask", rules: [] };
  }
  if (hasHooks) {
    if (draft.webfetch) draft.webfetch = raiseDraftToAsk(draft.webfetch);
    note("stricter", "hooks also decide about its calls; they are not imported, so its tools ask");
  }
  return tidyPermissions(draft);
}

function readSettings({ files, home }: ImportSource, draft: ImportDraft): Limits {
  const addresses: RuleDraft[] = [];
  let hasHooks = false;
  const sources = [
    { from: home, withAllow: false },
    { from: files, withAllow: true },
  ];
  for (const { from, withAllow } of sources) {
    const values = [".copilot/settings.json", ".copilot/config.json"].flatMap((path) => {
      const file = from.get(path);
      const read = file && readJson(file);
      if (file && read && "problem" in read) draft.blocked.push({ from: file.path, text: read.problem });
      return read && "value" in read ? [read.value] : [];
    });
    for (const value of values) {
      const list = (key: string): string[] =>
        ([] as unknown[])
          .concat(
            valueAt(value, key) ??
              valueAt(
                value,
                key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
              ) ??
              [],
          )
          .map(String);
      addresses.push(...list("deniedUrls").flatMap((each) => addressRules(each, "deny")));
      if (withAllow) addresses.push(...list("allowedUrls").flatMap((each) => addressRules(each, "allow")));
      hasHooks ||= valueAt(value, "hooks") !== undefined;
    }
    if (withAllow && from.has(".copilot/permissions-config.json"))
      noteAdder(
        draft,
        ".copilot/permissions-config.json",
        "permissions",
      )("stricter", "saved answers for single directories are not imported");
  }
  const order: Readonly<Record<Verdict, number>> = { deny: 0, ask: 1, allow: 2 };
  return { addresses: addresses.sort((a, b) => order[a.verdict] - order[b.verdict]), hasHooks };
}

/** A host or an address; without a scheme it is https. */
function addressRules(written: string, verdict: Verdict): RuleDraft[] {
  const parts = /^(?:(https?):\/\/)?([A-Za-z0-9.*-]+)(?::\d+)?(\/[^?#]*)?$/.exec(written.trim());
  if (!parts || /[*]/.test(parts[2]!.slice(1))) return verdict === "allow" ? [] : [{ pattern: "**", verdict }];
  const [, scheme, host, path = "/"] = parts;
  const tail = path.endsWith("/") ? `${path}**` : `${path.replace(/\*+$/, "")}**`;
  if (verdict === "allow") return [{ pattern: `${scheme ?? "https"}://${host}${tail}`, verdict }];
  return [`*://${host}${tail}`, `*://${host}:*${tail}`].map((pattern) => ({ pattern, verdict }));
}

function noteFields({ fields, note }: ImportedPrompt): void {
  for (const field of ["model", "tools", "mode", "agent"])
    if (fields[field] !== undefined) note("lost", `\`${field}\` has no equivalent`);
}
