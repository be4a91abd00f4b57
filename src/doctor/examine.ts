/** Tests one client: first its files, then what it really does, in a temporary home with a scripted model. */

import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describeError } from "../base/errno.ts";
import { readPolicy } from "../gate/read-policy.ts";
import { diskSurroundings } from "../gate/surroundings.ts";
import { testedVersions } from "../harness/harness.ts";
import type { Policy } from "../model/permission.ts";
import { type Program, runProgram } from "../process/run.ts";
import { sandboxSettings } from "../sandbox/compile.ts";
import { nearest } from "../sandbox/mounts.ts";
import { prepareSandbox } from "../sandbox/prepare.ts";
import type { ClientChecks, KeptSettings, Session } from "./checks.ts";
import { type Finding, failed, note, ok, withoutRepeats } from "./findings.ts";
import { checkGate } from "./gate-program.ts";
import { filesBelow, isThere, readSettings } from "./home-files.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { checkOwnFiles, type OwnFile } from "./own-files.ts";
import { chooseProbes, projectFile } from "./probe-calls.ts";
import { checkPreload, type Home, type Project } from "./project.ts";
import { makeScene, put, type Scene } from "./scene.ts";
import { startScriptedModel } from "./scripted-model/scripted-model.ts";

interface ExaminedClient {
  readonly checks: ClientChecks;
  readonly home: Home;
  /** Where doctor was started. */
  readonly project: Project;
  readonly program: Program;
  /** What `apply` recorded about this client's files. */
  readonly own: readonly OwnFile[];
  /** The user's environment. The client gets only its PATH. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: (text: string) => void;
  /** Collects cleanups to run on an interruption. */
  readonly holding: Set<() => void>;
}

export async function examine(context: ExaminedClient): Promise<readonly Finding[]> {
  const PATH = context.environment["PATH"] ?? "";
  const scene = makeScene({ trees: [], files: { [projectFile]: "inside\n" }, environment: { PATH } });
  context.holding.add(scene.dispose);
  try {
    return await examineIn(scene, context);
  } finally {
    context.holding.delete(scene.dispose);
    scene.dispose();
  }
}

/** Finds which client is installed, in which version. */
export async function checkVersion({ harness }: ClientChecks, program: Program, scene: Scene): Promise<Finding> {
  const { oldest } = testedVersions(harness);
  const environment = { ...scene.environment, ...quiet };
  const where = program.join(" ");
  const run = await runProgram({
    program,
    words: ["--version"],
    directory: scene.project,
    environment,
    seconds: 60,
  }).catch((error: unknown) => describeError(error));
  const fix = "check that the client works on its own";
  if (typeof run === "string") return failed("client", `${where} cannot be started: ${run}`, fix);
  const version = /\d+\.\d+\.\d+/.exec(run.stdout + run.stderr)?.[0];
  if (version === undefined) return failed("client", `${where} does not report its version`, fix);
  if (!isOlder(version, oldest)) return ok("version", `version ${version}, ${where}`);
  const message = `version ${version} of ${where} is too old: surcingle is tested with ${oldest} and later`;
  return failed("version", message, `update ${harness.title} to ${oldest} or later`);
}

/** Asking for the version must not start an update. */
const quiet = {
  COPILOT_AUTO_UPDATE: "false",
  DISABLE_AUTOUPDATER: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  PI_OFFLINE: "1",
};

export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split(".").map(Number));
  const differing = own!.findIndex((part, index) => part !== other![index]);
  return differing >= 0 && own![differing]! < (other![differing] ?? 0);
}

const command = "echo started; touch tried 2>/dev/null && echo wrote; :";

/** Starts one agent's sandbox and tries from inside what its policy forbids. Empty if no agent has a sandbox. */
async function checkSandbox(scene: Scene, policies: ReadonlyMap<string, Policy>): Promise<readonly Finding[]> {
  const [agent, policy] = [...policies].find(([, each]) => sandboxSettings(each) !== undefined) ?? [];
  const settings = policy && sandboxSettings(policy);
  if (agent === undefined || policy === undefined || settings === undefined) return [];
  if (process.platform !== "linux") {
    const message = "this system has no sandbox: commands run without one";
    return [
      settings.use === "required"
        ? failed("sandbox", message, 'set `use = "on"` in [sandbox]', agent)
        : note("sandbox", message),
    ];
  }
  const surroundings = diskSurroundings(scene.project, scene.project, scene.home);
  const prepared = prepareSandbox({
    policy,
    surroundings,
    settings,
    isApproved: false,
    command,
    env: scene.environment,
  });
  if ("problem" in prepared)
    return [failed("sandbox", `the sandbox cannot be created: ${prepared.problem}`, "see docs/sandbox.md", agent)];
  const run = await runProgram({
    program: [prepared.program],
    words: [prepared.file, "--", command],
    directory: scene.project,
    environment: scene.environment,
    seconds: 30,
  });
  if (run.exitCode === 126 || !run.stdout.includes("started")) {
    const reason =
      run.stderr
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/^surcingle: not run, because /, "") ?? "it did not start";
    return [
      failed(
        "sandbox",
        `commands of ${agent} cannot run: ${reason}`,
        'install bubblewrap, or set `use = "off"` in [sandbox]',
        agent,
      ),
    ];
  }
  const mayWrite = nearest(prepared.sandbox.plan, scene.project).mount.mode === "write";
  if (run.stdout.includes("wrote") && !mayWrite)
    return [
      failed("sandbox", "a command in the sandbox wrote a file that `edit` denies", "report this as a bug", agent),
    ];
  return [ok("sandbox", `commands of ${agent} run in a sandbox`)];
}

async function examineIn(scene: Scene, context: ExaminedClient): Promise<readonly Finding[]> {
  const { checks, home, program, own } = context;
  const version = await checkVersion(checks, program, scene);
  // An outdated client can still be tested, and its behaviour is worth knowing.
  if (version.check === "client") return [version];
  const agents = checks.governed(join(home.directory, checks.harness.roots.user));
  if (agents.length === 0 && own.length === 0) {
    const where = `${home.label}/${checks.harness.roots.user}`;
    return [version, note("agents", `no governed agents in ${where}, so there is nothing to test`)];
  }
  const seen = await inspect(scene, context, agents);
  const { policies } = policiesOf(context, agents);
  const sandboxed = checks.hasSandbox ? await checkSandbox(scene, policies) : [];
  scene.reset();
  const answered = await runProbes(scene, context, policies);
  return [version, ...seen, ...sandboxed, ...withoutRepeats(seen, answered)];
}

/** Checks without starting the client. */
async function inspect(scene: Scene, context: ExaminedClient, agents: readonly string[]): Promise<readonly Finding[]> {
  const { checks, home, project, own, environment } = context;
  const root = join(home.directory, checks.harness.roots.user);
  return [
    ...checkOwnFiles(own, home),
    ...checkVariables(checks, home, environment),
    ...checkPreload(checks.harness.title, environment, checks.startups ?? []),
    ...checks.inspectHome(home, agents),
    ...checks.inspectProject(project, agents),
    ...policiesOf(context, agents).findings,
    ...(await checkGate(checks.gatePrograms(root), scene.project, scene.environment)),
  ];
}

function checkVariables(
  { harness, variables }: ClientChecks,
  home: Home,
  environment: ExaminedClient["environment"],
): Finding[] {
  const root = join(home.directory, harness.roots.user);
  return variables.flatMap(({ name, effect, usual }) => {
    const value = environment[name] ?? "";
    if (["", "0", "false"].includes(value)) return [];
    if (usual !== undefined && resolve(value) === join(home.directory, usual)) return [];
    const what = typeof effect === "string" ? effect : effect(root);
    return [failed("environment", `${name} is set: ${harness.title} ${what}`, `unset ${name}`)];
  });
}

function policiesOf({ checks, home }: ExaminedClient, agents: readonly string[]) {
  const policies = new Map<string, Policy>();
  const findings: Finding[] = [];
  for (const agent of agents) {
    const inside = `${checks.harness.roots.user}/${checks.policyPath(agent)}`;
    const file = join(home.directory, inside);
    try {
      policies.set(agent, readPolicy(file));
    } catch (error) {
      const why = isThere(file) ? describeError(error) : "it is missing";
      const message = `the policy of ${agent}, ${home.label}/${inside}, cannot be used: ${why}`;
      findings.push(failed("policy", message, `run \`surcingle apply --to ${home.label}\` again`, agent));
    }
  }
  return { policies, findings };
}

/** Our files are small and few. Larger ones are not ours and are not copied. */
const limits = { file: 4 * 1024 * 1024, all: 64 * 1024 * 1024, count: 20_000 };

/** Links become files, so that nothing in the copy leads back to the real home. */
export function copyParts({ harness, parts, adapt }: ClientChecks, home: Home, scratch: string): void {
  const root = join(home.directory, harness.roots.user);
  const target = join(scratch, harness.roots.user);
  let [size, count] = [0, 0];
  for (const path of parts(root).flatMap((part) => expand(root, part))) {
    const stat = statSync(join(root, path));
    if (!stat.isFile() || stat.size > limits.file) continue;
    size += stat.size;
    count += 1;
    if (size > limits.all || count > limits.count)
      throw new Error(`${home.label}/${harness.roots.user} contains too many files`);
    const text = readFileSync(join(root, path), "utf8");
    put(join(target, path), adapt?.(text, path, home.directory, scratch) ?? text);
  }
}

function expand(root: string, part: string): readonly string[] {
  const path = join(root, part);
  if (!isThere(path)) return [];
  return statSync(path).isDirectory() ? filesBelow(path).map((inner) => `${part}/${inner}`) : [part];
}

export function keptSettings(
  { harness, settings }: ClientChecks,
  { directory }: Home,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const kept = settings.flatMap((each): [string, Record<string, unknown>][] => {
    const all = readSettings(join(directory, harness.roots.user, each.path));
    return all === undefined ? [] : [[each.path, pick(all, each)]];
  });
  return new Map(kept);
}

function pick(all: Readonly<Record<string, unknown>>, { keys }: KeptSettings): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(all, key)).map((key) => [key, all[key]]));
}

/** Tests every agent that has a policy. */
async function runProbes(
  scene: Scene,
  context: ExaminedClient,
  policies: ReadonlyMap<string, Policy>,
): Promise<Finding[]> {
  const { checks, home, program, progress } = context;
  const model = await startScriptedModel();
  let session: Session | undefined;
  try {
    copyParts(checks, home, scene.home);
    const asked = checks.asked(join(home.directory, checks.harness.roots.user), [...policies.keys()]);
    const others = [...policies.keys()].filter((agent) => !asked.includes(agent));
    const found =
      others.length === 0
        ? []
        : [note("agents", `these agents were not started, and only their files were checked: ${others.join(", ")}`)];
    if (asked.length === 0) return found;
    progress(`${checks.harness.title}: starting`);
    session = await checks.open({ program, scene, model, settings: keptSettings(checks, home) });
    for (const [index, agent] of asked.entries()) {
      progress(`${checks.harness.title}: asking ${agent} (${index + 1} of ${asked.length})`);
      scene.reset();
      found.push(...(await askAgent(scene, context, session, agent, policies.get(agent)!)));
    }
    return found;
  } catch (error) {
    return [notAsked(checks, checks.harness.title, error)];
  } finally {
    await session?.stop();
    model.close();
  }
}

async function askAgent(
  scene: Scene,
  { checks, home }: ExaminedClient,
  session: Session,
  agent: string,
  policy: Policy,
): Promise<Finding[]> {
  const probes = chooseProbes(policy, diskSurroundings(scene.project, scene.project, scene.home), checks);
  const uses = [probes.forbidden, probes.allowed].flatMap((probe) => (probe === undefined ? [] : [probe.use]));
  try {
    const silent = checks.silent(join(home.directory, checks.harness.roots.user));
    return judgeAnswers(silent, agent, probes, await session.ask(agent, uses));
  } catch (error) {
    return [notAsked(checks, agent, error)];
  }
}

function notAsked({ harness }: ClientChecks, who: string, error: unknown): Finding {
  const fix = `check that ${harness.title} works on its own`;
  return failed("client", `${who} could not be tested: ${describeError(error).slice(0, 300)}`, fix);
}
