/** Measures the time and size of the Nix packages, in a separate store and without nixpkgs: `npm run bench -- nix`. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Measure, Section } from "./page.ts";

const title = "Built with Nix";
const standIn = ["--override-input", "nixpkgs", "path:./nix/testing"];
const settings = [
  "experimental-features = nix-command flakes",
  "build-users-group =",
  "sandbox = false",
  "substituters =",
  "flake-registry =",
  "allow-import-from-derivation = false",
].join("\n");

/** Seconds. Other programs on the machine prolong the elapsed time. */
interface Cost {
  readonly elapsed: number;
  readonly processor: number;
}

interface Store {
  readonly environment: NodeJS.ProcessEnv;
  readonly repository: string;
}

/** The section for docs/benchmarks.md. */
export function measureNix(repository: string, rounds: number): Section {
  const work = mkdtempSync(join(tmpdir(), "surcingle-nix-"));
  const home = join(work, "home");
  mkdirSync(home);
  const environment = {
    ...process.env,
    HOME: home,
    XDG_CACHE_HOME: join(home, ".cache"),
    NIX_CONFIG: settings,
    NIX_STORE_DIR: join(work, "store"),
    NIX_STATE_DIR: join(work, "var"),
    NIX_LOG_DIR: join(work, "log"),
  };
  const store = { environment, repository };
  try {
    execFileSync("git", ["config", "--global", "--add", "safe.directory", repository], { env: environment });
    console.error("an empty store: downloads node_modules");
    const first = timed(() => build(store, "agents"));
    return { title, text: introduction(rounds), measures: measuresOf(store, first, rounds) };
  } finally {
    makeWritable(work);
    rmSync(work, { recursive: true, force: true });
  }
}

function introduction(rounds: number): string {
  return [
    `\`npm run bench -- nix\`: each run has a Nix store of its own, which is removed afterwards, and`,
    "`nix/testing` in place of nixpkgs: Node and the shell are the machine's, so they are neither built nor part of a closure.",
    "*Cold*: `node_modules` is in the store, the outputs are not, and Nix's evaluation cache is off. *Warm*: nothing has changed",
    `and the cache is on. The fastest of ${rounds} rounds: elapsed time, and in the last column processor time.`,
  ].join("\n");
}

function measuresOf(store: Store, first: Cost, rounds: number): readonly Measure[] {
  const [program, agents] = [build(store, "surcingle"), build(store, "agents")];
  const repeat = (name: string, run: () => unknown, prepare: () => unknown = () => {}): Cost => {
    const costs: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      console.error(`${name}: round ${round + 1} of ${rounds}`);
      prepare();
      costs.push(timed(run));
    }
    // Other programs on the machine only prolong a run.
    return costs.reduce((best, cost) => (cost.elapsed < best.elapsed ? cost : best));
  };
  const removeAll = (): unknown => nix(store, ["store", "delete", agents, program]);
  const cold =
    (name: string): (() => unknown) =>
    () =>
      build(store, name, ["--option", "eval-cache", "false"]);
  const time = (what: string, { elapsed, processor }: Cost, note: string): Measure => ({
    what,
    value: `${elapsed.toFixed(1)} s`,
    note: `${note}; processor ${processor.toFixed(1)} s`,
  });
  return [
    time("`nix build .#agents`, empty store", first, "once; downloads `node_modules`, then as cold"),
    time(
      "`nix build .#surcingle`, cold",
      repeat("surcingle, cold", cold("surcingle"), removeAll),
      "bundles the programs",
    ),
    time(
      "`nix build .#agents`, cold",
      repeat("agents, cold", cold("agents"), removeAll),
      "the same, then renders the definitions",
    ),
    time(
      "`nix build .#agents`, the program is in the store",
      repeat("agents, changed", cold("agents"), () => nix(store, ["store", "delete", agents])),
      "what a change of your own definitions costs",
    ),
    time(
      "`nix build .#agents`, warm",
      repeat("agents, warm", () => build(store, "agents")),
      "nothing to do",
    ),
    sizeOf(store, "closure of `surcingle`", program),
    sizeOf(store, "closure of `agents`", agents),
  ];
}

function sizeOf(store: Store, what: string, path: string): Measure {
  const [info] = JSON.parse(nix(store, ["path-info", "--json", "--closure-size", path])) as readonly {
    readonly narSize: number;
    readonly closureSize: number;
    readonly references: readonly string[];
  }[];
  if (info === undefined) throw new Error(`Nix has no information about ${path}`);
  const others = info.references.filter((reference) => reference !== path);
  const own = `${megabytes(info.narSize)} in ${countFiles(path)} files`;
  return { what, value: megabytes(info.closureSize), note: `${own}; references to other paths: ${others.length}` };
}

/** Builds one package of the flake; its store path. */
function build(store: Store, name: string, options: readonly string[] = []): string {
  const printed = nix(store, ["build", `.#${name}`, "--json", "--no-link", ...standIn, ...options]);
  const [built] = JSON.parse(printed) as readonly { readonly outputs: { readonly out: string } }[];
  if (built === undefined) throw new Error(`nothing was built for ${name}`);
  return built.outputs.out;
}

function nix({ environment, repository }: Store, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync("nix", words, {
    cwd: repository,
    env: environment,
    encoding: "utf8",
    timeout: 600_000,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`nix ${words.join(" ")} ended with ${status}\n${stderr.slice(-2_000)}`);
  return stdout;
}

/** Elapsed time, and the processor time of the programs that ran. */
function timed(run: () => unknown): Cost {
  const before = childrenSeconds();
  const start = process.hrtime.bigint();
  run();
  return { elapsed: Number(process.hrtime.bigint() - start) / 1e9, processor: childrenSeconds() - before };
}

/** Processor time of all finished child processes and their children: cutime and cstime of proc(5). */
function childrenSeconds(): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function countFiles(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

/** A store is read-only, so an ordinary user cannot remove it with `rm`. */
function makeWritable(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(directory, entry.name);
    chmodSync(path, statSync(path).mode | 0o700);
    makeWritable(path);
  }
}
