/** Finds paths in a directory tree that differ from the directory around them: secret, steering and denied files. */
import { compileGlob, matches } from "../base/glob.ts";
import type { Tool } from "../model/permission.ts";
import { followLinks, isInProject, isInside, removeDots } from "../policy/path/forms.ts";
import { mayBeListed } from "../policy/path/lists.ts";
import { anchorOf } from "../policy/path/patterns.ts";
import { secretFiles } from "../policy/path/secrets.ts";
import { maySteer } from "../policy/path/steering.ts";
import { patternsOf } from "../policy/rules.ts";
import { directoryOf, type FreeFiles, type MountMode, type MountPlan, place } from "./mounts.ts";
import { mayUse, mayUseNew, type Reach, reachBelow, type SandboxQuestion } from "./reach.ts";
import { unsearched } from "./special-directories.ts";

/** At most this many names are examined: the rest becomes read-only. */
const mostNames = 20_000;

/** The assumed number of files in a directory that is not examined, such as packages. */
const manyFiles = 1_000;

interface Visit {
  readonly path: string;
  readonly mode: MountMode;
  readonly edit: Reach;
  readonly read: Reach;
  /** The permissions of a file whose name no rule mentions. */
  readonly ofNew: NewFile;
  /** No rule mentions its name: a directory in it that no rule mentions either is like this one. */
  readonly isPlain: boolean;
}

interface NewFile {
  readonly mayEdit: boolean;
  readonly mayRead: boolean;
}

interface Walker {
  readonly question: SandboxQuestion;
  readonly named: NamedByRules;
}

interface Walked {
  /** Top-level directories that were not fully examined. */
  readonly unread: readonly string[];
  readonly free: FreeFiles;
}

export function modeOf(question: SandboxQuestion, path: string, edit: Reach, read: Reach): MountMode {
  return modeFor(newFileIn(question, path, edit, read));
}

function newFileIn(question: SandboxQuestion, path: string, edit: Reach, read: Reach): NewFile {
  const may = (tool: "edit" | "read", reach: Reach): boolean =>
    reach === "all" || (reach === "some" && mayUseNew(question, tool, path));
  const mayRead = may("read", read);
  return { mayRead, mayEdit: mayRead && may("edit", edit) };
}

function modeFor({ mayEdit, mayRead }: NewFile): "write" | "read" | "hide" {
  return !mayRead ? "hide" : mayEdit ? "write" : "read";
}

export function reachesOf(question: SandboxQuestion, path: string): Pick<Visit, "edit" | "read"> {
  return { edit: reachBelow(question, "edit", path), read: reachBelow(question, "read", path) };
}

/** Adds every exception below `root` to the plan, and `root` itself. */
export function walk(question: SandboxQuestion, root: string, plan: MountPlan): Walked {
  const walker: Walker = { question, named: namesInRules(question, root) };
  const reaches = reachesOf(question, root);
  const ofNew = newFileIn(question, root, reaches.edit, reaches.read);
  const mode = modeFor(ofNew);
  place(plan, root, { mode, isDirectory: true });
  const open: Visit[] = [{ path: root, mode, ...reaches, ofNew, isPlain: false }];
  const unread = new Set<string>();
  const free = new Map<string, number>();
  let left = mostNames;
  // Breadth first, so that only deep directories are given up.
  for (let next = 0; next < open.length; next++) {
    const visit = open[next]!;
    const entries = question.surroundings.list(visit.path) ?? [];
    left -= entries.length;
    if (left < 0) {
      if (visit.mode === "write") unread.add(visit.path);
      continue;
    }
    let freeHere = entries.length === 0 && visit.mode === "write" ? 1 : 0;
    for (const { name, kind } of entries) {
      // A link is an entry of its directory; its target has its own mode.
      if (kind === "link") continue;
      const path = `${visit.path === "/" ? "" : visit.path}/${name}`;
      if (kind === "file") {
        const mode = visitFile(walker, visit, path, name);
        if (mode === "write") freeHere++;
        place(plan, path, { mode, isDirectory: false });
        continue;
      }
      const found = visitDirectory(walker, visit, path, name);
      place(plan, path, { mode: found.mode, isDirectory: true });
      if (mustExamine(found, name)) open.push(found);
      else if (found.mode === "write") freeHere += manyFiles;
    }
    free.set(visit.path, freeHere);
  }
  return { unread: closeUnread(plan, root, unread), free };
}

function mustExamine({ mode, edit, read }: Visit, name: string): boolean {
  if (edit === "some" || read === "some") return true;
  return mode !== "hide" && !unsearched.has(name);
}

function visitDirectory({ question, named }: Walker, above: Visit, path: string, name: string): Visit {
  const isPlain = !named.mayMeanDirectory(name);
  const none: NewFile = { mayEdit: false, mayRead: false };
  if (isSecret(question, path)) return { path, mode: "hide", edit: "none", read: "none", ofNew: none, isPlain };
  const isSteered = isSteering(question, above.edit, path);
  if (isPlain && above.isPlain && !isSteered) return { ...above, path };
  const edit = isSteered ? "none" : above.edit === "some" ? reachBelow(question, "edit", path) : above.edit;
  const read = above.read === "some" ? reachBelow(question, "read", path) : above.read;
  const ofNew = newFileIn(question, path, edit, read);
  return { path, mode: modeFor(ofNew), edit, read, ofNew, isPlain: isPlain && !isSteered };
}

function visitFile({ question, named }: Walker, above: Visit, path: string, name: string): MountMode {
  const isNamed = named.mayMeanFile(name);
  const may = (tool: "edit" | "read", reach: Reach, asNew: boolean): boolean =>
    reach !== "some" ? reach === "all" : isNamed ? mayUse(question, tool, path) : asNew;
  const mayRead = may("read", above.read, above.ofNew.mayRead) && !isSecret(question, path);
  const mayEdit = mayRead && may("edit", above.edit, above.ofNew.mayEdit) && !isSteering(question, above.edit, path);
  return modeFor({ mayEdit, mayRead });
}

/** Lists of secret and steering files turn an allow into an ask, and an approved call may do that. */
function isSecret(question: SandboxQuestion, path: string): boolean {
  return !question.isApproved && mayBeListed(secretFiles, path) && !mayUse(question, "read", path);
}

function isSteering(question: SandboxQuestion, edit: Reach, path: string): boolean {
  if (question.isApproved || edit === "none") return false;
  return maySteer(path, question.surroundings) && !mayUse(question, "edit", path);
}

/** The directories directly below the root become read-only, so that there are few of them. */
function closeUnread(plan: MountPlan, root: string, unread: ReadonlySet<string>): readonly string[] {
  const tops = new Set<string>();
  for (const path of unread) {
    let top = path;
    while (top !== root && directoryOf(top) !== root) top = directoryOf(top);
    tops.add(top);
  }
  for (const top of tops) {
    for (const [path, { mode }] of plan) if (path.startsWith(`${top}/`) && mode === "write") plan.delete(path);
    plan.delete(top);
    place(plan, top, { mode: "read", isDirectory: true });
  }
  return [...tops];
}

/**
 * Which names the rules mention. All other names in a directory get the same verdict, which is computed once. Both
 * functions may return true unnecessarily, never false wrongly.
 */
interface NamedByRules {
  /** Whether a file of this name may get another verdict than others in its directory. */
  readonly mayMeanFile: (name: string) => boolean;
  /** Whether paths below a directory of this name may get other verdicts than those below its siblings. */
  readonly mayMeanDirectory: (name: string) => boolean;
}

/** For what is below `top`, a real path. */
function namesInRules(question: SandboxQuestion, top: string): NamedByRules {
  const all = patternsIn(question, top).flatMap((pattern) => segmentsOf(pattern, question, top));
  const lasts = all.flatMap(({ names }) => names.slice(-1)).filter((name) => name !== "*");
  const isOdd = all.some(({ names }) => names.some((name) => name !== "**" && name.includes("**")));
  const isFile = matcherOf([...lasts, ...all.flatMap(({ linked }) => linked)]);
  // A single star matches every name, because a verdict below it depends on how deep a path is.
  const isDirectory = matcherOf(all.flatMap(({ names, linked }) => [...names, ...linked]));
  return {
    mayMeanFile: (name) => isOdd || isFile(name),
    mayMeanDirectory: (name) => isOdd || isDirectory(name),
  };
}

function patternsIn({ policy, surroundings }: SandboxQuestion, top: string): readonly string[] {
  const isProject = surroundings.projectRoot !== undefined && isInProject(top, surroundings);
  const tools: readonly Tool[] = isProject ? ["edit", "read"] : ["edit", "read", "external_directory"];
  return [
    ...policy.rules.flatMap((rule) => (tools.includes(rule.tool) ? patternsOf(rule) : [])),
    ...policy.limits.flatMap((limit) =>
      limit.kind === "only-paths" || limit.kind === "no-paths" ? limit.patterns : [],
    ),
  ];
}

interface Segments {
  readonly names: readonly string[];
  /** Names behind links in the literal beginning: the rule applies there too. */
  readonly linked: readonly string[];
}

/** Empty where the pattern cannot match anything below `top`. */
function segmentsOf(pattern: string, { surroundings }: SandboxQuestion, top: string): readonly Segments[] {
  const { home, projectRoot } = surroundings;
  const split = (path: string): readonly string[] =>
    path.split("/").filter((name) => name !== "" && name !== "." && name !== "~");
  const names = split(pattern);
  const trimmed = names.slice(0, names.findLastIndex((name) => name !== "**") + 1);
  const anchor = anchorOf(pattern);
  const from = anchor === "project" ? projectRoot : pattern.startsWith("~") ? home : "";
  if (anchor === "anywhere" || from === undefined) return [{ names: trimmed, linked: [] }];
  const star = names.findIndex((name) => name.includes("*"));
  const written = removeDots(`${from}/${(star < 0 ? names : names.slice(0, star)).join("/")}`);
  const real = followLinks(written, surroundings)?.path ?? written;
  const tops = [top, ...(projectRoot === undefined ? [] : [removeDots(projectRoot)])];
  const isNear = (head: string): boolean => tops.some((each) => isInside(each, head) || isInside(head, each));
  if (!surroundings.ignoresCase && !isNear(written) && !isNear(real)) return [];
  return [{ names: trimmed, linked: real === written ? [] : split(real) }];
}

function matcherOf(segments: readonly string[]): (name: string) => boolean {
  const folded = [...new Set(segments.map((segment) => segment.toLowerCase()))].filter((name) => name !== "**");
  const literal = new Set(folded.filter((name) => !name.includes("*")));
  const globs = folded.filter((name) => name.includes("*")).map((name) => compileGlob(name, "path"));
  return (name) => {
    const lower = name.toLowerCase();
    return literal.has(lower) || globs.some((glob) => matches(glob, lower));
  };
}
