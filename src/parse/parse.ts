/** Turns a SourceTree into Documents: runs every parser and reports all problems. */
import type { Report } from "../base/diagnostic.ts";
import { fileStart, type SourceFile, type Text } from "../base/source.ts";
import { limits } from "../formats/limits.ts";
import type { Command } from "../model/command.ts";
import type { Skill, SkillFile } from "../model/skill.ts";
import { type AgentDocument, parseAgent } from "./agent.ts";
import { parseCommands } from "./command.ts";
import type { RootSources } from "./issues.ts";
import { type PackDocuments, parsePacks } from "./packs.ts";
import { parseRoles, type RoleDocuments } from "./role.ts";
import { parseSettings, type SettingsDocument } from "./settings.ts";
import { parseSkill } from "./skill.ts";

export interface Documents {
  readonly index: number;
  readonly self: SourceFile;
  readonly agents: readonly AgentDocument[];
  readonly commands: readonly Command[];
  readonly skills: readonly Skill[];
  /** Names of skills whose SKILL.md is invalid: their absence is a consequence, not a second cause. */
  readonly brokenSkills: ReadonlySet<string>;
  readonly roles: RoleDocuments;
  readonly packs: PackDocuments;
  /** By name, without `rules/` and `.md`. */
  readonly rules: ReadonlyMap<string, Text>;
  /** By path in the root. */
  readonly context: ReadonlyMap<string, Text>;
  readonly settings: SettingsDocument | undefined;
  /** No file that could be a definition. */
  readonly isEmpty: boolean;
  readonly readText: RootSources["readText"];
}

export async function parse(sources: RootSources, report: Report): Promise<Documents> {
  const { index, self, files, readText } = sources;
  checkSize(sources, report);
  reportMisplaced(sources, report);
  reportFlatAgents(sources, report);
  const settings = textOf(files.get("surcingle.toml")?.content);
  const skills = await parseSkills(sources, report);
  return {
    index,
    self,
    agents: parseAgents(sources, report),
    commands: await parseCommands(sources, report),
    ...skills,
    roles: parseRoles(sources, report),
    packs: parsePacks(sources, report),
    rules: parseTexts(sources, "rules/", (path) => path.slice("rules/".length, -".md".length)),
    context: parseTexts(sources, "context/", (path) => path),
    settings: settings && parseSettings(settings, report),
    isEmpty: [...files.keys()].every((path) => path === "surcingle.toml") && sources.failed.size === 0,
    readText,
  };
}

function textOf(content: SourceFile | Uint8Array | undefined): SourceFile | undefined {
  return content && "text" in content ? content : undefined;
}

const folders = "rules|context|commands|extensions|packs|_?roles|_?capabilities";
const definitionPath = new RegExp(`^agents/[^/]+/agent\\.toml$|/SKILL\\.md$|^(?:${folders})/`);

function checkSize({ files, self }: RootSources, report: Report): void {
  const definitions = [...files.keys()].filter((path) => definitionPath.test(path));
  if (definitions.length <= limits.definitionsPerRoot) return;
  const message = `the root contains ${definitions.length} definitions; the limit is ${limits.definitionsPerRoot}`;
  const hint = "split it into several roots: `--root` can be repeated";
  report({ code: "too-many", severity: "error", message, span: fileStart(self), hint });
}

/** Files that look like definitions but are not read, which their author would not notice. */
function reportMisplaced({ files, failed }: RootSources, report: Report): void {
  const isThere = (path: string): boolean => files.has(path) || failed.has(path);
  const fixFor = (path: string): string | undefined => {
    if (path === "skills/SKILL.md") return "a skill is skills/NAME/SKILL.md";
    if (/^agents\/(?:[^/]+\.toml|(?:.+\/)?agent\.toml)$/i.test(path) && !/^agents\/[^/]+\/agent\.toml$/.test(path))
      return "an agent is agents/NAME/agent.toml";
    const directory = /^(agents\/[^/]+)\/system-prompt\.md$/.exec(path)?.[1];
    const yaml = /^(agents\/[^/]+)\/agent\.ya?ml$/.exec(path)?.[1];
    if (yaml !== undefined && !isThere(`${yaml}/agent.toml`)) return `write it as TOML, to ${yaml}/agent.toml`;
    const isAlone = !["toml", "yaml", "yml"].some((ending) => isThere(`${directory}/agent.${ending}`));
    return directory && isAlone ? `add ${directory}/agent.toml` : undefined;
  };
  for (const [path, { content }] of files) {
    const hint = fixFor(path);
    const file = textOf(content);
    if (hint === undefined || !file) continue;
    const message = `\`${path}\` looks like a definition but is not where definitions are read`;
    report({ code: "misplaced-file", severity: "error", message, span: fileStart(file), hint });
  }
}

/** Other tools keep an agent in one Markdown file. */
function reportFlatAgents({ files }: RootSources, report: Report): void {
  for (const [path, { content }] of files) {
    const file = textOf(content);
    const isFlat = /^agents\/(?:[^/]+\.md|[^/]+\/AGENT\.md)$/.test(path) && !/\/(?:README|AGENTS)\.md$/i.test(path);
    if (!file || !isFlat) continue;
    const message = `\`${path}\` is in the agent format of another tool and is not read`;
    const hint = "`surcingle import agent-md` converts the agents of this directory";
    report({ code: "flat-agent", severity: "warning", message, span: fileStart(file), hint });
  }
}

function parseAgents({ files, failed }: RootSources, report: Report): AgentDocument[] {
  const agents: AgentDocument[] = [];
  for (const [path, { content }] of files) {
    const file = textOf(content);
    if (!file || !/^agents\/[^/]+\/agent\.toml$/.test(path)) continue;
    const promptPath = path.replace(/agent\.toml$/, "system-prompt.md");
    const prompt = textOf(files.get(promptPath)?.content);
    const agent = parseAgent(file, prompt, report);
    if (agent && (prompt || !failed.has(promptPath))) agents.push(agent);
  }
  return agents;
}

async function parseSkills(
  { files, failed, self }: RootSources,
  report: Report,
): Promise<Pick<Documents, "skills" | "brokenSkills">> {
  const folders = new Map<string, SkillFile[]>();
  for (const [path, { content, executable }] of files) {
    const [, directory = "", ...rest] = path.split("/");
    if (!path.startsWith("skills/") || rest.length === 0) continue;
    const file = { path: rest.join("/"), content: "text" in content ? content.text : content, executable };
    const folder = folders.get(directory);
    if (folder) folder.push(file);
    else folders.set(directory, [file]);
  }
  const skills: Skill[] = [];
  const brokenSkills = new Set<string>();
  for (const [directory, contents] of folders) {
    const hasMain = files.has(`skills/${directory}/SKILL.md`) || failed.has(`skills/${directory}/SKILL.md`);
    const other = hasMain ? undefined : contents.find(({ path }) => path.toLowerCase() === "skill.md")?.path;
    const main = textOf(files.get(`skills/${directory}/${other ?? "SKILL.md"}`)?.content);
    if (main && other !== undefined) reportFileName(directory, main, report);
    const skill = main && (await parseSkill(directory, main, mainFirst(contents, other), report));
    if (skill) skills.push(skill);
    else brokenSkills.add(directory);
    if (!main && !hasMain) reportNoSkill(directory, self, report);
  }
  return { skills, brokenSkills };
}

/** Rendered as SKILL.md for every client. The reference validator accepts both spellings, clients only upper case. */
function reportFileName(directory: string, file: SourceFile, report: Report): void {
  report({
    code: "skill-file-name",
    severity: "warning",
    message: `the main file of the skill \`${directory}\` should be named SKILL.md`,
    span: fileStart(file),
    hint: "rename it: clients expect `SKILL.md`",
  });
}

function reportNoSkill(directory: string, self: SourceFile, report: Report): void {
  const path = `skills/${directory}`;
  report({
    code: "skill-file-name",
    severity: "error",
    message: `the skill \`${directory}\` has no SKILL.md`,
    span: fileStart({ path, text: "", label: self.label && `${self.label}/${path}` }),
    hint: "add one, or move the directory out of skills/",
  });
}

/** `other`: the spelling of the main file, if not SKILL.md. */
function mainFirst(files: readonly SkillFile[], other = "SKILL.md"): SkillFile[] {
  const rest = files.filter(({ path }) => path !== other);
  return [...files.flatMap((file) => (file.path === other ? [{ ...file, path: "SKILL.md" }] : [])), ...rest];
}

function parseTexts({ files }: RootSources, prefix: string, refOf: (path: string) => string): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const [path, { content }] of files) {
    const file = textOf(content);
    if (!file || !path.startsWith(prefix) || !path.endsWith(".md")) continue;
    const ref = refOf(path);
    texts.set(ref, { ref, text: file.text, path });
  }
  return texts;
}
