/**
 * The pipeline from roots on disk to rendered files in memory: read, parse, resolve, render. Stops after a stage with
 * errors.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Diagnostic, hasErrors, type Report } from "../base/diagnostic.ts";
import { placeForPeople, type SourceFile } from "../base/source.ts";
import { limits } from "../formats/limits.ts";
import { harnesses as allHarnesses } from "../harness/all.ts";
import type { Harness, RenderContext } from "../harness/harness.ts";
import { routeByCompatibility } from "../harness/render/compatibility.ts";
import { losses } from "../harness/render/losses.ts";
import { renderHarness } from "../harness/render-harness.ts";
import type { Model } from "../model/model.ts";
import type { OutputFile } from "../model/output.ts";
import type { Settings } from "../model/settings.ts";
import type { Skill } from "../model/skill.ts";
import { parsePacks } from "../parse/packs.ts";
import { type Documents, parse } from "../parse/parse.ts";
import { parseRoles } from "../parse/role.ts";
import { mergeSettings, parseSettings, type SettingsDocument } from "../parse/settings.ts";
import { readTree, type SourceTree } from "../read/read-tree.ts";
import { readSettingsFile } from "../read/settings.ts";
import { shippedDirectories, shippedDirectory } from "../read/shipped.ts";
import { checkCommands, checkSkillAgents } from "../resolve/commands.ts";
import { resolve } from "../resolve/resolve.ts";
import { checkSettings } from "../resolve/settings.ts";

export interface GenerateOptions {
  readonly roots: readonly string[];
  readonly settings: string | undefined;
  readonly harnesses: readonly Harness[];
  /** The harnesses if neither the command line nor the settings choose any. Default: all. */
  readonly defaults?: readonly Harness[] | undefined;
  /** False if no harnesses were named, so all are rendered. A failure of a single one is then only a note. */
  readonly isChosen?: boolean;
  readonly context: RenderContext;
  readonly version: string;
  /** Whether a client reads the files where they are written, as opposed to a tree that people read or merge. */
  readonly isForUse?: boolean;
  /** False: skip notes that are expensive to compute. */
  readonly withNotes?: boolean;
  /** Additional checks of skills. */
  readonly checks?: SkillChecks;
}

interface SkillChecks {
  readonly settings: (documents: readonly SettingsDocument[], report: Report) => void;
  readonly skill: (skill: Skill, report: Report) => void;
}

export interface Rendered {
  readonly harness: Harness;
  readonly files: readonly OutputFile[];
}

export interface Generated {
  /** Undefined if the definitions are not valid; see `diagnostics`. */
  readonly result: { readonly model: Model; readonly rendered: readonly Rendered[] } | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** SHA-256 of all inputs, computed when read: the same digest means the same output. Empty without a result. */
  readonly inputs: string;
}

/** Everything that was read, before parsing. */
export interface Sources {
  readonly options: GenerateOptions;
  readonly trees: readonly SourceTree[];
  /** The shipped definitions, the lowest layer; undefined if no definition needs them. */
  readonly shipped: SourceTree | undefined;
  readonly settings: SourceFile | undefined;
  /** Grows with every stage. */
  readonly diagnostics: Diagnostic[];
  /** The digest, if no agent refers to a file outside the definition directories. */
  readonly inputs: string;
}

interface Resolved {
  /** Undefined if the definitions are not valid; see the diagnostics. */
  readonly model: Model | undefined;
  readonly inputs: string;
  /** Files outside the definition directories that an agent refers to, including missing ones. */
  readonly named: readonly string[];
}

/** `progress` gets the current step, and an empty string at the end. */
export async function generate(
  options: GenerateOptions,
  progress: (text: string) => void = () => undefined,
): Promise<Generated> {
  const sources = readSources(options);
  progress("reading definitions");
  const resolved = await resolveSources(sources);
  const { model } = resolved;
  const { diagnostics } = sources;
  const rendered: Rendered[] = [];
  for (const each of model ? renderHarnesses(sources, model) : []) {
    rendered.push(each);
    progress(`rendered for ${each.harness.title} (${rendered.length} of ${options.harnesses.length})`);
  }
  progress("");
  if (!model || hasErrors(diagnostics)) return { result: undefined, diagnostics, inputs: "" };
  return {
    result: { model, rendered },
    diagnostics,
    get inputs() {
      return resolved.inputs;
    },
  };
}

export function readSources(options: GenerateOptions): Sources {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const trees = options.roots.map((directory, index) => {
    const label = options.roots.length > 1 ? directory.replace(/\/$/, "") : undefined;
    return readTree({ directory, index, label, limits }, report);
  });
  const settings =
    options.settings === undefined ? undefined : readSettingsFile(options.settings, options.settings, report);
  const shipped = trees.some(needsShipped) ? readShipped(trees, report) : undefined;
  const all = shipped ? [...trees, shipped] : trees;
  return {
    options,
    trees,
    shipped,
    settings,
    diagnostics,
    get inputs() {
      return digest(options, all, [], settings);
    },
  };
}

/** Skips definitions that a root replaces, which is decided by their file or directory name. */
function readShipped(trees: readonly SourceTree[], report: Report): SourceTree {
  const isReplaced = (path: string): boolean => {
    if (path.startsWith("packs/")) return false;
    const main = path.startsWith("capabilities/") ? path.replace(/[^/]+$/, "capability.toml") : path;
    return trees.some(({ files }) => files.has(main));
  };
  const directory = shippedDirectory();
  return readTree({ directory, index: -1, label: "(shipped)", limits, only: shippedDirectories, isReplaced }, report);
}

/** Most trees use no shipped definition. May return true unnecessarily; never misses one. */
function needsShipped({ files, failed }: SourceTree): boolean {
  for (const path of failed.keys()) if (/^_?(?:roles|capabilities)\//.test(path)) return true;
  for (const [path, { content }] of files) {
    if (/^(?:_?(?:roles|capabilities)|packs)\//.test(path)) return true;
    if (path.startsWith("agents/") && path.endsWith(".toml") && "text" in content && /role|@/.test(content.text))
      return true;
  }
  return false;
}

export async function resolveSources(sources: Sources): Promise<Resolved> {
  const { options, trees, shipped, settings, diagnostics } = sources;
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  /** Files outside the definition directories that an agent refers to. */
  const named: SourceFile[] = [];
  const paths: string[] = [];
  const roots: Documents[] = [];
  for (const tree of trees) {
    const readText: SourceTree["readText"] = (path, to) => {
      const file = tree.readText(path, to);
      paths.push(join(tree.self.path, path));
      if (file) named.push(file);
      return file;
    };
    roots.push(await parse({ ...tree, readText }, report));
  }
  const documents = [...roots.map((root) => root.settings), settings && parseSettings(settings, report)].filter(
    (document): document is SettingsDocument => document !== undefined,
  );
  checkSettings(documents, allHarnesses, report);
  options.checks?.settings(documents, report);
  for (const root of roots) checkCommands(root.commands, allHarnesses, report);
  if (hasErrors(diagnostics)) return { model: undefined, inputs: "", named: paths };

  const merged = mergeSettings(documents, options.isForUse === true);
  const isHeard = ({ code, severity }: Diagnostic): boolean =>
    severity !== "warning" || !merged.skills.ignore.includes(code);
  diagnostics.splice(0, diagnostics.length, ...diagnostics.filter(isHeard));
  const below = shipped ?? { files: new Map(), failed: new Map() };
  const model = resolve(
    roots,
    { roles: () => parseRoles(below, report), packs: () => parsePacks(below, report) },
    { settings: merged, documents },
    report,
    options.withNotes,
  );
  checkSkillAgents(model, allHarnesses, report);
  if (hasErrors(diagnostics)) return { model: undefined, inputs: "", named: paths };
  const advise: Report = (diagnostic) => {
    if (isHeard(diagnostic)) report(diagnostic);
  };
  for (const skill of model.skills) options.checks?.skill(skill, advise);
  return {
    model,
    get inputs() {
      return named.length === 0
        ? sources.inputs
        : digest(options, shipped ? [...trees, shipped] : trees, named, settings);
    },
    named: paths,
  };
}

/** Renders one harness at a time, on demand: all of them at once need several times the memory. */
export function* renderHarnesses({ options, diagnostics }: Sources, model: Model): Generator<Rendered> {
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const { harnesses, isChosen } = selectHarnesses(options, model.settings);
  const context = { ...options.context, isChosen };
  for (const harness of harnesses) {
    const routed = routeByCompatibility(harness, allHarnesses, model, report);
    const files = renderHarness(harness, routed, context, report);
    yield { harness, files: dropClashes(harness, files, routed, isChosen, report) };
  }
}

/** From the command line, else from the settings, else the defaults. */
export function selectHarnesses(
  { harnesses, defaults, isChosen = true }: Pick<GenerateOptions, "harnesses" | "defaults" | "isChosen">,
  settings: Settings,
): { readonly harnesses: readonly Harness[]; readonly isChosen: boolean } {
  const named = settings.harnesses;
  if (isChosen) return { harnesses, isChosen };
  if (named === undefined) return { harnesses: defaults ?? harnesses, isChosen };
  const isNamed = ({ id, alias }: Harness): boolean =>
    named.includes(id) || (alias !== undefined && named.includes(alias));
  return { harnesses: harnesses.filter(isNamed), isChosen: true };
}

function digest(
  options: GenerateOptions,
  trees: readonly SourceTree[],
  named: readonly SourceFile[],
  settings: SourceFile | undefined,
): string {
  const hash = createHash("sha256");
  // Each part is prefixed with its length, so that different lists never produce the same input.
  const add = (part: string | Uint8Array): void => {
    hash.update(`${typeof part === "string" ? Buffer.byteLength(part) : part.length}:`).update(part);
  };
  const { scope, assets, home = "" } = options.context;
  const use = `${options.isForUse ? "for use" : ""} ${options.isChosen !== false ? "chosen" : ""}`;
  const ids = options.harnesses.map(({ id }) => id);
  for (const part of [options.version, scope, home, use, ...Object.values(assets), ...ids]) add(part);
  add(settings?.text ?? "");
  add(String(named.length));
  for (const { path, text } of named) [path, text].forEach(add);
  for (const { files } of trees) {
    add(String(files.size));
    for (const [path, { content, executable }] of files) {
      add(path);
      add(executable ? "x" : "-");
      add("text" in content ? content.text : content);
    }
  }
  return hash.digest("hex");
}

/** `isChosen`: the harness was named, so a missing file must be an error. */
function dropClashes(
  harness: Pick<Harness, "id" | "title">,
  files: readonly OutputFile[],
  { commands, skills }: Model,
  isChosen: boolean,
  report: Report,
): readonly OutputFile[] {
  // Checks only shared names; most models have none.
  const names = new Set(skills.map(({ name }) => name));
  const doubtful = commands.filter(({ slug }) => names.has(slug));
  if (doubtful.length === 0) return files;
  const dropped = new Set<OutputFile>();
  for (const command of doubtful) {
    const skill = skills.find(({ name }) => name === command.slug)!;
    const ofSkill = new Set(files.filter(({ from }) => from.includes(skill.path)).map(({ path }) => path));
    const ofCommand = files.filter(({ from }) => from.includes(command.path));
    if (!ofCommand.some(({ path }) => ofSkill.has(path))) continue;
    for (const file of ofCommand) dropped.add(file);
    const both = `the command \`${command.name}\` and the skill \`${skill.name}\` become one file in ${harness.title}`;
    if (isChosen) {
      const hint = `the skill is at ${placeForPeople(skill.span)}; rename one of them, or exclude ${harness.title} with --harness`;
      const label = "the command";
      report({ code: "name-clash", severity: "error", message: both, span: command.span, label, hint });
    } else {
      const why = `uses one file for a command and a skill named \`${skill.name}\`: the command is left out`;
      losses(harness, report)(command, "name", "lost", why);
    }
  }
  return files.filter((file) => !dropped.has(file));
}
