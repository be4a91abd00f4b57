/** Steering files control git, a client or surcingle. Editing one needs approval. */
import type { Rule } from "../../model/permission.ts";
import type { Surroundings } from "../surroundings.ts";
import { clientSteering } from "./client-files.ts";
import { isInside, type PathForm } from "./forms.ts";
import { findEntry, literalNames, makeList, mayBeListed } from "./lists.ts";

/** Common to all clients. Build files are not listed: what a build runs is the project's own code. */
const patterns: readonly string[] = [
  // The whole directory: configuration and hooks are also in `modules/` and `worktrees/`, and a `.git` file names a
  // repository.
  "**/.git/**",
  "**/.gitconfig",
  "~/.config/git/**",
  // Where `core.hooksPath` usually points.
  "**/.githooks/**",
  "**/.husky/**",
  "**/.envrc",
  "**/.vscode/tasks.json",
  // Sandbox descriptions, and the program that creates them.
  "**/surcingle/sandbox/**",
  ...clientSteering,
];

export const steeringFiles = makeList(patterns.map((pattern) => ({ pattern })));

/** The parts of a root. */
export const definitions: ReadonlySet<string> = new Set([
  ...["surcingle.toml", "agents", "rules", "context", "skills", "commands", "extensions", "packs"],
  ...["roles", "_roles", "capabilities", "_capabilities"],
]);

/** False only if the path as written is not a steering file. */
export function maySteer(path: string, { gateFiles, isRoot }: Surroundings): boolean {
  const names = path.split("/");
  return (
    mayBeListed(steeringFiles, path) ||
    names.some((name, i) => definitions.has(name.toLowerCase()) && isRoot(names.slice(0, i).join("/") || "/")) ||
    gateFiles.some((file) => isInside(file, path))
  );
}

/** Why editing needs approval, if it does. `rule` is the deciding allow rule, if any. */
export function findSteering(form: PathForm, rule: Rule | undefined, surroundings: Surroundings): string | undefined {
  const isNamed = (names: readonly string[]): boolean => rule !== undefined && hasNames(rule.pattern, names);
  const entry = findUnnamed(form, isNamed, surroundings);
  const start = form.kind === "glob" ? "it can match" : "it is";
  if (entry !== undefined) return `${start} a steering file (\`${entry}\`), and no allow rule names it`;
  if (surroundings.gateFiles.some((file) => isInside(file, form.path))) return "it belongs to the gate itself";
  const definition = findDefinition(form, surroundings);
  if (definition !== undefined && !isNamed([definition]))
    return `it is an agent definition (\`${definition}\`), and no allow rule names it`;
  const held = form.kind === "below" ? findHeld(form, isNamed, surroundings) : undefined;
  if (held !== undefined) return `a steering file (\`${held}\`) may be below it, and no allow rule names it`;
  const holdsProject = form.kind === "below" && (form.isAround || form.inner === "");
  return holdsProject ? "it contains the project's steering files" : undefined;
}

/** An entry in this directory: `.vscode` contains `.vscode/tasks.json`. */
function findHeld(
  { path }: PathForm,
  isNamed: (names: readonly string[]) => boolean,
  { ignoresCase }: Surroundings,
): string | undefined {
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  return steeringFiles.entries.find(({ pattern }) => {
    const names = literalNames(pattern);
    const isHolder = names.some((_, i) => i > 0 && fold(path).endsWith(`/${fold(names.slice(0, i).join("/"))}`));
    return isHolder && !isNamed(names);
  })?.pattern;
}

/** If a path belongs to several entries, each must be named. */
function findUnnamed(
  form: PathForm,
  isNamed: (names: readonly string[]) => boolean,
  surroundings: Surroundings,
): string | undefined {
  const entries = steeringFiles.entries.filter(({ pattern }) => !isNamed(literalNames(pattern)));
  const list = entries.length === steeringFiles.entries.length ? steeringFiles : makeList(entries);
  return findEntry(list, form, surroundings)?.pattern;
}

/** Whether the names are consecutive segments of the pattern. */
export function hasNames(pattern: string, names: readonly string[]): boolean {
  const segments = pattern.split("/");
  return segments.some((_, start) => names.every((name, i) => segments[start + i] === name));
}

/** The part of a definitions root that contains a path. */
function findDefinition({ path }: PathForm, { isRoot, ignoresCase }: Surroundings): string | undefined {
  const names = path.split("/");
  for (const [i, name] of names.entries()) {
    if (!definitions.has(ignoresCase ? name.toLowerCase() : name)) continue;
    if (isRoot(names.slice(0, i).join("/") || "/")) return name;
  }
  return undefined;
}
