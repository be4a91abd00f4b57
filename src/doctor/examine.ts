/** Tests one client: first its files, then what it really does, in a temporary home with a scripted model. */

import { join, resolve } from "node:path";
import { describeError } from "../base/errno.ts";
import { readPolicy } from "../gate/read-policy.ts";
import { diskSurroundings } from "../gate/surroundings.ts";
import type { Policy } from "../model/permission.ts";
import type { Program } from "../process/run.ts";
import type { ClientChecks, Home, Session } from "./checks.ts";
import { type Finding, failed, note, withoutRepeats } from "./findings.ts";
import { checkGate } from "./gate-program.ts";
import { isThere } from "./home-files.ts";
import { checkVersion } from "./installed.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { checkOwnFiles, type OwnFile } from "./own-files.ts";
import { chooseProbes, projectFile } from "./probes.ts";
import { checkPreload, type Project } from "./project.ts";
import { checkSandbox } from "./sandbox.ts";
import { makeScene, type Scene } from "./scene.ts";
import { copyParts, keptSettings } from "./scratch-home.ts";
import { startScriptedModel } from "./scripted-model/scripted-model.ts";

export interface ExaminedClient {
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
  /** Receives what must be removed on an interruption. */
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
  const seen = await look(scene, context, agents);
  const { policies } = policiesOf(context, agents);
  const boxed = checks.hasBox ? await checkSandbox(scene, policies) : [];
  scene.reset();
  const lived = await live(scene, context, policies);
  return [version, ...seen, ...boxed, ...withoutRepeats(seen, lived)];
}

/** Checks without starting the client. */
async function look(scene: Scene, context: ExaminedClient, agents: readonly string[]): Promise<readonly Finding[]> {
  const { checks, home, project, own, environment } = context;
  const root = join(home.directory, checks.harness.roots.user);
  return [
    ...checkOwnFiles(own, home),
    ...checkVariables(checks, home, environment),
    ...checkPreload(checks.harness.title, environment, checks.startups ?? []),
    ...checks.look(home, agents),
    ...checks.lookAtProject(project, agents),
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

/** Tests every agent that has a policy. */
async function live(scene: Scene, context: ExaminedClient, policies: ReadonlyMap<string, Policy>): Promise<Finding[]> {
  const { checks, home, program, progress } = context;
  const model = await startScriptedModel();
  let session: Session | undefined;
  try {
    copyParts(checks, home, scene.home);
    const asked = checks.asked(join(home.directory, checks.harness.roots.user), [...policies.keys()]);
    const others = [...policies.keys()].filter((agent) => !asked.includes(agent));
    const found =
      others.length === 0 ? [] : [note("agents", `not started, only their files were checked: ${others.join(", ")}`)];
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
