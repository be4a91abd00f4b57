/** Compiles a policy to a sandbox: the mounts, the network and the system calls of a started program. Pure. */
import type { Policy } from "../model/permission.ts";
import { defaultSandbox, type SandboxSettings } from "../model/sandbox.ts";
import { hardPolicy } from "../policy/limits.ts";
import { skillFolders } from "../policy/path/client-files.ts";
import { isInside, removeDots } from "../policy/path/forms.ts";
import { deniesAll } from "../policy/rules.ts";
import { rememberLinks, type Surroundings } from "../policy/surroundings.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { directoryOf, guard, isVisible, limitMounts, type MountPlan, nearest, place } from "./mounts.ts";
import { deniedInGit, expand, hide, hideSecrets, isWritable, placeGit, placeProtected, real } from "./protect.ts";
import { kindOf, mayConnect, mayUse, mayUseNew, type SandboxQuestion } from "./reach.ts";
import { type Fit, fitsOf } from "./rule-fits.ts";
import { caches, privateDirectories, systemDirectories, toolchains } from "./special-directories.ts";
import { modeOf, reachesOf, walk } from "./walk.ts";

export interface SandboxInput {
  readonly policy: Policy;
  /** The project root is the session's, never one derived from the call. */
  readonly surroundings: Surroundings;
  readonly settings: SandboxSettings;
  /** The user approved this call: `ask` counts as allow, and deny stays deny. */
  readonly isApproved: boolean;
  /** The command itself changes the repository, such as `git commit`. */
  readonly changesGit?: boolean;
  /** Every program of the command is known and only reads: it needs no caches. */
  readonly onlyReads?: boolean;
  /** An unattended check of a task: variables that look like secrets are removed. */
  readonly isCheck?: true;
  /** Whether git has the same content of a file of the project. */
  readonly isCommitted?: (path: string) => boolean;
  /** Whether the user can read a path at all. Default: yes. */
  readonly isReadable?: (path: string) => boolean;
  /** The variable PATH. */
  readonly searchPath: string;
  /** Where a linked work tree keeps its history: its own git directory and the shared one. */
  readonly gitDirectories: readonly string[];
}

export interface Sandbox {
  readonly plan: MountPlan;
  /** For bubblewrap, without the command. */
  readonly arguments: readonly string[];
  readonly hasNetwork: boolean;
  /** Sockets of other programs can be reached. */
  readonly hasSockets: boolean;
  /** Variables that look like secrets are kept. */
  readonly keepsEnvironment: boolean;
  /** Paths that `edit` denies and that do not exist: a mount cannot prevent their creation. */
  readonly absent: readonly string[];
  /** New files in the project may match what `edit` denies. */
  readonly isWatched: boolean;
  readonly fits: readonly Fit[];
  /** Sentences about where the sandbox is stricter than the policy because of its own limits. */
  readonly notes: readonly string[];
}

type SandboxResult = Sandbox | { readonly problem: string };

export function compileSandbox(input: SandboxInput): SandboxResult {
  const surroundings = rememberLinks(input.surroundings);
  const question = questionOf(input, surroundings);
  const settings = gitSettings(input);
  const scene = { ...input, settings, surroundings, question, home: real(surroundings, surroundings.home) };
  const root = surroundings.projectRoot === undefined ? undefined : real(surroundings, surroundings.projectRoot);
  const plan: MountPlan = new Map();
  const notes: string[] = [];
  const isWholeDisk = placeSystem(scene, plan);
  placeOutside(scene, plan, root);
  placeReadable(scene, plan, root);
  const walked = root === undefined ? undefined : walk(question, root, plan);
  for (const path of walked?.unread ?? []) notes.push(`\`${path}\` has too many files, so it is read-only`);
  if (root !== undefined) openOutput(scene, plan, root);
  const absent = root === undefined ? [] : [...placeGit(scene, plan, root), ...placeProtected(scene, plan, root)];
  hideSecrets(scene, plan);
  for (const path of scene.settings.hide) hide(scene, plan, expand(path, scene.home));
  for (const path of surroundings.gateFiles)
    if (nearest(plan, path).mount.mode === "write") keepReadable(scene, plan, path);
  placeRoot(scene, plan, root);
  const limited = limitMounts(plan, root ?? scene.home, input.settings.maxMounts, walked?.free ?? new Map());
  if (deniedInGit(input.policy).includes(".git")) notes.push("`.git` is read-only, because a rule denies it by name");
  if (limited.closed.length > 0) notes.push(closedNote(limited.closed, root));
  if (guard(limited.plan).size > input.settings.maxMounts)
    return { problem: `it needs more than ${input.settings.maxMounts} mounts; raise \`max_mounts\` in [sandbox]` };
  const cwd = real(surroundings, surroundings.cwd);
  if (!isVisible(nearest(limited.plan, cwd).mount))
    return { problem: `the working directory ${cwd} is hidden, because \`external_directory\` does not allow it` };
  const hasNetwork = mayConnect(question);
  const hasSockets = input.isApproved && hasNetwork && isWholeDisk;
  const guarded = guard(limited.plan);
  const isWritable =
    root !== undefined && [...guarded].some(([path, { mode }]) => mode === "write" && isInside(root, path));
  return {
    plan: guarded,
    arguments: bubblewrapArguments(guarded, hasNetwork),
    hasNetwork,
    hasSockets,
    keepsEnvironment: input.isApproved && !input.isCheck && hasNetwork,
    absent,
    isWatched: isWritable,
    fits: fitsOf(question, hasNetwork),
    notes,
  };
}

const mostNames = 8;

function closedNote(closed: readonly string[], root: string | undefined): string {
  const names = closed.map((path) => (root !== undefined && isInside(root, path) ? path.slice(root.length + 1) : path));
  const shown = [...names]
    .sort()
    .slice(0, mostNames)
    .map((name) => `\`${name || "."}\``);
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return `directories that contain many exceptions are read-only (\`max_mounts\`): ${shown.join(", ")}${more}`;
}

function questionOf(input: SandboxInput, surroundings: Surroundings): SandboxQuestion {
  const question: SandboxQuestion = { policy: policyIn(input), surroundings, isApproved: input.isApproved };
  const git = `${surroundings.projectRoot}/.git`;
  return input.isCommitted && mayUse(question, "read", git)
    ? { ...question, isCommitted: input.isCommitted }
    : question;
}

/** In a task's own worktree, the task's scope does not restrict programs: it is checked afterwards. */
function policyIn({ policy, settings }: SandboxInput): Policy {
  const hard = hardPolicy(policy);
  return settings.ownsTree ? { ...hard, limits: hard.limits.filter(({ kind }) => kind !== "only-paths") } : hard;
}

/**
 * Approving `git commit` also approves what git writes, even where a rule denies edits in every repository. Files that
 * make git run commands still follow that rule, and so do paths that a rule names in this repository.
 */
function gitSettings({ policy, settings, isApproved, isCheck, changesGit }: SandboxInput): SandboxSettings {
  if (!isApproved || !changesGit || isCheck || deniedInGit(policy).includes(".git")) return settings;
  return { ...settings, git: "write" };
}

type Scene = SandboxInput & { readonly question: SandboxQuestion; readonly home: string };

/** The whole disk if every path outside the project is permitted; otherwise only the system's own directories. */
function placeSystem({ question, surroundings, home }: Scene, plan: MountPlan): boolean {
  const isWhole = mayUseNew(question, "read", "/");
  plan.set("/", { mode: !isWhole ? "hide" : mayUseNew(question, "edit", "/") ? "write" : "read", isDirectory: true });
  if (isWhole) {
    for (const path of privateDirectories)
      if (kindOf(surroundings, path) === "directory" && !question.isApproved)
        place(plan, path, { mode: "private", isDirectory: true });
  } else {
    place(plan, "/tmp", { mode: "private", isDirectory: true });
    place(plan, "/var/tmp", { mode: "private", isDirectory: true });
    place(plan, "/run", { mode: "private", isDirectory: true });
    place(plan, home, { mode: "private", isDirectory: true });
  }
  for (const path of systemDirectories) {
    // Often empty, and every mount takes time.
    if (path === "/opt" && surroundings.list(path)?.length === 0) continue;
    const target = surroundings.readLink(path);
    const above = nearest(plan, directoryOf(path)).mount;
    if (isVisible(above)) continue;
    if (target !== undefined && !path.startsWith("/run/")) plan.set(path, { mode: "link", isDirectory: false, target });
    else if (kindOf(surroundings, path) !== undefined) plan.set(path, { mode: "read", isDirectory: true });
  }
  plan.set("/proc", { mode: "proc", isDirectory: true });
  plan.set("/dev", { mode: "dev", isDirectory: true });
  return isWhole;
}

/** Readable by everyone and never changed, and too large to search. */
const nixStore = "/nix/store";

/** Mounts paths outside the project as the rules say: directories and single files, by their literal beginning. */
function placeOutside(scene: Scene, plan: MountPlan, root: string | undefined): void {
  const { question, surroundings, home } = scene;
  for (const head of headsOf(scene)) {
    const path = real(surroundings, head);
    if (path === "/" || (root !== undefined && isInside(root, path))) continue;
    const kind = kindOf(surroundings, path);
    if (kind === undefined || kind === "link" || isInside("/proc", path) || isInside("/dev", path)) continue;
    const isDirectory = kind === "directory";
    const reaches = reachesOf(question, path);
    // Too large to search, or full of other users' files that come and go.
    const isAround =
      path === "/tmp" || [home, ...(root === undefined ? [] : [root])].some((each) => isInside(path, each));
    const mode = isInside(nixStore, path)
      ? "read"
      : isDirectory
        ? modeOf(question, path, reaches.edit, reaches.read)
        : !mayUse(question, "read", path)
          ? "hide"
          : mayUse(question, "edit", path)
            ? "write"
            : "read";
    // The system cannot be hidden from a program, only parts of it.
    if (mode === "hide" && (systemDirectories.includes(path) || plan.get(path)?.mode === "private")) continue;
    place(plan, path, { mode, isDirectory });
    const isMixed = reaches.edit === "some" || reaches.read === "some";
    if (isDirectory && isMixed && !isAround && !isInside(nixStore, path)) walk(question, path, plan);
    linkTo(plan, head, path);
  }
}

/** Creates the link from the written path to the real one, as on the disk, unless its directory is visible anyway. */
function linkTo(plan: MountPlan, written: string, path: string): void {
  const above = nearest(plan, directoryOf(written)).mount;
  if (written !== path && !isVisible(above) && above.mode !== "link")
    plan.set(written, { mode: "link", isDirectory: false, target: path });
}

/** Shorter paths first, so that nested ones come after their parents. */
function headsOf({ policy, surroundings, home }: Scene): readonly string[] {
  const patterns = [
    ...policy.rules.flatMap(({ tool, pattern }) =>
      tool === "edit" || tool === "read" || tool === "external_directory" ? [pattern] : [],
    ),
    ...policy.limits.flatMap((limit) =>
      limit.kind === "only-paths" || limit.kind === "no-paths" ? limit.patterns : [],
    ),
  ];
  const heads = patterns.flatMap((pattern) => {
    if (!pattern.startsWith("/") && !pattern.startsWith("~/") && pattern !== "~") return [];
    const star = pattern.indexOf("*");
    const literal = star < 0 ? pattern : pattern.slice(0, Math.max(pattern.lastIndexOf("/", star), 0));
    return [expand(literal === "" ? "/" : literal, removeDots(surroundings.home))];
  });
  return [...new Set(["/tmp", home, ...heads])].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function isOutside(path: string): boolean {
  return path.startsWith("/") || path.startsWith("~");
}

/**
 * Makes build output writable: it can contain files of any name, and a build that replaces it must be able to delete
 * them. Only where `edit` allows new files; hidden files stay hidden.
 */
function openOutput({ settings, surroundings }: Scene, plan: MountPlan, root: string): void {
  for (const name of settings.write) {
    const path = removeDots(`${root}/${name}`);
    if (isOutside(name) || path === root || !isInside(root, path) || isInside(`${root}/.git`, path)) continue;
    if (kindOf(surroundings, path) !== "directory" || real(surroundings, path) !== path || !isWritable(plan, path))
      continue;
    for (const [inner, { mode }] of [...plan]) if (isInside(path, inner) && mode === "read") plan.delete(inner);
  }
}

/** Toolchains, caches for a command that may build, and the agent's skills; or what the settings name. */
function placeReadable(scene: Scene, plan: MountPlan, root: string | undefined): void {
  const { policy, settings, searchPath, home, surroundings } = scene;
  const programs = searchPath.split(":").filter((path) => path.startsWith(`${home}/`));
  const skills = policy.skills.flatMap((name) => skillFolders.map((folder) => `${folder}/${name}`));
  const tools = scene.onlyReads ? toolchains : [...toolchains, ...caches];
  for (const path of [...(settings.read ?? tools), ...programs, ...skills])
    keepReadable(scene, plan, expand(path, home), "read");
  for (const path of settings.write.filter(isOutside)) keepReadable(scene, plan, expand(path, home), "write");
  if (root === undefined) return;
  // In a linked work tree, the history that git reads is outside the project.
  const isOpen = settings.git === "write" || mayUse(scene.question, "edit", `${root}/.git`);
  for (const path of scene.gitDirectories)
    keepReadable(scene, plan, real(surroundings, path), isOpen ? "write" : "read");
}

function keepReadable(
  { surroundings }: Scene,
  plan: MountPlan,
  written: string,
  mode: "read" | "write" = "read",
): void {
  const path = real(surroundings, written);
  const kind = kindOf(surroundings, path);
  if (kind === undefined || kind === "link") return;
  const { mount } = nearest(plan, path);
  const isBetter = mount.mode === "write" && mode === "read";
  if (!isBetter || surroundings.gateFiles.includes(written))
    place(plan, path, { mode, isDirectory: kind === "directory" });
  linkTo(plan, written, path);
}

/** The project under the name that the session knows it by. */
function placeRoot({ surroundings }: Scene, plan: MountPlan, root: string | undefined): void {
  const written = surroundings.projectRoot;
  if (root !== undefined && written !== undefined) linkTo(plan, removeDots(written), root);
}

/**
 * By default, only an agent that may not edit anything has a sandbox. Undefined if commands run without one.
 */
export function sandboxSettings(policy: Policy): SandboxSettings | undefined {
  const settings = policy.sandbox ?? defaultSandbox;
  const use = settings.use ?? (deniesAll(policy, "edit") ? "on" : "off");
  return use === "off" ? undefined : { ...settings, use };
}
