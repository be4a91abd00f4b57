/** What is asked of whom: one round is one client in one kind of home. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SceneOptions, Tree } from "../../src/doctor/scene.ts";
import { harnesses } from "../../src/harness/all.ts";
import type { Program } from "../../src/process/run.ts";
import { type Ask, askClaudeCode, askCodex, askCopilot, askOpencode, askPi, askPiSubagents } from "./ask.ts";
import { type Attack, askBroken, linkGate, startsGate, stationsOf } from "./closed.ts";
import type { Finding } from "./finding.ts";
import { askHostile, withoutTimeout } from "./hostile.ts";
import { type Sample, type Share, table } from "./table.ts";
import { buildTrees, readDefinitions, repository, type Trees, tableRoot } from "./trees.ts";

export interface Round {
  readonly client: string;
  /** Undefined: the first one that is known. */
  readonly version?: string;
  /** `raw`: broken, in a tree that `build` writes to be read or merged. */
  readonly agents: "table" | "own" | "broken" | "raw" | "hostile";
  readonly scene: string;
  readonly ask: (work: Work) => Promise<readonly Finding[]>;
}

export interface Work {
  readonly program: Program;
  /** A directory for what is built. */
  readonly into: string;
  /** Directories that come first on PATH. */
  readonly path: readonly string[];
  /** Undefined: the whole table. */
  readonly sample?: Sample | undefined;
  /** A Node that is newer than the oldest we support. */
  readonly runtime: Program;
}

/** How the trees of a build are laid into a home. */
interface Layout {
  readonly title: string;
  readonly isRaw?: true;
  readonly options: (trees: (home: string) => Trees, path: readonly string[]) => SceneOptions;
}

function links(id: string, change: (tree: Tree) => Tree = (tree) => tree): Layout {
  return {
    title: "its own files, as links",
    options: (trees, path) => ({ trees: (home) => trees(home)(id).map(change), placing: "link", path }),
  };
}

/** For the one harness whose files are not the same when they are put into use. */
function rawLinks(id: string): Layout {
  return { ...links(id), title: "its own files, as links, as `build` writes them", isRaw: true };
}

function together(change: (tree: Tree) => Tree = (tree) => tree): Layout {
  return {
    title: "the files of all harnesses in one home",
    options: (trees, path) => ({
      trees: (home) => harnesses.flatMap(({ id }) => trees(home)(id)).map(change),
      placing: "copy",
      path,
    }),
  };
}

/** The main agent's own gate would come first, and the question is what holds inside the others. */
function called(tree: Tree): Tree {
  return { ...tree, without: [...(tree.without ?? []), "extensions/surcingle/index.ts"] };
}

interface Plan {
  readonly client: string;
  readonly version?: string;
  readonly layout: Layout;
  readonly ask: Ask;
  readonly of?: number;
}

/** Every line of the table, to the agent it is written for. */
function tableRound({ client, version, layout, ask, of = 1 }: Plan, primary?: string): Round {
  return round({ client, version, layout, ask }, "table", tableRoot, { of }, primary);
}

/** A few lines of the table, to agents that people use; and whether they are what their definitions say. */
function ownRound(plan: Plan): Round {
  return round(plan, "own", repository, { of: 12, isForAnyAgent: true });
}

function round(
  { client, version, layout, ask }: Omit<Plan, "version"> & { readonly version?: string | undefined },
  agents: Round["agents"],
  root: string,
  share: Share,
  primary?: string,
): Round {
  return {
    client,
    ...(version === undefined ? {} : { version }),
    agents,
    scene: layout.title,
    ask: async ({ program, into, path, sample }) => {
      const definitions = await readDefinitions(root, primary);
      const trees = (home: string): Trees => buildTrees({ root, into, home, primary, isRaw: layout.isRaw });
      return ask({ program, definitions, options: layout.options(trees, path), share: { ...share, sample } });
    },
  };
}

/** Pi has one main agent, so every agent of the table has its turn. */
function piRound(plan: Plan): Round {
  const names = [...new Set(table.map(({ agent }) => agent))];
  const [first, ...others] = names.map((name) => tableRound(plan, name));
  return {
    ...first!,
    ask: async (work) => {
      const found: Finding[] = [];
      for (const each of [first!, ...others]) found.push(...(await each.ask(work)));
      return found;
    },
  };
}

interface Siege extends Pick<Attack, "by" | "only"> {
  readonly version?: string;
  readonly root?: (into: string) => string;
  readonly change?: (tree: Tree) => Tree;
  /** The main agent of Pi. */
  readonly primary?: string | undefined;
  readonly isRaw?: true;
}

/** One part after the other is broken. */
function brokenRound(client: string, id: string, siege: Siege = {}): Round {
  const { root = () => tableRoot, change = (tree) => tree, by, only, isRaw } = siege;
  const primary = "primary" in siege ? siege.primary : "asks";
  return {
    client,
    ...(siege.version === undefined ? {} : { version: siege.version }),
    agents: isRaw ? "raw" : "broken",
    scene: "its own files, one of them broken",
    ask: async ({ program, into }) => {
      const bin = mkdtempSync(join(into, "bin-"));
      linkGate(join(bin, "surcingle-gate"));
      const definitions = root(into);
      const trees = (home: string): readonly Tree[] =>
        buildTrees({ root: definitions, into, home, primary, isRaw })(id).map(change);
      const found = await askBroken(client, program, { options: { trees }, bin, by, only, isRaw });
      if (!startsGate(client)) return found;
      const PATH = `${bin}:${withoutTimeout(join(bin, "programs"))}`;
      const options = { trees, environment: { PATH } };
      const attack = { options, bin, by: "no `timeout` on PATH", only: ["gate"], isRaw } as const;
      return [...found, ...(await askBroken(client, program, attack))];
    },
  };
}

/** The project brings settings that would answer for the gate. */
function hostileRound(client: string, version?: string): Round {
  return {
    client,
    ...(version === undefined ? {} : { version }),
    agents: "hostile",
    scene: "its own files, in a project with hostile settings",
    ask: async ({ program, runtime }) => askHostile({ client, program, runtime, stations: stationsOf(client) }),
  };
}

/** The same agents, and none of them is the main one of Pi: its session has no policy. */
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

/** Asked once more, a client gets half of the table as main agent and the other half as subagent. */
const half = 2;
/** The first version that shows a hook the address as it was written. */
const older = "2.1.257";
const newer = "2.1.325";
const claude = { client: "claude-code", ask: askClaudeCode, layout: links("claude-code") };
const opencode = { client: "opencode", ask: askOpencode, layout: links("opencode") };
const pi = { client: "pi", ask: askPi, layout: links("pi") };
const subagents = { client: "pi-subagents", ask: askPiSubagents, layout: links("pi", called) };
const codex = { client: "codex", ask: askCodex, layout: links("codex") };
const copilot = { client: "copilot", ask: askCopilot, layout: links("copilot") };

export const rounds: readonly Round[] = [
  brokenRound("opencode", "opencode"),
  brokenRound("opencode", "opencode", { isRaw: true }),
  brokenRound("claude-code", "claude-code", { version: older }),
  brokenRound("claude-code", "claude-code", { version: newer }),
  brokenRound("pi", "pi"),
  brokenRound("pi-subagents", "pi", { primary: "starts", by: "called by a governed agent" }),
  brokenRound("pi-subagents", "pi", {
    root: withoutPrimary,
    primary: undefined,
    by: "called by a session without a policy",
  }),
  // What the main session would refuse comes through here, and the subagent's own gate must.
  brokenRound("pi-subagents", "pi", { change: called, primary: "starts", by: "its own gate alone", only: ["policy"] }),
  brokenRound("codex", "codex"),
  brokenRound("copilot", "copilot"),
  hostileRound("opencode"),
  hostileRound("claude-code", older),
  hostileRound("claude-code", newer),
  hostileRound("pi"),
  hostileRound("codex"),
  hostileRound("copilot"),
  tableRound(opencode),
  tableRound({ ...opencode, layout: rawLinks("opencode") }),
  tableRound({ ...opencode, layout: together(), of: half }),
  ownRound(opencode),
  tableRound({ ...claude, version: older }),
  tableRound({ ...claude, version: newer }),
  tableRound({ ...claude, version: newer, layout: together(), of: half }),
  ownRound({ ...claude, version: newer }),
  piRound(pi),
  piRound({ ...pi, layout: together(), of: half }),
  ownRound(pi),
  tableRound(subagents, "starts"),
  tableRound({ ...subagents, layout: together(called), of: half }, "starts"),
  ownRound(subagents),
  tableRound(codex),
  tableRound({ ...codex, layout: together(), of: half }),
  ownRound(codex),
  tableRound(copilot),
  tableRound({ ...copilot, layout: together(), of: half }),
  ownRound(copilot),
];
