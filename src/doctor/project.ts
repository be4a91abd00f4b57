/** Searches a project and the environment for what could answer instead of the gate. Read-only. */
import { dirname, join } from "node:path";
import { valueAt } from "../base/unchecked.ts";
import { type Finding, failed, note } from "./findings.ts";
import { filesBelow, isThere, namesIn, readSettings, readText } from "./home-files.ts";

/** The real home. It is read and never changed. */
export interface Home {
  /** Absolute. */
  readonly directory: string;
  /** How it is displayed: `~`. */
  readonly label: string;
}

/** An environment variable that makes the client behave differently from the test. */
export interface Variable {
  readonly name: string;
  /** Completes a sentence that begins with the client's name. */
  readonly effect: string | ((root: string) => string);
  /** The value that changes nothing, relative to the home. */
  readonly usual?: string;
}

/** The directories in which a client started in the first one looks for project files. */
export type Project = readonly string[];

/** From the working directory up to the enclosing work tree. Nothing at or above the home: its files are the user's. */
export function projectAround(cwd: string, { directory: home }: Home): Project {
  const directories: string[] = [];
  for (let at = cwd; at !== home && !`${home}/`.startsWith(`${at}/`) && at !== "/"; at = dirname(at)) {
    directories.push(at);
    if (isThere(join(at, ".git"))) return directories;
  }
  return directories.slice(0, 1);
}

/** Existing files of a project, by absolute path. */
export function filesOf(project: Project, paths: readonly string[]): readonly string[] {
  return project.flatMap((directory) => paths.map((path) => join(directory, path))).filter(isThere);
}

/** The entries of some directories of a project, except our own files. */
export function programsIn(project: Project, folders: readonly string[]): readonly string[] {
  return filesOf(project, folders).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => !/^surcingle(?:\.|$)/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** Settings with one of these top-level keys. */
export function settingsWith(
  files: readonly string[],
  keys: readonly string[],
): readonly { readonly file: string; readonly found: readonly string[] }[] {
  return files.flatMap((file) => {
    const all = readSettings(file) ?? {};
    const found = keys.filter((key) => valueAt(all, key) !== undefined);
    return found.length === 0 ? [] : [{ file, found }];
  });
}

/** Project agents that replace governed ones, and whose file has no gate. */
export function replacedAgents(
  project: Project,
  folder: string,
  agents: readonly string[],
  hasGate: (text: string) => boolean,
): Finding[] {
  return filesOf(project, [folder]).flatMap((directory) =>
    filesBelow(directory).flatMap((name): Finding[] => {
      const file = join(directory, name);
      const text = readText(file) ?? "";
      const agent = /^name:\s*["']?([a-z0-9-]+)["']?\s*$/m.exec(text)?.[1] ?? name.replace(/(?:\.agent)?\.md$/, "");
      if (!agents.includes(agent) || hasGate(text)) return [];
      const message = `${file} defines another agent \`${agent}\`, which replaces the governed one here`;
      return [failed("project", message, "rename or remove that file", agent)];
    }),
  );
}

/** Programs that the client would run inside itself, beside the gate. */
export function foundPrograms(title: string, files: readonly string[], what: string): Finding[] {
  if (files.length === 0) return [];
  const fix = `read ${files.length === 1 ? "it" : "them"} before you start ${title} here`;
  return [note("project", `${listed(files)}: ${what}`, fix)];
}

function listed(names: readonly string[]): string {
  const more = names.length - 3;
  return `${names.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** They load a library into every program, including a hook's shell and the gate. */
const preload = /^(?:LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\w+)$/;
/** They make Node, bash or OpenSSL run something first. */
const startup = /^(?:NODE_\w+|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|OPENSSL_\w+|BASH_FUNC_.*)$/;

/** `where`: a project file that sets variables for the client and its hooks. */
export function checkProjectVariables(where: string, names: readonly string[]): Finding[] {
  const loading = names.filter((name) => preload.test(name));
  const others = names.filter((name) => startup.test(name) || ["PATH", "CLAUDE_CODE_SHELL_PREFIX"].includes(name));
  const loaded = `${where} sets ${listed(loading)}: the library is loaded into the gate and can change its answers`;
  const set = `${where} sets ${listed(others)}, which can change what commands do; the gate is started without it`;
  return [
    ...(loading.length === 0 ? [] : [failed("project", loaded, "remove it, or do not start the client here")]),
    ...(others.length === 0 ? [] : [note("project", set, "check what it does before you allow commands here")]),
  ];
}

/** From the user's own environment. */
export function checkPreload(
  title: string,
  environment: Readonly<Record<string, string | undefined>>,
  startups: readonly (Variable & { readonly effect: string })[],
): Finding[] {
  return Object.keys(environment).flatMap((name): Finding[] => {
    const known = startups.find((each) => each.name === name)?.effect;
    const effect = preload.test(name) ? "loads a library from it, and so does the gate" : known;
    if (effect === undefined || !environment[name]) return [];
    return [note("environment", `${name} is set: ${title} ${effect}`, `unset ${name}, unless you know what it does`)];
  });
}
