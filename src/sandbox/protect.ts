/** What a sandbox protects besides the rules: git's own files, steering files, secrets, and what the settings name. */
import type { Policy } from "../model/permission.ts";
import type { SandboxSettings } from "../model/sandbox.ts";
import { followLinks, isInside, removeDots } from "../policy/path/forms.ts";
import { secretFiles } from "../policy/path/secrets.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import { isVisible, type MountPlan, nearest, place } from "./mounts.ts";
import { kindOf, mayUse, type SandboxQuestion } from "./reach.ts";
import { gitSteering } from "./special-directories.ts";

interface Scene {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  readonly settings: SandboxSettings;
  readonly question: SandboxQuestion;
  readonly home: string;
  readonly gitDirectories: readonly string[];
  readonly isReadable?: ((path: string) => boolean) | undefined;
}

export function real(surroundings: Surroundings, path: string): string {
  return followLinks(removeDots(path), surroundings)?.path ?? removeDots(path);
}

export function expand(path: string, home: string): string {
  return removeDots(path === "~" || path.startsWith("~/") ? `${home}${path.slice(1)}` : path);
}

/** What rules and limits deny by name in the project's repository: `.git`, or paths in it up to a star. */
export function deniedInGit({ rules, limits }: Policy): readonly string[] {
  const patterns = [
    ...rules.flatMap(({ tool, pattern, verdict }) => (tool === "edit" && verdict === "deny" ? [pattern] : [])),
    ...limits.flatMap((limit) => (limit.kind === "no-paths" ? limit.patterns : [])),
  ];
  return patterns.flatMap((pattern) => {
    const names = pattern.replace(/^\.\//, "").split("/");
    const star = names.findIndex((name) => name.includes("*"));
    return names[0] === ".git" ? [names.slice(0, star < 0 ? undefined : star).join("/")] : [];
  });
}

/** `git = "write"` makes the directory writable, except for what makes git run commands outside later. */
export function placeGit(scene: Scene, plan: MountPlan, root: string): readonly string[] {
  const git = `${root}/.git`;
  const { settings, surroundings, question } = scene;
  const kind = kindOf(surroundings, git);
  const mayWrite = mayUse(question, "edit", git);
  if (kind === undefined) return mayWrite || !isWritable(plan, root) ? [] : [git];
  if (settings.git !== "write" || mayWrite || !isWritable(plan, root)) return [];
  const absent: string[] = [];
  const tops = kind === "directory" ? [git] : scene.gitDirectories;
  if (kind === "directory") {
    plan.delete(git);
    place(plan, git, { mode: "write", isDirectory: true });
  }
  const denied = deniedInGit(scene.policy).flatMap((path) => (path === ".git" ? [] : [path.slice(".git/".length)]));
  for (const path of tops.flatMap((top) => [...gitSteering, ...denied].map((name) => `${top}/${name}`))) {
    const found = kindOf(surroundings, path);
    if (found === undefined) absent.push(path);
    else place(plan, path, { mode: "read", isDirectory: found === "directory" });
  }
  return absent;
}

export function isWritable(plan: MountPlan, path: string): boolean {
  return nearest(plan, path).mount.mode === "write";
}

/** Names that no program may create in the top directory of the project; existing ones are found by the walk. */
const steeringNames = [
  ...[".envrc", ".claude", ".opencode", ".codex", ".pi", ".agents", ".mcp.json", ".husky", ".githooks", ".copilot"],
  ...[
    "opencode.json",
    "opencode.jsonc",
    "AGENTS.md",
    "CLAUDE.md",
    ".vscode/tasks.json",
    ".github/hooks",
    ".github/agents",
  ],
];

export function placeProtected(scene: Scene, plan: MountPlan, root: string): readonly string[] {
  const { settings, surroundings, question } = scene;
  const absent: string[] = [];
  for (const name of settings.protect) {
    const path = expand(`${root}/${name.replace(/^\.\//, "")}`, scene.home);
    if (!isInside(root, path)) continue;
    const kind = kindOf(surroundings, path);
    if (kind === undefined) absent.push(path);
    else if (kind !== "link" && isWritable(plan, path))
      place(plan, path, { mode: "read", isDirectory: kind === "directory" });
  }
  const literal = scene.policy.rules.flatMap(({ tool, pattern, verdict }) =>
    tool === "edit" &&
    verdict !== "allow" &&
    !/^(?:[~/]|\*)/.test(pattern) &&
    !pattern.replace(/\/\*\*$/, "").includes("*")
      ? [pattern.replace(/\/\*\*$/, "")]
      : [],
  );
  for (const name of [...steeringNames, ...literal]) {
    const path = expand(`${root}/${name}`, scene.home);
    const canBeMade = kindOf(surroundings, path) === undefined && isWritable(plan, path);
    if (canBeMade && !mayUse(question, "edit", path)) absent.push(path);
  }
  return [...new Set(absent)];
}

/**
 * Secrets at fixed locations, if the directory around them is visible. In a read-only directory the user's own
 * permissions already hide a file such as `/etc/shadow`: no program can change them there.
 */
export function hideSecrets(scene: Scene, plan: MountPlan): void {
  const { question, home, isReadable } = scene;
  const paths = secretFiles.entries.flatMap(({ pattern }) => {
    const literal = pattern.replace(/\/\*\*$/, "");
    const anchored = literal.startsWith("**/") ? `~/${literal.slice(3)}` : literal;
    return anchored.includes("*") ? [] : [expand(anchored, home)];
  });
  for (const path of new Set(paths)) {
    const around = nearest(plan, path).mount;
    if (!isVisible(around) || (around.mode === "read" && isReadable?.(path) === false)) continue;
    if (!mayUse(question, "read", path)) hide(scene, plan, path);
  }
}

export function hide({ surroundings }: Scene, plan: MountPlan, written: string): void {
  const path = real(surroundings, written);
  const kind = kindOf(surroundings, path);
  if (kind === undefined || kind === "link") return;
  for (const inner of [...plan.keys()]) if (inner !== path && isInside(path, inner)) plan.delete(inner);
  plan.delete(path);
  place(plan, path, { mode: "hide", isDirectory: kind === "directory" });
}
