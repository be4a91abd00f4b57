/**
 * Translates a policy to Codex settings: those that deny `bash`, `websearch` or `edit`, and a main agent's sandbox. The
 * gate decides about the other tools.
 */
import type { Value } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import type { SandboxSettings } from "../../model/sandbox.ts";
import { secretFiles } from "../../policy/path/secrets.ts";
import { type DiskEntry, emptySurroundings, type Surroundings } from "../../policy/surroundings.ts";
import { compileSandbox, type Sandbox, sandboxSettings } from "../../sandbox/compile.ts";
import { inOrder, nearest } from "../../sandbox/mounts.ts";
import { mayUse } from "../../sandbox/reach.ts";
import { isAlwaysDenied, plainVerdict } from "../render/whole-tools.ts";

/** No hook sees a search, because the provider runs it. So it is enabled only if every search is allowed. */
export function maySearch(policy: Policy): boolean {
  return plainVerdict(policy, "websearch") === "allow";
}

/** The value of `web_search`; undefined leaves it enabled. */
export const webSearch = (isAllowed: boolean): Value | undefined => (isAllowed ? undefined : "disabled");

/** False if every command is denied: the one part of a policy that Codex itself enforces, also for a role. */
export function hasShell(policy: Policy): boolean {
  return !isAlwaysDenied(policy, "bash");
}

/** The features that are disabled because their tool is denied. */
export function deniedFeatures(policy: Policy): readonly string[] {
  return hasShell(policy) ? [] : ["shell_tool"];
}

/**
 * Where `edit` is denied, programs and patches cannot write either. Returns permissions or a `sandbox_mode`, never
 * both: Codex 0.166 ignores permissions beside a `sandbox_mode` in the same file. One in the user's own settings has no
 * effect here.
 */
export function sandboxEntries(policy: Policy): [string, Value][] {
  const mode = isAlwaysDenied(policy, "edit") ? "read-only" : "workspace-write";
  return permissionEntries(policy) ?? [["sandbox_mode", mode]];
}

/** Placeholders for the project and the home until a session starts. */
const root = "/surcingle-home/surcingle-project";
const home = "/surcingle-home";

/** The profile's name inside the configuration of one agent. */
const profileName = "surcingle";

/** Codex searches for names of secret files before each command, and complains about an unbounded search. */
const deepestSecret = 6;

/** Undefined if the agent has no sandbox, or its policy cannot be expressed as one. */
function permissionEntries(policy: Policy): [string, Value][] | undefined {
  const settings = sandboxSettings(policy);
  const sandbox = settings && compileFor(policy, settings);
  if (!settings || !sandbox) return undefined;
  const mode = (at: string): "write" | "read" => (nearest(sandbox.plan, at).mount.mode === "write" ? "write" : "read");
  const inProject: [string, Value][] = [[".", mode(root)]];
  const outside: [string, Value][] = [
    ["glob_scan_max_depth", deepestSecret],
    [":root", "read"],
  ];
  for (const [path, mount] of inOrder(sandbox.plan)) {
    const word = mount.mode === "write" ? "write" : mount.mode === "hide" ? "deny" : "read";
    if (path.startsWith(`${root}/`)) inProject.push([path.slice(root.length + 1), word]);
    else if (mount.mode === "write" && path.startsWith(`${home}/`) && path !== root)
      outside.push([`~${path.slice(home.length)}`, word]);
  }
  // Codex 0.166 also prevents names that do not exist from being created.
  for (const path of withoutSiblings(sandbox.absent)) inProject.push([path.slice(root.length + 1), "read"]);
  for (const pattern of secretsOf(policy)) (pattern.startsWith("~/") ? outside : inProject).push([pattern, "deny"]);
  for (const path of settings.hide) if (/^(?:~?\/)[^*]*$/.test(path)) outside.push([path, "deny"]);
  if (mode("/tmp") === "write") outside.push([":slash_tmp", "write"]);
  const filesystem = { fields: [...unique(outside), [":workspace_roots", { fields: unique(inProject) }] as const] };
  const fields: [string, Value][] = [["filesystem", filesystem]];
  if (sandbox.hasNetwork) fields.push(["network", { fields: [["enabled", true]] }]);
  // Its own `/dev/shm` is empty and private; `/tmp` is shared.
  const temporary: Value = { fields: [["TMPDIR", mode("/tmp") === "write" ? "/tmp" : "/dev/shm"]] };
  return [
    ["default_permissions", profileName],
    ["permissions", { fields: [[profileName, { fields }]] }],
    ["shell_environment_policy", { fields: [["set", temporary]] }],
  ];
}

/** Codex 0.166 cannot start its sandbox with two names in a missing directory, so only the first is kept. */
function withoutSiblings(paths: readonly string[]): readonly string[] {
  const topOf = (path: string): string => path.slice(root.length + 1).split("/")[0]!;
  return paths.filter((path, at) => paths.findIndex((each) => topOf(each) === topOf(path)) === at);
}

/** Rules of `edit` that a permission profile cannot enforce for programs: names with a star. */
export function unenforcedRules(policy: Policy): readonly string[] {
  return policy.rules.flatMap(({ tool, pattern, verdict }) =>
    tool === "edit" && verdict !== "allow" && pattern.replace(/\/\*\*$/, "").includes("*") ? [pattern] : [],
  );
}

function compileFor(policy: Policy, settings: SandboxSettings): Sandbox | undefined {
  const sandbox = compileSandbox({
    policy,
    surroundings: surroundingsFromRules(policy),
    settings,
    isApproved: false,
    searchPath: "",
    gitDirectories: [],
  });
  return "plan" in sandbox ? sandbox : undefined;
}

/** A disk that contains only what the rules name. */
function surroundingsFromRules({ rules, limits }: Policy): Surroundings {
  const directories = new Map<string, Map<string, DiskEntry>>();
  const add = (path: string, kind: DiskEntry["kind"]): void => {
    if (path === "") return;
    const cut = path.lastIndexOf("/");
    add(path.slice(0, cut), "directory");
    const inside = directories.get(path.slice(0, cut) || "/") ?? new Map<string, DiskEntry>();
    directories.set(path.slice(0, cut) || "/", inside);
    const name = path.slice(cut + 1);
    if (!inside.has(name)) inside.set(name, { name, kind });
  };
  add(root, "directory");
  add("/tmp", "directory");
  const patterns = [
    ...rules.filter(({ tool }) => tool === "edit" || tool === "read").map(({ pattern }) => pattern),
    ...limits.flatMap((limit) => (limit.kind === "only-paths" || limit.kind === "no-paths" ? limit.patterns : [])),
  ];
  for (const pattern of patterns) {
    const star = pattern.indexOf("*");
    const literal = star < 0 ? pattern : pattern.slice(0, Math.max(pattern.lastIndexOf("/", star), 0));
    if (literal === "" || literal.startsWith("/")) continue;
    const path = literal.startsWith("~/") ? `${home}${literal.slice(1)}` : `${root}/${literal}`;
    add(path, star < 0 ? "file" : "directory");
  }
  return { ...emptySurroundings(root, home), list: (path) => [...(directories.get(path)?.values() ?? [])] };
}

/** Patterns of secret files: those of the home, and names in the project. A `read` rule that allows one removes it. */
function secretsOf(policy: Policy): readonly string[] {
  const question = { policy, surroundings: surroundingsFromRules(policy), isApproved: false };
  const isHidden = (pattern: string): boolean => {
    const literal = pattern.replace(/\/\*\*$/, "/x").replace(/^\*\*\//, "");
    const path = literal.startsWith("~/") ? `${home}${literal.slice(1)}` : `${root}/${literal}`;
    return !mayUse(question, "read", path.replaceAll("*", "x"));
  };
  const found = secretFiles.entries.flatMap(({ pattern }) => {
    const anchored = pattern.replace(/\/\*\*$/, "").replace(/^\*\*\//, "~/");
    const isHome = anchored.startsWith("~/") && !anchored.includes("*");
    const isName = /^\*\*\/[^/*]+$/.test(pattern);
    return isHidden(pattern) ? [...(isHome ? [anchored] : []), ...(isName ? [pattern] : [])] : [];
  });
  return [...new Set(found)];
}

/** The first entry wins: a mode from the plan precedes a hidden name. */
function unique(entries: readonly (readonly [string, Value])[]): readonly (readonly [string, Value])[] {
  return [...new Map([...entries].reverse()).entries()].reverse();
}
