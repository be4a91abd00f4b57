/** Merges the drafts of several importers into the files of one root: one name, one definition. */
import type {
  Imported,
  ImportedAgent,
  ImportedCommand,
  ImportedSkill,
  Importer,
  ImportFile,
  ImportNote,
  PackDraft,
  PermissionsDraft,
  RuleDraft,
} from "../harness/importer.ts";
import { type Tool, tools } from "../model/permission.ts";

export interface ImportedSource {
  readonly importer: Importer;
  /** How its directory is displayed: `~`, `.` or a path. */
  readonly label: string;
  readonly imported: Imported;
}

interface ImportOptions {
  /** The importer whose definition is used if several have one of the same name. */
  readonly prefer?: string | undefined;
  readonly withModels: boolean;
  readonly roles: ReadonlySet<string>;
  /** Shipped packs: name to rule texts. */
  readonly packs: ReadonlyMap<string, readonly string[]>;
}

export interface RootFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly executable: boolean;
}

interface ImportedDefinition {
  readonly kind: "agent" | "command" | "skill";
  readonly name: string;
  readonly from: string;
  readonly title: string;
  readonly isGoverned: boolean;
}

interface ImportClash {
  readonly kind: ImportedDefinition["kind"];
  readonly name: string;
  readonly sources: readonly { readonly from: string; readonly id: string; readonly title: string }[];
}

export interface ImportedRoot {
  readonly files: readonly RootFile[];
  readonly definitions: readonly ImportedDefinition[];
  readonly notes: readonly ImportNote[];
  readonly clashes: readonly ImportClash[];
  /** Models by importer id and agent, for the settings. */
  readonly models: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

interface Candidate<T> {
  readonly source: ImportedSource;
  readonly value: T;
}

export function assembleRoot(sources: readonly ImportedSource[], options: ImportOptions): ImportedRoot {
  const notes: ImportNote[] = sources.flatMap(({ label, imported }) =>
    imported.notes.map((note) => ({ ...note, from: shown(label, note.from) })),
  );
  const clashes: ImportClash[] = [];
  const definitions: ImportedDefinition[] = [];
  const files: RootFile[] = [];
  const packs = new Map<string, RootFile>();
  const models = new Map<string, Map<string, string>>();
  const pick = <T extends { readonly name: string; readonly from: string }>(
    kind: ImportedDefinition["kind"],
    list: (imported: Imported) => readonly T[],
    same: (value: T) => string,
  ): readonly Candidate<T>[] => {
    const { chosen, clashes: found } = choose(kind, sources, list, same, options.prefer);
    clashes.push(...found);
    return chosen;
  };

  const skills = pick<ImportedSkill>("skill", (each) => each.skills, skillDigest);
  const agents = pick(
    "agent",
    (each) => each.agents,
    (agent) => JSON.stringify({ ...agent, from: "" }),
  );
  const commands = pick(
    "command",
    (each) => each.commands,
    ({ description, body }) => JSON.stringify([description, body]),
  );
  const skillNames = new Set(skills.map(({ value }) => value.name));
  const agentNames = new Map(agents.map(({ value }) => [value.name, value]));
  const define = (
    kind: ImportedDefinition["kind"],
    { source, value }: Candidate<{ name: string; from: string }>,
    isGoverned = false,
  ): void =>
    void definitions.push({
      kind,
      name: value.name,
      from: shown(source.label, value.from),
      title: source.importer.title,
      isGoverned,
    });

  for (const each of agents) {
    const { source, value } = each;
    const from = shown(source.label, value.from);
    const note = (kind: ImportNote["kind"], text: string): void =>
      void notes.push({ from, definition: `agent ${value.name}`, kind, text });
    if (value.role !== undefined && !options.roles.has(value.role)) {
      note("skipped", `its role \`${value.role}\` does not exist here; import the root that defines it instead`);
      continue;
    }
    const agent = keepKnown(value, skillNames, agentNames, note);
    files.push(
      text(`agents/${agent.name}/agent.toml`, printAgent(agent, from)),
      text(`agents/${agent.name}/system-prompt.md`, agent.prompt),
    );
    for (const pack of packsOf(agent.permissions, options)) packs.set(pack.path, pack);
    if (agent.permissions === undefined)
      note("lost", `${source.importer.title} sets no permissions for it: add [permissions] to govern it`);
    if (agent.model !== undefined && options.withModels) {
      const table = models.get(source.importer.id) ?? new Map<string, string>();
      models.set(source.importer.id, table.set(agent.name, agent.model));
    } else if (agent.model !== undefined) note("lost", "`model` belongs in the settings; `--models` imports it");
    define("agent", each, agent.permissions !== undefined || agent.role !== undefined);
  }
  for (const each of skills) {
    define("skill", each);
    for (const [path, file] of each.value.files)
      files.push({ path: `skills/${each.value.name}/${path}`, content: file.bytes, executable: file.executable });
  }
  for (const each of commands) {
    const isTaken = skillNames.has(each.value.name) || agentNames.has(each.value.name);
    const name = isTaken ? `${each.value.name}-command` : each.value.name;
    if (isTaken) {
      const what = skillNames.has(each.value.name) ? "a skill" : "an agent";
      notes.push({
        from: shown(each.source.label, each.value.from),
        definition: `command ${name}`,
        kind: "lost",
        text: `${what} is already named \`${each.value.name}\`; the command was renamed to \`${name}\``,
      });
    }
    define("command", { source: each.source, value: { ...each.value, name } });
    files.push(text(`commands/${name}.md`, printCommand(each.value, each.source.importer)));
  }
  return { files: [...files, ...packs.values()], definitions, notes, clashes, models };
}

function shown(label: string, path: string): string {
  return label === "." ? path : `${label.replace(/\/$/, "")}/${path}`;
}

/** Merges equal definitions. Of different ones, the preferred one is used; without a preference they conflict. */
function choose<T extends { readonly name: string; readonly from: string }>(
  kind: ImportedDefinition["kind"],
  sources: readonly ImportedSource[],
  list: (imported: Imported) => readonly T[],
  same: (value: T) => string,
  prefer: string | undefined,
): { readonly chosen: readonly Candidate<T>[]; readonly clashes: readonly ImportClash[] } {
  const byName = new Map<string, Candidate<T>[]>();
  for (const source of sources)
    for (const value of list(source.imported))
      byName.set(value.name, [...(byName.get(value.name) ?? []), { source, value }]);
  const chosen: Candidate<T>[] = [];
  const clashes: ImportClash[] = [];
  for (const [name, all] of byName) {
    const preferred = all.filter(({ source }) => source.importer.id === prefer);
    const left = preferred.length > 0 ? preferred : all;
    chosen.push(left[0]!);
    if (new Set(left.map(({ value }) => same(value))).size > 1)
      clashes.push({
        kind,
        name,
        sources: left.map(({ source, value }) => ({
          from: shown(source.label, value.from),
          id: source.importer.id,
          title: source.importer.title,
        })),
      });
  }
  return { chosen, clashes };
}

function skillDigest({ files }: { readonly files: ReadonlyMap<string, ImportFile> }): string {
  return [...files].map(([path, { bytes }]) => `${path}\0${Buffer.from(bytes).toString("base64")}`).join("\0");
}

function keepKnown(
  agent: ImportedAgent,
  skills: ReadonlySet<string>,
  agents: ReadonlyMap<string, ImportedAgent>,
  note: (kind: ImportNote["kind"], text: string) => void,
): ImportedAgent {
  const lost = (agent.skills ?? []).filter((name) => !skills.has(name));
  if (lost.length > 0) note("lost", `${lost.map((name) => `\`${name}\``).join(", ")}: skill not found`);
  const isDelegate = (name: string): boolean =>
    name !== agent.name &&
    agents.has(name) &&
    agents.get(name)!.mode !== "primary" &&
    agents.get(name)!.permissions !== undefined;
  const others = (agent.delegates ?? []).filter((name) => !isDelegate(name));
  if (others.length > 0)
    note(
      "stricter",
      `cannot delegate to ${others.map((name) => `\`${name}\``).join(", ")}: not an imported agent with permissions`,
    );
  return {
    ...agent,
    skills: (agent.skills ?? []).filter((name) => skills.has(name)),
    delegates: agent.delegates?.filter(isDelegate),
  };
}

function text(path: string, content: string): RootFile {
  return { path, content, executable: false };
}

function quote(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function printAgent(agent: ImportedAgent, from: string): string {
  // A control character would end the comment or affect the terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: replaces control characters
  const lines = [`# Imported from ${from.replace(/[\0-\x1f\x7f]/g, "?")}`, `name = ${quote(agent.name)}`];
  if (agent.displayName !== undefined) lines.push(`display_name = ${quote(agent.displayName)}`);
  lines.push(`description = ${quote(agent.description)}`);
  if (agent.mode !== undefined) lines.push(`mode = ${quote(agent.mode)}`);
  if (agent.maxTurns !== undefined) lines.push(`max_turns = ${agent.maxTurns}`);
  if (agent.skills && agent.skills.length > 0) lines.push(`skills = [${agent.skills.map(quote).join(", ")}]`);
  if (agent.role !== undefined) lines.push(`role = ${quote(agent.role)}`);
  const isGoverned = agent.permissions !== undefined || agent.role !== undefined;
  if (isGoverned && agent.delegates !== undefined) lines.push(`delegates = [${agent.delegates.map(quote).join(", ")}]`);
  for (const tool of tools) {
    const draft = agent.permissions?.[tool];
    if (!draft) continue;
    lines.push("", `[permissions.${tool}]`, `intent = "${draft.intent}"`);
    const rules = draft.rules.map((rule) => quote(ruleText(rule)));
    if (rules.length === 1) lines.push(`rules = [${rules[0]}]`);
    else if (rules.length > 1) lines.push("rules = [", ...rules.map((rule) => `  ${rule},`), "]");
  }
  return `${lines.join("\n")}\n`;
}

function ruleText(rule: RuleDraft | PackDraft): string {
  return "pack" in rule ? `@${rule.pack}` : `${rule.pattern}:${rule.verdict}`;
}

/** Packs that equal a shipped one need no file. */
function packsOf(permissions: PermissionsDraft | undefined, { packs }: ImportOptions): readonly RootFile[] {
  return (Object.entries(permissions ?? {}) as [Tool, PermissionsDraft[Tool]][]).flatMap(([tool, draft]) =>
    (draft?.rules ?? []).flatMap((rule): RootFile[] => {
      if (!("pack" in rule)) return [];
      const rules = rule.rules.map(ruleText);
      const shipped = packs.get(rule.pack);
      if (shipped && shipped.length === rules.length && shipped.every((each, i) => each === rules[i])) return [];
      const lines = [
        `tool = "${tool}"`,
        `description = "Imported rules"`,
        "rules = [",
        ...rules.map((each) => `  ${quote(each)},`),
        "]",
      ];
      return [text(`packs/${rule.pack}.toml`, `${lines.join("\n")}\n`)];
    }),
  );
}

/** JSON is YAML, so values keep their types whatever they look like. */
function printCommand({ description, behavior, fields, body }: ImportedCommand, importer: Importer): string {
  const lines = [`description: ${quote(description)}`];
  if (Object.keys(behavior).length > 0)
    lines.push("behavior:", ...Object.entries(behavior).map(([key, value]) => `  ${key}: ${value}`));
  const others = Object.entries(fields).filter(([key]) => /^[\w-]+$/.test(key) && key !== "name");
  if (others.length > 0)
    lines.push("agents:", `  ${importer.id}:`, ...others.map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`));
  return `---\n${lines.join("\n")}\n---\n${body.replace(/^\n+/, "")}${body.endsWith("\n") ? "" : "\n"}`;
}
