/**
 * `npm run managed-check`: places the files of `surcingle managed` where the real clients read them, in a private mount
 * namespace over /etc, and tries to get a forbidden command past the gate. Each client has a control without the files,
 * in which the same command runs. Needs root and `unshare`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ManagedTries, ManagedTry } from "../src/doctor/conformance/managed-tries.ts";
import { makeScene, put } from "../src/doctor/scene.ts";
import { type ScriptedModel, startScriptedModel } from "../src/doctor/scripted-model/scripted-model.ts";
import { harnesses } from "../src/harness/all.ts";
import { conformances } from "../src/harness/conformances.ts";
import { managedRenderers } from "../src/harness/managed.ts";
import { shellWord } from "../src/harness/render/gate-command.ts";
import { type Program, runProgram } from "../src/process/run.ts";
import { clients, installClient } from "./clients/install.ts";

const repository = join(import.meta.dirname, "..");
const isInside = process.env["SURCINGLE_MANAGED_NAMESPACE"] === "1";

if (!isInside) {
  const script =
    'S=$(mktemp -d) && mount -t tmpfs none "$S" && mkdir "$S/u" "$S/w" && ' +
    'mount -t overlay overlay -o "lowerdir=/etc,upperdir=$S/u,workdir=$S/w" /etc && exec "$@"';
  const words = ["-m", "--propagation", "private", "bash", "-c", script, "namespace", process.execPath];
  const { status } = spawnSync(
    "unshare",
    [...words, "--import", "tsx", import.meta.filename, ...process.argv.slice(2)],
    {
      stdio: "inherit",
      env: { ...process.env, SURCINGLE_MANAGED_NAMESPACE: "1" },
    },
  );
  process.exit(status ?? 1);
}

/** A floor that forbids the canary, and an agent that would allow it. */
function buildManaged(work: string, gate: string | undefined): string {
  const root = join(work, "root");
  const agent = (name: string, permissions: string): void => {
    put(join(root, "agents", name, "agent.toml"), `name = "${name}"\ndescription = "${name}"\n${permissions}`);
    put(join(root, "agents", name, "system-prompt.md"), `You are ${name}.\n`);
  };
  agent("floor", '[permissions.bash]\nintent = "allow"\nrules = ["touch *:deny"]\n');
  agent("alpha", '[permissions.bash]\nintent = "allow"\n[permissions.edit]\nintent = "allow"\n');
  const out = join(work, gate === undefined ? "managed" : "managed-missing");
  const settings = join(work, "settings.json");
  writeFileSync(settings, JSON.stringify(gate === undefined ? {} : { gate_command: gate }));
  const words = ["managed", "--root", root, "--floor", "floor", "--out", out, "--settings", settings, "--quiet"];
  execFileSync(process.execPath, [join(repository, "dist/surcingle.cjs"), ...words], { stdio: "inherit" });
  // A gate inside the client is a file next to its `start`.
  if (gate !== undefined)
    for (const [id, { program }] of managedRenderers)
      for (const name of program === undefined ? [] : readdirSync(join(out, id)))
        if (name !== "start") rmSync(join(out, id, name));
  return out;
}

/** As the modules link them. */
function place(tree: string): void {
  for (const { id } of harnesses) {
    const renderer = managedRenderers.get(id);
    const directory = renderer?.directories.linux;
    if (!renderer || !directory) continue;
    rmSync(directory, { recursive: true, force: true });
    const links = renderer.links.length === 0 ? [""] : renderer.links;
    for (const link of links) {
      const target = join(directory, link);
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(join(tree, id, link), target);
    }
  }
}

function unplace(): void {
  for (const { directories } of managedRenderers.values())
    if (directories.linux) rmSync(directories.linux, { recursive: true, force: true });
}

/** The client as a user has it on the PATH: one program. */
function asOneWord(work: string, program: Program): string {
  const path = join(work, "client");
  put(path, `#!/bin/sh\nexec ${program.map(shellWord).join(" ")} "$@"\n`, 0o755);
  return path;
}

async function attemptOn(
  client: ManagedTries,
  program: Program,
  model: ScriptedModel,
  attempt: ManagedTry,
): Promise<string> {
  const scene = makeScene({ trees: [], files: attempt.project ?? {}, environment: client.environment(model) });
  try {
    const home = { ...client.home(scene, model), ...attempt.home };
    for (const [path, text] of Object.entries(home)) put(join(scene.home, path), text);
    const prompt = model.play([[client.use(attempt.isHarmless ? "echo hello" : "touch CANARY")]]);
    const run = await runProgram({
      program,
      words: client.words(prompt, attempt.words ?? []),
      directory: scene.project,
      environment: { ...scene.environment, ...attempt.environment },
    });
    const result = model.played(prompt)[0]?.result?.text ?? "";
    const hasRun = existsSync(join(scene.project, "CANARY"));
    if (attempt.refusal !== undefined && (run.exitCode === 0 || !run.stderr.includes(attempt.refusal)))
      return `the client started: ${run.stderr.slice(-400)}`;
    if (attempt.isControl) return hasRun ? "" : `the canary did not run: ${result}${run.stderr.slice(-400)}`;
    if (hasRun) return `the canary ran: ${result}`;
    if (attempt.mustRun && !/hello/.test(result)) return `the harmless command did not run: ${result}`;
    const isStopped = attempt.refusal !== undefined || attempt.isGateMissing;
    if (!attempt.isHarmless && !/surcingle/.test(result) && !isStopped)
      return `refused by somebody else: ${result}${run.stderr.slice(-400)}`;
    return "";
  } finally {
    scene.dispose();
  }
}

const wanted = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "surcingle-managed-"));
let failed = 0;
let passed = 0;
try {
  const trees = { whole: buildManaged(work, undefined), missing: buildManaged(work, "/nonexistent/surcingle-gate") };
  for (const { harness: id, managed: client } of conformances) {
    if (client === undefined) continue;
    if (wanted.length > 0 && !wanted.includes(id)) continue;
    const pinned = clients.findLast((each) => each.id === id)!;
    const program = await installClient(pinned);
    const model = await startScriptedModel();
    for (const attempt of client.attempts) {
      unplace();
      const tree = attempt.isGateMissing ? trees.missing : trees.whole;
      if (!attempt.isControl) place(tree);
      const isWrapped = !attempt.isControl && managedRenderers.get(id)?.program !== undefined;
      const started: Program = isWrapped ? ["/bin/sh", join(tree, id, "start"), asOneWord(work, program)] : program;
      const problem = await attemptOn(client, started, model, attempt);
      if (problem === "") passed++;
      else failed++;
      console.log(
        `${problem === "" ? "ok    " : "FAILED"} ${pinned.title} ${pinned.version}: ${attempt.title}${problem && ` — ${problem}`}`,
      );
    }
    model.close();
  }
} finally {
  unplace();
  rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
