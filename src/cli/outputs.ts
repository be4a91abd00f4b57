/** From the options of a command line to definitions and rendered files, for every command that reads roots. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasErrors, lossesOf, type Report } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import { type GenerateOptions, generate, type Rendered, readSources, resolveSources } from "../build/generate.ts";
import type { HarnessOutput } from "../build/write/harness-output.ts";
import { harnesses } from "../harness/all.ts";
import type { Harness, Scope } from "../harness/harness.ts";
import { commandAgents } from "../harness/render/command-agent.ts";
import type { Agent } from "../model/agent.ts";
import type { Model } from "../model/model.ts";
import type { Verdict } from "../model/permission.ts";
import type { Skill } from "../model/skill.ts";
import { findProgram, type Variables } from "../process/find-program.ts";
import { sandboxSettings } from "../sandbox/compile.ts";
import { readDenials } from "../skill/kode/deny-rules.ts";
import { lintSkill } from "../skill/lint/lint.ts";
import { folderOf } from "../skill/lint/read-folder.ts";
import { ownGate, readAssets } from "./assets.ts";
import { type CliOptions, nearestHint, type OptionValues, usageError } from "./command.ts";
import { rootOptions, settingsOptions, shellWord } from "./options.ts";
import { lossSummary, type Printer } from "./print.ts";
import { version } from "./version.ts";

interface Outputs {
  readonly scope: Scope;
  readonly outputs: readonly HarnessOutput[];
  /** One line about what the clients cannot express. */
  readonly losses: readonly string[];
  /** Agents whose commands run in the sandbox. */
  readonly sandboxed: readonly string[];
}

const all: readonly Harness[] = harnesses;

export function titleOf(id: string): string {
  return all.find((harness) => harness.id === id)?.title ?? id;
}

/** Accepts an alias too. */
function harnessNamed(id: string): Harness {
  const found = all.find((harness) => harness.id === id || harness.alias === id);
  if (found) return found;
  const ids = all.map((harness) => harness.id);
  throw usageError(`unknown harness \`${id}\`${nearestHint(id, ids) || `; choose from ${ids.join(", ")}`}`);
}

export const harnessOptions = {
  harness: {
    value: "ID",
    many: true,
    text: "only this client",
    choices: all.map(({ id }) => id),
    read: harnessNamed,
  },
} as const satisfies CliOptions;

/** The options of every command that renders. */
export const renderOptions = {
  ...rootOptions,
  ...harnessOptions,
  ...settingsOptions,
  scope: {
    value: "WHERE",
    text: "files for a home directory or for a repository",
    choices: ["user", "project"],
    default: "user",
  },
} as const satisfies CliOptions;

export type RenderValues = OptionValues<typeof renderOptions>;

/** In our order, without duplicates; all of them if none is named. */
export function chosenHarnesses({ harness }: Pick<RenderValues, "harness">): readonly Harness[] {
  return harness.length === 0 ? all : all.filter((each) => harness.includes(each));
}

/** Those whose client is installed or has a directory in the target; undefined if there is none. */
async function presentHarnesses(target: string, scope: Scope, env: Variables): Promise<readonly Harness[] | undefined> {
  const { doctors } = await import("../harness/doctors.ts");
  const programs = new Map(doctors.map(({ harness, command }) => [harness.id, command]));
  const found = all.filter(({ id, roots }) => {
    const program = programs.get(id);
    return existsSync(join(target, roots[scope])) || (program !== undefined && findProgram(program, env) !== undefined);
  });
  return found.length > 0 ? found : undefined;
}

/** The command line's settings for the definitions. */
export function generateOptions(
  options: RenderValues,
  harnesses: readonly Harness[] = chosenHarnesses(options),
): GenerateOptions {
  return {
    roots: options.root,
    settings: options.settings,
    harnesses,
    isChosen: options.harness.length > 0,
    context: { scope: options.scope, assets: readAssets() },
    version,
    checks: skillChecks,
  };
}

/**
 * The definitions alone, for commands that render nothing. Undefined if they are wrong; the problems are already
 * printed.
 */
export async function loadModel(
  options: Pick<RenderValues, "root" | "settings">,
  printer: Printer,
): Promise<Model | undefined> {
  const { result, diagnostics } = await generate({
    ...generateOptions({ ...options, harness: [], scope: "user" }, []),
    withNotes: printer.isJson,
  });
  if (!result) printer.diagnostics(diagnostics);
  return result?.model;
}

/**
 * Undefined if the definitions are wrong; the problems are already printed. `target` is where the files will be used.
 */
export async function makeOutputs(
  options: RenderValues,
  printer: Printer,
  target: string,
  env: Variables,
  progress: (text: string) => void,
): Promise<Outputs | undefined> {
  const { scope } = options;
  const defaults = await presentHarnesses(target, scope, env);
  const basics = { ...generateOptions(options), defaults, withNotes: printer.isJson };
  // Takes precedence over the settings: Codex's trust in a hook is void if it names another path. The files of a
  // repository are shared, so they use only the gate's name.
  const context = scope === "user" ? { ...basics.context, home: target, gate: ownGate() } : basics.context;
  const { result, diagnostics } = await generate({ ...basics, context, isForUse: true }, progress);
  printer.diagnostics(diagnostics);
  if (!result) return undefined;
  const outputs = result.rendered.map((rendered) => outputOf(rendered, scope));
  const sandboxed = result.model.agents.flatMap(({ name, policy }) =>
    policy && sandboxSettings(policy) ? [name] : [],
  );
  return { scope, outputs, losses: lossSummary(lossesOf(diagnostics)), sandboxed };
}

export function outputOf({ harness: { id, roots, directories }, files }: Rendered, scope: Scope): HarnessOutput {
  return { id, root: roots[scope], skills: roots.skills, directories, files };
}

/** The options that name the definitions, for a suggested command. */
export function repeatOptions({ root, harness, settings, scope }: RenderValues): string {
  const words = [
    ...(root.length === 1 && root[0] === "." ? [] : root.flatMap((each) => ["--root", each])),
    ...harness.flatMap(({ id }) => ["--harness", id]),
    ...(settings === undefined ? [] : ["--settings", settings]),
    ...(scope === "user" ? [] : ["--scope", scope]),
  ];
  return words.map((word) => ` ${shellWord(word)}`).join("");
}

/** The skill checks of the pipeline: the quality checklist, and `kode.deny` in the settings. */
export const skillChecks = { settings: readDenials, skill: adviseOn };

function adviseOn({ text, files }: Skill, report: Report): void {
  const { path, label } = text.file;
  const nameOf = (inner: string, content: string): SourceFile => ({
    path: path.replace(/[^/]+$/, inner),
    text: content,
    label: label?.replace(/[^/]+$/, inner),
  });
  lintSkill({ text, folder: folderOf(files), nameOf }, "claude", (diagnostic) =>
    report({ ...diagnostic, isSkillCheck: true }),
  );
}

/** The model that the options select, without rendering. Undefined if it has errors, which are already printed. */
export async function resolveModel(options: RenderValues, printer: Printer): Promise<Model | undefined> {
  const sources = readSources({ ...generateOptions(options), withNotes: false });
  const { model } = await resolveSources(sources);
  const errors = sources.diagnostics.filter(({ severity }) => severity === "error");
  if (!model || hasErrors(errors)) {
    printer.diagnostics(errors);
    return undefined;
  }
  return model;
}

const styles = { allow: "good", ask: "warning", deny: "error" } as const;

/** Colours the word at the start of `text`, which may be padded. */
export function paintVerdict(printer: Printer, verdict: Verdict, text: string = verdict): string {
  return printer.paint(styles[verdict], text.trimEnd()) + " ".repeat(text.length - text.trimEnd().length);
}

/** The agents that `explain` knows by name: those of the definitions, and the commands that are agents. */
export function explainedAgents({ agents, commands }: Model): ReadonlyMap<string, Agent> {
  const made = commandAgents(commands).flatMap(({ agent, command }): [string, Agent][] => [
    [command.slug, agent],
    [command.name, agent],
  ]);
  return new Map([...made, ...agents.map((agent): [string, Agent] => [agent.name, agent])]);
}
