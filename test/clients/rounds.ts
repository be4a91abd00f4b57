/** Runs the rounds that the harnesses name: one round is one client in one kind of home. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Conformance, Round } from "../../src/doctor/conformance/client-tests.ts";
import type { ConformanceFinding } from "../../src/doctor/conformance/conformance-findings.ts";
import type { SceneOptions, Tree } from "../../src/doctor/scene.ts";
import { harnesses } from "../../src/harness/all.ts";
import { conformances } from "../../src/harness/conformances.ts";
import type { Program } from "../../src/process/run.ts";
import { askBroken, breakableOf, linkGate } from "./closed.ts";
import { askHostile, withoutTimeout } from "./hostile.ts";
import { askedClient, onStage } from "./stage.ts";
import { type Sample, type Share, table } from "./table.ts";
import { buildTrees, readDefinitions, repository, tableRoot } from "./trees.ts";

export interface Work {
  readonly program: Program;
  /** A directory for build output. */
  readonly into: string;
  /** Directories that come first on PATH. */
  readonly path: readonly string[];
  /** Undefined for the whole table. */
  readonly sample?: Sample | undefined;
  /** A Node newer than the oldest supported one. */
  readonly runtime: Program;
}

/** Its name on the page. */
export function sceneOf({ agents, isRaw, isTogether }: Round): string {
  if (agents === "broken") return "its own files, one of them broken";
  if (agents === "hostile") return "its own files, in a project with hostile settings";
  if (isTogether) return "files of all clients in one home";
  return isRaw ? "its own files, linked, as written by `build`" : "its own files, linked";
}

const kinds: readonly (readonly Round["agents"][])[] = [["broken"], ["hostile"], ["table", "own"]];

/** The fastest to fail come first. */
export const rounds: readonly Round[] = kinds.flatMap((kind) =>
  conformances.flatMap((each) => each.rounds.filter(({ agents }) => kind.includes(agents))),
);

export function runRound(round: Round, work: Work): Promise<readonly ConformanceFinding[]> {
  const owner = conformances.find((each) => each.rounds.includes(round));
  if (!owner) throw new Error(`no client has this round of \`${round.client}\``);
  switch (round.agents) {
    case "broken":
      return askBrokenRound(round, owner, work);
    case "hostile": {
      const { positions } = breakableOf(round.client);
      return askHostile({ client: round.client, program: work.program, runtime: work.runtime, positions });
    }
    case "own":
      return askTable(round, owner, work, repository, { of: 12, isForAnyAgent: true }, round.primary);
    case "table":
      return askEach(round, owner, work);
  }
}

/** If a client has one main agent, every agent of the table has its turn. */
async function askEach(round: Round, owner: Conformance, work: Work): Promise<readonly ConformanceFinding[]> {
  const share = { of: round.of ?? 1, sample: work.sample };
  if (round.primary !== "each") return askTable(round, owner, work, tableRoot, share, round.primary);
  const found: ConformanceFinding[] = [];
  for (const primary of new Set(table.map(({ agent }) => agent)))
    found.push(...(await askTable(round, owner, work, tableRoot, share, primary)));
  return found;
}

async function askTable(
  { client, isRaw, isTogether, change = (tree) => tree }: Round,
  { harness, ask }: Conformance,
  { program, into, path }: Work,
  root: string,
  share: Share,
  primary: string | undefined,
): Promise<readonly ConformanceFinding[]> {
  const definitions = await readDefinitions(root, primary);
  const ids = isTogether ? harnesses.map(({ id }) => id) : [harness];
  const trees = (home: string): readonly Tree[] => {
    const built = buildTrees({ root, into, home, primary, isRaw });
    return ids.flatMap(built).map(change);
  };
  const options: SceneOptions = { trees, placing: isTogether ? "copy" : "link", path };
  return onStage(options, (stage) => ask[client]!(askedClient(stage, program, definitions, share)));
}

async function askBrokenRound(
  { client, change = (tree) => tree, by, only, isRaw, primary = "asks" }: Round,
  { harness }: Conformance,
  { program, into }: Work,
): Promise<readonly ConformanceFinding[]> {
  const bin = mkdtempSync(join(into, "bin-"));
  linkGate(join(bin, "surcingle-gate"));
  const hasMain = primary !== "none";
  const root = hasMain ? tableRoot : withoutPrimary(into);
  const trees = (home: string): readonly Tree[] =>
    buildTrees({ root, into, home, primary: hasMain ? primary : undefined, isRaw })(harness).map(change);
  const found = await askBroken(client, program, { options: { trees }, bin, by, only, isRaw });
  if (breakableOf(client).parts("").gate === undefined) return found;
  const PATH = `${bin}:${withoutTimeout(join(bin, "programs"))}`;
  const options = { trees, environment: { PATH } };
  const attack = { options, bin, by: "no `timeout` on PATH", only: ["gate"], isRaw } as const;
  return [...found, ...(await askBroken(client, program, attack))];
}

/** The same agents, but none of them is Pi's main agent: its session has no policy. */
function withoutPrimary(into: string): string {
  const root = mkdtempSync(join(into, "root-"));
  cpSync(tableRoot, root, { recursive: true });
  for (const [path, from, to] of [
    ["agents/starts/agent.toml", 'mode = "primary"', 'mode = "all"'],
    ["surcingle.toml", /^\[pi\]\nprimary = .*\n/m, ""],
  ] as const) {
    const text = readFileSync(join(root, path), "utf8");
    if (text.replace(from, to) === text) throw new Error(`${path} does not choose a main agent as it did`);
    writeFileSync(join(root, path), text.replace(from, to));
  }
  return root;
}
