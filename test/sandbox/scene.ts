/** A project, a home and sandboxes for tests, run as an ordinary user: root would pass where a user is stopped. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { diskSurroundings } from "../../src/gate/surroundings.ts";
import type { Policy, Tool, Verdict } from "../../src/model/permission.ts";
import { defaultSandbox, type SandboxSettings } from "../../src/model/sandbox.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import { type PreparedSandbox, prepareSandbox } from "../../src/sandbox/prepare.ts";
import { wrapCommand } from "../../src/sandbox/wrap-command.ts";
import { type Guard, removeGuard } from "./guards.ts";

/** Why no sandbox can be created here, if so. CI has bubblewrap; a test that needs it fails there by name. */
export function whyNoSandbox(): string | undefined {
  if (process.platform !== "linux") return "sandboxes are supported only on Linux";
  if (process.env["SURCINGLE_SANDBOX"] !== undefined) return "this already runs in a sandbox";
  const found = spawnSync("bwrap", ["--version"]);
  return found.status === 0 ? undefined : "bubblewrap is not installed";
}

/** Uid of an unprivileged user: root in a container runs the tests as this one. */
const throwAway = 61_234;
const isRoot = process.getuid?.() === 0;

/** Options for a process of the ordinary user. */
export const ordinaryUser = isRoot ? { uid: throwAway, gid: throwAway } : {};

export interface Scene {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  /** The wrapper, where the user can read it. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly write: (path: string, text?: string) => void;
  /** Makes the user own everything. */
  readonly own: () => void;
  readonly remove: () => void;
}

export function makeScene(files: Readonly<Record<string, string>> = {}, name = "surcingle-box-"): Scene {
  const base = mkdtempSync(join("/var/tmp", name));
  chmodSync(base, 0o755);
  const home = join(base, "home");
  const project = join(home, "project");
  mkdirSync(project, { recursive: true });
  const program = join(base, "surcingle-sandbox");
  copyFileSync(new URL("../../src/sandbox/surcingle-sandbox.sh", import.meta.url).pathname, program);
  chmodSync(program, 0o755);
  const write = (path: string, text = "good\n"): void => {
    const file = path.startsWith("~/") ? join(home, path.slice(2)) : join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const scene: Scene = {
    base,
    home,
    project,
    program,
    env: { HOME: home, PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8", USER: "somebody" },
    write,
    own: () => {
      if (isRoot) chownTree(home);
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
  scene.own();
  return scene;
}

function chownTree(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chownSync(path, throwAway, throwAway);
  if (found.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name));
}

export type Permissions = Partial<Record<Tool, { intent: Verdict; rules?: readonly string[] }>>;

export function policyOf(permissions: Permissions): Policy {
  const entries = Object.entries(permissions).map(([tool, { intent, rules = [] }]) => {
    const read = rules.map((rule) => {
      const colon = rule.lastIndexOf(":");
      return { pattern: rule.slice(0, colon), verdict: rule.slice(colon + 1) as Verdict, from: "agent.toml:1:1" };
    });
    return [tool, { intent, rules: read }];
  });
  return compilePolicy({ agent: "tester", permissions: Object.fromEntries(entries) });
}

export interface SandboxOptions {
  readonly settings?: Partial<SandboxSettings>;
  readonly isApproved?: boolean;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** A guard that the sandbox does not have. */
  readonly without?: Pick<Guard, "options">;
}

export function prepare(scene: Scene, policy: Policy, command: string, options: SandboxOptions = {}): PreparedSandbox {
  const cwd = options.cwd ?? scene.project;
  const prepared = prepareSandbox({
    policy,
    surroundings: diskSurroundings(cwd, scene.project, scene.home),
    settings: { ...defaultSandbox, ...options.settings },
    isApproved: options.isApproved ?? false,
    command,
    env: scene.env,
  });
  if (isRoot) chownTree(join(scene.home, ".local"));
  return prepared;
}

/** A program as the ordinary user. */
export function asUser(scene: Scene, words: readonly string[], options: SandboxOptions = {}): SpawnSyncReturns<string> {
  const { cwd = scene.project, env = {}, input = "" } = options;
  const user = ["setpriv", `--reuid=${throwAway}`, `--regid=${throwAway}`, "--clear-groups", "--no-new-privs", "--"];
  const [program = "", ...rest] = isRoot ? [...user.filter((word) => word !== "--no-new-privs"), ...words] : words;
  return spawnSync(program, rest, {
    cwd,
    env: { ...scene.env, ...env },
    input,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
}

/** As a client runs it: bash reads the wrapped text. */
export function runSandboxed(
  scene: Scene,
  policy: Policy,
  command: string,
  options: SandboxOptions = {},
): SpawnSyncReturns<string> {
  const prepared = prepare(scene, policy, command, options);
  if ("problem" in prepared) throw new Error(prepared.problem);
  const file = options.without ? removeGuard(prepared.file, options.without, scene) : prepared.file;
  if (options.without) scene.own();
  return asUser(scene, ["bash", "-c", wrapCommand(scene.program, file, command)], options);
}

export function runBare(scene: Scene, command: string, options: SandboxOptions = {}): SpawnSyncReturns<string> {
  return asUser(scene, ["bash", "-c", command], options);
}
