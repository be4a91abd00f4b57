/**
 * Measures what our gate adds to one tool call in real clients: the same calls of a governed agent and of one without a
 * gate.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ClientPackage } from "../../src/doctor/conformance/client-tests.ts";
import type { ClientDecision } from "../../src/doctor/decision.ts";
import { makeScene, put, type Scene } from "../../src/doctor/scene.ts";
import type { ToolUse } from "../../src/doctor/scripted-model/conversation.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/doctor/scripted-model/scripted-model.ts";
import { claudeCode } from "../../src/harness/claude-code/client/run.client.ts";
import { claudeCode as claude } from "../../src/harness/claude-code/index.ts";
import { startOpencode } from "../../src/harness/opencode/client/run.client.ts";
import { opencode } from "../../src/harness/opencode/index.ts";
import type { Program } from "../../src/process/run.ts";
import { clientOf, installClient } from "../clients/install.ts";
import { median } from "./measure.ts";
import type { Measure, Section } from "./page.ts";

const repository = join(import.meta.dirname, "../..");
const agent = "bench";
const [few, many] = [1, 31];
const rounds = 5;

/** Starts a client; the returned function lets the agent make some calls, all allowed, in one turn of the model. */
type Open = (
  program: Program,
  scene: Scene,
  model: ScriptedModel,
) => Promise<{ readonly run: (calls: number) => Promise<void>; readonly close: () => Promise<void> }>;

const subjects: readonly { readonly client: ClientPackage; readonly root: string; readonly open: Open }[] = [
  { client: clientOf(opencode.id), root: opencode.roots.user, open: openOpencode },
  { client: clientOf(claude.id, claude.versions?.tested), root: claude.roots.user, open: openClaudeCode },
];

export async function measureClients(work: string): Promise<Section> {
  const measures: Measure[] = [];
  for (const { client, root, open } of subjects) {
    const program = await installClient(client);
    const sessions = [false, true].map((isGoverned) =>
      openSession(work, isGoverned, { from: client.id, to: root }, (scene, model) => open(program, scene, model)),
    );
    // Both are ready, and take turns.
    const [free, gated] = await Promise.all(sessions);
    const times: [number[], number[]] = [[], []];
    try {
      for (let round = 0; round < rounds; round++) {
        times[0].push(await perCall(free!.run));
        times[1].push(await perCall(gated!.run));
      }
    } finally {
      for (const session of [free!, gated!]) await session.close();
    }
    const [without, withGate] = times.map((list) => median(list));
    measures.push({
      what: `one call in ${client.title} ${client.version}`,
      value: `${(withGate! - without!).toFixed(0)} ms added`,
      note: `${withGate!.toFixed(0)} ms with the gate, ${without!.toFixed(0)} ms without`,
    });
  }
  const text = `The time of ${many - few} more calls of an allowed command in one turn of a scripted model, divided by their number; the shell is a
stand-in. Claude Code starts the gate as a program for each call; inside OpenCode it is a plugin. Medians of ${rounds} rounds.`;
  return { title: "Inside clients", text, measures };
}

async function openSession(
  work: string,
  isGoverned: boolean,
  { from, to }: { readonly from: string; readonly to: string },
  open: (scene: Scene, model: ScriptedModel) => ReturnType<Open>,
): ReturnType<Open> {
  const tree = { from: join(buildAgent(work, isGoverned), from), to };
  const scene = makeScene({ trees: [tree], path: [gateDirectory(work)] });
  // Without a gate, Claude Code itself asks, and there is no user to answer.
  put(join(scene.home, ".claude/settings.json"), '{ "permissions": { "allow": ["Bash"] } }\n');
  const model = await startScriptedModel();
  const { run, close } = await open(scene, model);
  await run(few);
  return {
    run,
    close: async () => {
      await close();
      model.close();
      scene.dispose();
    },
  };
}

/** Milliseconds per call: the difference between many calls and few, so that the cost of starting cancels out. */
async function perCall(run: (calls: number) => Promise<void>): Promise<number> {
  const time = async (calls: number): Promise<number> => {
    const start = performance.now();
    await run(calls);
    return performance.now() - start;
  };
  const base = await time(few);
  return ((await time(many)) - base) / (many - few);
}

/** Without permissions an agent is ungoverned: the client's own rules apply and no gate is written. */
function buildAgent(work: string, isGoverned: boolean): string {
  const name = isGoverned ? "with-gate" : "without-gate";
  const home = join(work, name, "agents", agent);
  mkdirSync(home, { recursive: true });
  const permissions = ["bash", "edit"].map((tool) => `[permissions.${tool}]\nintent = "allow"\n`).join("");
  const toml = `name = "${agent}"\ndescription = "Makes calls"\n${isGoverned ? permissions : ""}`;
  writeFileSync(join(home, "agent.toml"), toml);
  writeFileSync(join(home, "system-prompt.md"), "Make the calls.\n");
  const out = join(work, `${name}-out`);
  const words = ["dist/surcingle.cjs", "build", "--quiet", "--root", join(work, name), "--out", out];
  execFileSync(process.execPath, words, { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });
  return out;
}

function gateDirectory(work: string): string {
  const link = join(work, "bin/surcingle-gate");
  mkdirSync(dirname(link), { recursive: true });
  try {
    symlinkSync(join(repository, "dist/surcingle-gate.cjs"), link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return dirname(link);
}

/** Commands that change something: Claude Code runs such calls one after the other. */
function usesOf(tool: string, count: number): ToolUse[] {
  return Array.from({ length: count }, (_, i) => ({
    tool,
    input: { command: `touch file-${i}`, description: "touch" },
  }));
}

function check(decisions: readonly ClientDecision[]): void {
  const other = decisions.find(({ verdict }) => verdict !== "allow");
  if (other) throw new Error(`a call was not allowed but ${other.verdict}: ${other.message}`);
}

async function openOpencode(...[program, scene, model]: Parameters<Open>) {
  const server = await startOpencode(program, scene, model);
  const run = async (calls: number) => check(await server.decide(agent, "main", usesOf("bash", calls)));
  return { run, close: server.stop };
}

async function openClaudeCode(...[program, scene, model]: Parameters<Open>) {
  const client = claudeCode(program, scene, model);
  const run = async (calls: number) => check((await client.ask(agent, "main", usesOf("Bash", calls))).decisions);
  return { run, close: async () => undefined };
}
