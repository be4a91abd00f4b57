/**
 * Measures the cost of the sandbox: the wrapper against bare bubblewrap, in alternating rounds, for an agent that reads
 * and one that builds.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { diskSurroundings } from "../../src/gate/surroundings.ts";
import { defaultSandbox } from "../../src/model/sandbox.ts";
import { prepareBox } from "../../src/sandbox/prepare.ts";
import { policyOf } from "../../test/sandbox/scene.ts";

const rounds = 60;
const target = 2.5;

const closed = { bash: { intent: "allow" }, external_directory: { intent: "deny" } } as const;
const policies = {
  "an agent that edits nothing": policyOf({ ...closed, edit: { intent: "deny" } }),
  "an agent that edits the project": policyOf({ ...closed, edit: { intent: "allow", rules: ["**/*.lock:deny"] } }),
};

function time(words: readonly string[]): number {
  const [program = "", ...rest] = words;
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, rest, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.slice(0, 4).join(" ")}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** For this repository, as it is on the disk. True if every sandbox is within the target. */
export function measureCost(): boolean {
  const project = process.cwd();
  const state = mkdtempSync(join(tmpdir(), "surcingle-cost-"));
  const env = { ...process.env, XDG_STATE_HOME: state };
  let isRight = true;
  try {
    for (const [title, policy] of Object.entries(policies)) {
      const prepared = prepareBox({
        policy,
        surroundings: diskSurroundings(project, project, homedir()),
        settings: { ...defaultSandbox, use: "on" },
        isApproved: false,
        command: "true",
        env,
      });
      if ("problem" in prepared) throw new Error(prepared.problem);
      const contenders = {
        bare: ["bwrap", "--dev-bind", "/", "/", "true"],
        namespaces: ["bwrap", "--dev-bind", "/", "/", "--unshare-all", "--die-with-parent", "true"],
        box: [prepared.program, prepared.file, "--", "true"],
      };
      const times = { bare: [] as number[], namespaces: [] as number[], box: [] as number[] };
      for (let round = 0; round < rounds; round++)
        for (const name of ["bare", "namespaces", "box"] as const) times[name].push(time(contenders[name]));
      const [bare, namespaces, box] = [median(times.bare), median(times.namespaces), median(times.box)];
      const ratio = box / bare;
      if (ratio > target) isRight = false;
      const shown = [`bwrap true ${bare.toFixed(1)} ms`, `with namespaces ${namespaces.toFixed(1)} ms`];
      console.log(
        `${title}: ${prepared.box.plan.size} mounts, ${shown.join(", ")}, the box ${box.toFixed(1)} ms: ${ratio.toFixed(2)} × (target ${target})`,
      );
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
  return isRight;
}
