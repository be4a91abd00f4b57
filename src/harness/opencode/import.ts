/** Imports agents, commands, skills and permissions of OpenCode, from Markdown and JSON, from a home or a project. */
import { readOwnPolicy, splitRole } from "../import-rules.ts";
import {
  filesBelow,
  type ImportDraft,
  type Importer,
  type ImportFile,
  type ImportSource,
  joinPrompt,
  type MarkdownParts,
  newDraft,
  noteAdder,
  readJson,
  readSkills,
  slugName,
  splitDescription,
  splitMarkdown,
  textOf,
  wholeNumber,
} from "../importer.ts";
import {
  legacyList,
  listedNames,
  mapPermissions,
  type OpencodeLine,
  objectOf,
  permissionList,
} from "./import-rules.ts";

const homeRoot = ".config/opencode";
const folders = ["agent", "agents", "mode", "modes", "command", "commands", "skill", "skills", "prompts", "surcingle"];
const configs = ["opencode.json", "opencode.jsonc"];
/** Prompts that a configuration names are often next to it. */
const texts = ["*.md", "*.txt"];
const below = (root: string): string[] => [...folders, ...configs, ...texts].map((name) => `${root}/${name}`);

export const importer: Importer = {
  id: "opencode",
  title: "OpenCode",
  paths: { user: below(homeRoot), project: [...below(".opencode"), ...configs, "prompts"] },
  read: (source) => {
    const draft = newDraft();
    const root = source.scope === "user" ? homeRoot : ".opencode";
    const paths = source.scope === "user" ? [root] : ["", root];
    const config = readConfigs(source.files, paths, draft);
    const outer = source.scope === "user" ? [] : readConfigs(source.home, [homeRoot], draft);
    const global = [
      // For a project, only restrictions in the user's own configuration apply.
      ...outer.flatMap(({ value }) => entriesOf(value)).filter(({ verdict }) => verdict !== "allow"),
      ...config.flatMap(({ value }) => entriesOf(value)),
    ];
    readSkills(source.files, [`${root}/skill`, `${root}/skills`], draft);
    for (const found of findAgents(source, root, config, draft)) addAgent(found, global, source, root, draft);
    findCommands(source, root, config, draft);
    return draft;
  },
};

interface Config {
  readonly directory: string;
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function readConfigs(files: ImportSource["files"], roots: readonly string[], draft: ImportDraft): readonly Config[] {
  return roots.flatMap((root) =>
    configs.flatMap((name): Config[] => {
      const file = files.get(root === "" ? name : `${root}/${name}`);
      if (!file) return [];
      const read = readJson(file);
      if (!("problem" in read)) return [{ directory: root, path: file.path, value: objectOf(read.value) }];
      draft.blocked.push({ from: file.path, text: read.problem });
      return [];
    }),
  );
}

/** `permission` takes precedence over the older `tools`. */
function entriesOf(fields: Readonly<Record<string, unknown>>): readonly OpencodeLine[] {
  return [...legacyList(fields.tools), ...permissionList(fields.permission)];
}

interface FoundAgent {
  readonly written: string;
  readonly from: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly entries: readonly OpencodeLine[];
}

/** An agent may be in a file and in the configuration: the file takes precedence. */
function findAgents(
  source: ImportSource,
  root: string,
  config: readonly Config[],
  draft: ImportDraft,
): readonly FoundAgent[] {
  const found = new Map<string, FoundAgent>();
  const add = (agent: FoundAgent): void => {
    const before = found.get(agent.written);
    const fields = { ...before?.fields, ...agent.fields };
    const entries = [...(before?.entries ?? []), ...agent.entries];
    found.set(agent.written, { ...agent, fields, entries, body: agent.body || (before?.body ?? "") });
  };
  for (const { directory, path, value } of config)
    for (const key of ["mode", "agent"])
      for (const [name, inner] of Object.entries(objectOf(value[key]))) {
        const fields = objectOf(inner);
        const body = readPrompt(fields.prompt, directory, source.files);
        const mode = key === "mode" ? { mode: "primary" } : {};
        const note = noteAdder(draft, path, `agent ${slugName(name)}`);
        if (typeof body === "object")
          note("skipped", `its prompt \`${body.missing}\` was not read; move it to prompts/ next to the configuration`);
        else if (fields.disable === true) note("skipped", "is disabled");
        else add({ written: name, from: path, fields: { ...mode, ...fields }, body, entries: entriesOf(fields) });
      }
  for (const folder of ["mode", "modes", "agent", "agents"])
    for (const { path, file } of filesBelow(source.files, `${root}/${folder}`)) {
      if (!path.endsWith(".md")) continue;
      const front = agentFront(path, file, draft);
      if (!front || front.fields.disable === true) continue;
      const fields = folder.startsWith("mode") ? { mode: "primary", ...front.fields } : front.fields;
      add({
        written: textOf(fields.name) ?? path.replace(/\.md$/, ""),
        from: file.path,
        fields,
        body: front.body,
        entries: entriesOf(fields),
      });
    }
  return [...found.values()];
}

/** The client reads a file with broken front matter as a prompt without permissions; we do not guess. */
function agentFront(path: string, file: ImportFile, draft: ImportDraft): MarkdownParts | undefined {
  const front = splitMarkdown(file);
  if (front === "none") return { fields: {}, body: file.text ?? "" };
  if (!("problem" in front)) return front;
  draft.notes.push({
    from: file.path,
    definition: `agent ${slugName(path.replace(/\.md$/, ""))}`,
    kind: "skipped",
    text: front.problem,
  });
  return undefined;
}

/** A prompt in JSON may be `{file:./x.md}`, relative to the configuration. */
function readPrompt(
  value: unknown,
  directory: string,
  files: ImportSource["files"],
): string | { readonly missing: string } {
  const text = textOf(value) ?? "";
  const reference = /^\{file:(.+)\}$/s.exec(text);
  if (!reference) return text;
  const parts: string[] = directory === "" ? [] : directory.split("/");
  for (const part of reference[1]!.trim().split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const file = /^[/~]/.test(reference[1]!.trim()) ? undefined : files.get(parts.join("/"));
  return file?.text ?? { missing: reference[1]! };
}

const lostFields = ["temperature", "top_p", "variant", "hidden", "color", "options", "reasoningEffort"];
const modes = ["primary", "subagent", "all"] as const;

function addAgent(
  found: FoundAgent,
  global: readonly OpencodeLine[],
  source: ImportSource,
  root: string,
  draft: ImportDraft,
): void {
  const { written, from, fields } = found;
  const name = slugName(written);
  const note = noteAdder(draft, from, `agent ${name}`);
  if (found.body.trim() === "") return note("skipped", "has no prompt: it only changes a built-in agent");
  if (name !== written) note("lost", `the name \`${written}\` was changed to \`${name}\``);
  const own = readOwnPolicy(source.files.get(`${root}/surcingle/${name}.json`)?.text);
  const { role, body } = own?.hasLimits ? splitRole(found.body) : { role: undefined, body: found.body };
  const { description, rest } = splitDescription(fields.description, `Imported from ${from}`);
  for (const field of lostFields) if (fields[field] !== undefined) note("lost", `\`${field}\` has no equivalent`);
  const entries = [...global, ...found.entries];
  const mode = modes.find((each) => each === fields.mode);
  draft.agents.push({
    name,
    from,
    description,
    prompt: joinPrompt(rest, body),
    mode: mode === "all" ? undefined : mode,
    maxTurns: wholeNumber(fields.steps) ?? wholeNumber(fields.maxSteps),
    skills: own ? own.skills : listedNames(entries, "skill", note),
    delegates: own
      ? own.delegates
      : entries.length === 0
        ? undefined
        : listedNames(entries, "task", note)?.map(slugName),
    role,
    model: textOf(fields.model),
    permissions: own ? own.permissions : entries.length === 0 ? undefined : mapPermissions(entries, note),
  });
}

function findCommands(source: ImportSource, root: string, config: readonly Config[], draft: ImportDraft): void {
  const add = (name: string, from: string, fields: Readonly<Record<string, unknown>>, text: string): void => {
    const slug = slugName(name.replaceAll("/", "-"));
    const note = noteAdder(draft, from, `command ${slug}`);
    if (text.trim() === "") return note("skipped", "has no text");
    if (draft.commands.some((each) => each.name === slug))
      return note("skipped", "is defined twice; the first one is used");
    const { description, rest } = splitDescription(fields.description, `Runs the command ${slug}`);
    const behavior: Record<string, string> = fields.subtask === true ? { execution: "isolated" } : {};
    if (textOf(fields.model)) note("lost", "`model` belongs in the settings");
    const agent = textOf(fields.agent);
    const { description: _, model: __, subtask: ___, template: ____, ...others } = fields;
    draft.commands.push({
      name: slug,
      from,
      description,
      body: joinPrompt(rest, text),
      behavior,
      fields: agent ? { ...others, agent } : others,
    });
  };
  for (const folder of ["command", "commands"])
    for (const { path, file } of filesBelow(source.files, `${root}/${folder}`)) {
      if (!path.endsWith(".md")) continue;
      const front = splitMarkdown(file);
      if (front !== "none" && "problem" in front)
        noteAdder(draft, file.path, `command ${path}`)("skipped", front.problem);
      else
        add(
          path.replace(/\.md$/, ""),
          file.path,
          front === "none" ? {} : front.fields,
          front === "none" ? (file.text ?? "") : front.body,
        );
    }
  for (const { path, value } of config)
    for (const [name, inner] of Object.entries(objectOf(value.command)))
      add(name, path, objectOf(inner), textOf(objectOf(inner).template) ?? "");
}
