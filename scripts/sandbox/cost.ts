/**
 * Measures the cost of the sandbox as an ordinary user: the wrapper against bare bubblewrap, in alternating rounds, for
 * an agent that reads and one that builds. Only the ordinary project has to reach the target: mounts grow with the
 * exceptions of a project.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { diskSurroundings } from "../../src/gate/surroundings.ts";
import type { Policy } from "../../src/model/permission.ts";
import { defaultSandbox } from "../../src/model/sandbox.ts";
import { prepareSandbox } from "../../src/sandbox/prepare.ts";
import { makeScene, ordinaryUser, policyOf, type Scene } from "../../test/sandbox/scene.ts";

const rounds = 100;
const target = 2.5;

const closed = { bash: { intent: "allow" }, external_directory: { intent: "deny" } } as const;
const builder = policyOf({ ...closed, edit: { intent: "allow", rules: ["**/*.lock:deny"] } });
/** Each runs `true` in the sandbox of the given command, because a command that may build has more mounts. */
const agents = {
  "a reader's `git status`": { policy: policyOf({ ...closed, edit: { intent: "deny" } }), command: "git status" },
  "a builder's `git status`": { policy: builder, command: "git status" },
  "a builder's `npm run build`": { policy: builder, command: "npm run build" },
};

const ordinary = [
  ...[".git/config", ".git/HEAD", ".github/workflows/ci.yml", ".claude/settings.json", ".env", "AGENTS.md"],
  ...["package.json", "package-lock.json", "yarn.lock", "README.md"],
  ...Array.from({ length: 200 }, (_, i) => `src/part${i % 10}/file${i}.ts`),
  ...["~/.gitconfig", "~/.npm/_cacache/x", "~/.cargo/bin/x", "~/.cargo/env", "~/.cargo/registry/x"],
  ...["~/.rustup/x", "~/.cache/pip/x", "~/.local/bin/x", "~/.nvm/x"],
];

/** `bash` is what a client starts without a sandbox; the sandbox starts it as well. */
const bare = {
  "bwrap true": ["bwrap", "--dev-bind", "/", "/", "true"],
  "bwrap bash": ["bwrap", "--ro-bind", "/", "/", "bash", "-c", "true"],
};

function time(words: readonly string[], cwd: string, scene: Scene): number {
  const [program = "", ...rest] = words;
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, rest, { cwd, env: scene.env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.slice(0, 4).join(" ")}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** The time at the fastest tenth: on a busy machine, slower runs measure other programs. */
function quick(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 10)]!;
}

/** The arguments of bubblewrap in a description, which follow its lines. */
function wordsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  return text
    .slice(text.indexOf("\n\n") + 2)
    .split("\0")
    .slice(0, -1);
}

interface Subject {
  readonly policy: Policy;
  readonly command: string;
  readonly project: string;
}

/** The sandbox as a multiple of bare bubblewrap that starts bash. */
function measure(title: string, { policy, command, project }: Subject, scene: Scene): number {
  const prepare = () =>
    prepareSandbox({
      policy,
      surroundings: diskSurroundings(project, project, scene.home),
      settings: { ...defaultSandbox, use: "on" },
      isApproved: false,
      command,
      env: scene.env,
    });
  const prepared = prepare();
  if ("problem" in prepared) throw new Error(prepared.problem);
  const contenders = {
    ...bare,
    "with the mounts": ["bwrap", ...wordsOf(prepared.file), "true"],
    sandbox: [prepared.program, prepared.file, "--", "true"],
  };
  const times = new Map(["compile", ...Object.keys(contenders)].map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, words] of Object.entries(contenders)) times.get(name)!.push(time(words, project, scene));
    if (round % 10 > 0) continue;
    const start = process.hrtime.bigint();
    prepare();
    times.get("compile")!.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  const quickest = (name: string): number => quick(times.get(name)!);
  const shown = [...times.keys()].map((name) => `${name} ${quickest(name).toFixed(1)} ms`);
  const [toTrue, toBash] = Object.keys(bare).map((name) => quickest("sandbox") / quickest(name)) as [number, number];
  console.log(
    `${title}: ${prepared.sandbox.plan.size} mounts; ${shown.join(", ")}; ${toBash.toFixed(2)} × bwrap bash, ${toTrue.toFixed(2)} × bwrap true`,
  );
  return toBash;
}

/** True if the sandboxes of an ordinary project are within the target. */
export function measureCost(): boolean {
  if (process.getuid?.() === 0) {
    // Root can read files that are hidden from users, so its sandboxes have more mounts.
    const words = [...process.execArgv, ...process.argv.slice(1)];
    return spawnSync(process.execPath, words, { ...ordinaryUser, stdio: "inherit" }).status === 0;
  }
  const scene = makeScene(Object.fromEntries(ordinary.map((path) => [path, "x\n"])), "surcingle-cost-");
  try {
    const ratios = Object.entries(agents).map(([name, agent]) =>
      measure(`${name} in an ordinary project (at most ${target} ×)`, { ...agent, project: scene.project }, scene),
    );
    for (const [name, agent] of Object.entries(agents))
      measure(`${name} in this repository`, { ...agent, project: process.cwd() }, scene);
    return ratios.every((ratio) => ratio <= target);
  } finally {
    scene.remove();
  }
}
