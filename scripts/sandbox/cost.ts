/**
 * Measures the cost of the sandbox: the wrapper against bare bubblewrap, in alternating rounds, for an agent that reads
 * and one that builds. Only the ordinary project has to reach the target: mounts grow with the exceptions of a project.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { put } from "../../src/doctor/scene.ts";
import { diskSurroundings } from "../../src/gate/surroundings.ts";
import { defaultSandbox } from "../../src/model/sandbox.ts";
import { prepareSandbox } from "../../src/sandbox/prepare.ts";
import { policyOf } from "../../test/sandbox/scene.ts";

const rounds = 60;
const target = 2.5;

const closed = { bash: { intent: "allow" }, external_directory: { intent: "deny" } } as const;
const policies = {
  reader: policyOf({ ...closed, edit: { intent: "deny" } }),
  builder: policyOf({ ...closed, edit: { intent: "allow", rules: ["**/*.lock:deny"] } }),
};

const ordinary = [
  ...[".git/config", ".git/HEAD", ".github/workflows/ci.yml", ".claude/settings.json", ".env", "AGENTS.md"],
  ...["package.json", "package-lock.json", "yarn.lock", "README.md"],
  ...Array.from({ length: 200 }, (_, i) => `src/part${i % 10}/file${i}.ts`),
];

function time(words: readonly string[], cwd: string): number {
  const [program = "", ...rest] = words;
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, rest, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.slice(0, 4).join(" ")}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** The quickest tenth: on a busy machine the rest measures what else is running. */
function quick(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 10)]!;
}

/** The words of bubblewrap in a description, which follow its lines. */
function wordsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  return text
    .slice(text.indexOf("\n\n") + 2)
    .split("\0")
    .slice(0, -1);
}

/** The sandbox as a multiple of bare bubblewrap. */
function measure(title: string, policy: (typeof policies)["reader"], project: string, state: string): number {
  const env = { ...process.env, XDG_STATE_HOME: state };
  const prepare = () =>
    prepareSandbox({
      policy,
      surroundings: diskSurroundings(project, project, homedir()),
      settings: { ...defaultSandbox, use: "on" },
      isApproved: false,
      command: "true",
      env,
    });
  const prepared = prepare();
  if ("problem" in prepared) throw new Error(prepared.problem);
  const contenders = {
    bare: ["bwrap", "--dev-bind", "/", "/", "true"],
    namespaces: ["bwrap", "--dev-bind", "/", "/", "--unshare-all", "--die-with-parent", "true"],
    mounts: ["bwrap", ...wordsOf(prepared.file), "true"],
    sandbox: [prepared.program, prepared.file, "--", "true"],
  };
  const times = {
    prepare: [] as number[],
    bare: [] as number[],
    namespaces: [] as number[],
    mounts: [] as number[],
    sandbox: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    for (const name of ["bare", "namespaces", "mounts", "sandbox"] as const)
      times[name].push(time(contenders[name], project));
    if (round % 10 > 0) continue;
    const start = process.hrtime.bigint();
    prepare();
    times.prepare.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  const shown = Object.entries(times).map(([name, all]) => `${name} ${quick(all).toFixed(1)} ms`);
  const ratio = quick(times.sandbox) / quick(times.bare);
  console.log(
    `${title}: ${prepared.sandbox.plan.size} mounts; ${shown.join(", ")}; sandbox ${ratio.toFixed(2)} × bare`,
  );
  return ratio;
}

/** True if the sandboxes of an ordinary project are within the target. */
export function measureCost(): boolean {
  const state = mkdtempSync(join(tmpdir(), "surcingle-cost-"));
  const project = realpathSync(mkdtempSync("/var/tmp/surcingle-cost-"));
  try {
    for (const path of ordinary) put(join(project, path), "x\n");
    const ratios = Object.entries(policies).map(([name, policy]) =>
      measure(`${name} in an ordinary project (at most ${target} ×)`, policy, project, state),
    );
    for (const [name, policy] of Object.entries(policies))
      measure(`${name} in this repository`, policy, process.cwd(), state);
    return ratios.every((ratio) => ratio <= target);
  } finally {
    for (const path of [state, project]) rmSync(path, { recursive: true, force: true });
  }
}
