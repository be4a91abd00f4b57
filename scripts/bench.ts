/** `npm run bench`: measures the programs as ratios to bare programs in the same run; `--help` lists the options. */

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { harnesses } from "../src/harness/all.ts";
import { claudeCode } from "../src/harness/claude-code/index.ts";
import { measureAnswers } from "./bench/answers.ts";
import { agentName, writeCorpus } from "./bench/corpus.ts";
import { lines, measureGate } from "./bench/gate.ts";
import { measureInTurns, medianOf, peakMemory, type Subject, type Times } from "./bench/measure.ts";
import { measureNix } from "./bench/nix.ts";
import { packTree } from "./bench/pack-tree.ts";
import { type Measure, printSection, replaceSection, type Section, stamp } from "./bench/page.ts";
import { measurePeers } from "./bench/peers.ts";
import { findNodes } from "./clients/install.ts";

const repository = join(import.meta.dirname, "..");
const program = join(repository, "dist/surcingle.cjs");
const gateProgram = join(repository, "dist/surcingle-gate.cjs");
const bare = join(import.meta.dirname, "bench/bare.mjs");

const usage = `Usage: npm run bench [-- OPTIONS] [SECTION…]

Measures the programs on this Node, Node 22 and the current Node. Each section
of docs/benchmarks.md is replaced as soon as it is measured. Other work on the
machine changes the numbers: each section shows the load when it began.

  corpus     build of 1,000 agents, skills and rules, against a bare program
  growth     build of 100, 1,000 and 10,000 definitions
  commands   commands that people type and the gate, against \`node -e 0\`
  answers    one answer inside OpenCode and Pi
  peers      rulesync and ruler on the same corpus (npm run bench:peers)
  clients    one call inside real clients
  nix        the Nix packages
  gate       size and speed of the gate alone; prints, writes no page

Without a section: corpus, growth, commands and answers, about five minutes on
two idle cores; npm run bench:peers adds peers, about three minutes.

  --quick          a tenth of the size and fewer rounds; prints, writes no page
  --rounds N       rounds of each measurement (4; with --quick 2)
  --directory DIR  where to write, on an ordinary disk (${tmpdir()})
  --date TEXT      the date on the page
  --before DIST    for gate: also measure the build in DIST
`;

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h" },
    quick: { type: "boolean" },
    peers: { type: "boolean" },
    rounds: { type: "string" },
    date: { type: "string" },
    directory: { type: "string" },
    before: { type: "string" },
  },
});
const size = given.quick ? 100 : 1_000;
const rounds = Number(given.rounds ?? (given.quick ? 2 : 4));

const place = given.directory ?? tmpdir();
/** Clients with agents: the corpus is for them. */
const withAgents = harnesses.filter(({ directories }) => directories.some((name) => name === "agents"));
const forAgents = withAgents.flatMap(({ id }) => ["--harness", id]);

/** Moved away and removed at the end: ext4 creates files much more slowly while it tracks removed ones. */
function moveAway(path: string): void {
  if (existsSync(path)) renameSync(path, mkdtempSync(`${path}-before-`));
}

/** A fresh output each time, on the same file system as all others. */
function freshBuild(work: string, name: string, root: string, more: readonly string[]): Subject {
  const out = join(work, name);
  return { name, words: [program, "build", "--root", root, "--out", out, ...more], prepare: () => moveAway(out) };
}

function subjects(work: string, node: string): readonly Subject[] {
  const root = join(work, "root");
  writeCorpus(root, size);
  const full = freshBuild(work, "full", root, forAgents);
  const copy = join(work, "copy");
  const list: readonly Subject[] = [
    full,
    { name: "again", words: full.words },
    { name: "bare", words: [bare, join(work, "pack"), copy], prepare: () => moveAway(copy) },
  ];
  return list.map((subject) => ({ ...subject, node }));
}

/** A root may have at most 10,000 definitions. */
function measureGrowth(work: string): Section {
  const counts = given.quick ? [100, 1_000] : [100, 1_000, 10_000];
  const list = counts.map((count) => {
    const root = join(work, `root-${count}`);
    writeCorpus(root, Math.floor(count / 3), 10);
    return freshBuild(work, String(count), root, forAgents);
  });
  const times = measureInTurns(list, Math.min(rounds, 3), (round) => console.error(`growth: round ${round + 1}`));
  return {
    title: "Growth",
    text: [
      "`build` of 100, 1,000 and 10,000 definitions, the limit of a root: a third of them agents, ten of which can be called by",
      "the others. With more such agents the output itself grows faster, because each agent's file names all of them.",
    ].join("\n"),
    measures: list.slice(1).map(({ name }, i) => {
      const before = list[i]!.name;
      return ratio(`${name} definitions`, times, [name, before], 10, `against ${before}`);
    }),
  };
}

function ratio(
  what: string,
  times: Times,
  [top, bottom]: readonly [string, string],
  target: number | undefined,
  note: string,
): Measure {
  const [above, below] = [medianOf(times, top), medianOf(times, bottom)];
  const value = above / below;
  return {
    what,
    value: `${value.toFixed(2)} ×`,
    ...(target !== undefined && { target: `at most ${target} ×`, isMet: value <= target }),
    note: `${note}: ${above.toFixed(0)} ms and ${below.toFixed(0)} ms`,
  };
}

function sectionOf(version: string, times: Times, memory: number, packed: ReturnType<typeof packTree>): Section {
  const corpus = `${size} agents, ${size} skills and ${size} rules`;
  const written = `${packed.files} files, ${(packed.bytes / 1e6).toFixed(0)} MB`;
  const gateBytes = statSync(gateProgram).size;
  return {
    title: `\`build\`, Node ${Number.parseInt(version, 10)}`,
    text: [
      `Node ${version}, written to ${place} (${fileSystemOf(place)}). The corpus is generated by scripts/bench/corpus.ts: ${corpus}, for`,
      `${withAgents.map(({ title }) => title).join(", ")}: ${written}. The bare program reads the same bytes from one file and only writes them.`,
      `Each number is the median of ${rounds} rounds; each round runs every program once, every second round in reverse order. Start-up is included everywhere.`,
    ].join("\n"),
    measures: [
      ratio("`build`", times, ["full", "bare"], 1.5, "against the bare program"),
      ratio("`build` again, nothing changed", times, ["again", "full"], 0.4, "against the first"),
      {
        what: "peak memory of `build`",
        value: `${memory.toFixed(0)} MB`,
        target: "under 200 MB",
        isMet: memory < 200,
        note: "largest resident size, of which an empty Node has about 40 MB",
      },
      { what: "size of the gate", value: `${(gateBytes / 1024).toFixed(0)} KB`, note: "one file, minified" },
    ],
  };
}

/** What users wait for at the prompt, and what an agent waits for at each call, on each supported Node. */
function measureNodes(nodes: ReadonlyMap<string, string>, work: string): Section {
  const root = join(work, "gate-root");
  writeCorpus(root, 10);
  const built = freshBuild(work, "gate", root, forAgents);
  execFileSync(process.execPath, [...built.words], { stdio: ["ignore", "ignore", "inherit"] });
  const policies = join(work, "gate/claude-code/surcingle");
  const gateWords = [gateProgram, "--harness", claudeCode.id, "--policy", join(policies, `${agentName(0)}.json`)];
  const answer = (tool: string, input: Readonly<Record<string, string>>): Pick<Subject, "words" | "input"> => ({
    words: gateWords,
    input: JSON.stringify({
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: input,
      cwd: repository,
    }),
  });
  const commands = [
    { what: "`surcingle --version`", words: [program, "--version"], target: 1.5 },
    { what: "`check` of this repository", words: [program, "check", "--root", repository], target: 3 },
    { what: "`build` of this repository", ...freshBuild(work, "own", repository, []), target: 4 },
    { what: "the gate about a file", ...answer("Read", { file_path: join(repository, "package.json") }), target: 1.8 },
    ...Object.entries(lines).map(([line, command]) => ({
      what: `the gate about ${line}`,
      ...answer("Bash", { command }),
      target: line === "a long line" ? undefined : 1.8,
    })),
  ];
  const list = [...nodes].flatMap(([version, node]): Subject[] => [
    { name: version, node, words: ["-e", "0"] },
    ...commands.map(({ what, target: _, ...command }) => ({ ...command, node, name: `${version} ${what}` })),
  ]);
  const turns = 2 * rounds;
  const times = measureInTurns(list, turns, (round) => console.error(`commands: round ${round + 1} of ${turns}`));
  return {
    title: "Commands people type, and the gate",
    text: [
      `Medians of ${turns} rounds against \`node -e 0\` on the same Node: elapsed time, then processor time, which other`,
      "programs change less and which counts what V8 compiles on another core. Start-up is included. On Node 20 only the",
      "gate has a target. The agent of the gate has six rules about commands and no sandbox; both lines are in",
      "scripts/bench/gate.ts.",
    ].join("\n"),
    measures: [...nodes.keys()].flatMap((version) =>
      commands.map(({ what, target }) => {
        const isOld = Number.parseInt(version, 10) < 22;
        const limit = isOld && target !== undefined ? (what.includes("gate") ? 1.35 : undefined) : target;
        const names = [`${version} ${what}`, version] as const;
        const [above, below] = names.map((name) => medianOf(times, name, "processor")) as [number, number];
        const note = `processor ${(above / below).toFixed(2)} ×, ${above.toFixed(0)} ms and ${below.toFixed(0)} ms; elapsed`;
        return ratio(`${what}, Node ${version}`, times, names, limit, note);
      }),
    ),
  };
}

function fileSystemOf(place: string): string {
  const names: Readonly<Record<number, string>> = { 61267: "ext4", 16914836: "tmpfs", 2435016766: "btrfs" };
  const { type } = statfsSync(place);
  return names[type] ?? `file system ${type.toString(16)}`;
}

function measureCorpus(version: string, node: string, work: string): Section {
  const list = subjects(work, node);
  const subjectOf = (name: string): Subject => list.find((subject) => subject.name === name)!;
  execFileSync(process.execPath, [...subjectOf("full").words], { stdio: ["ignore", "ignore", "inherit"] });
  const packed = packTree(join(work, "full"), join(work, "pack"));
  const times = measureInTurns(list, rounds, (round) =>
    console.error(`Node ${version}: round ${round + 1} of ${rounds}`),
  );
  packTree(join(work, "copy"), join(work, "pack-of-copy"));
  if (!readFileSync(join(work, "pack")).equals(readFileSync(join(work, "pack-of-copy"))))
    throw new Error("the bare program did not write the same files");
  return sectionOf(version, times, peakMemory(subjectOf("full"), work), packed);
}

const page = join(repository, "docs/benchmarks.md");
const date = given.date ?? new Date().toISOString().slice(0, 10);

/** Removed at the end: see `moveAway`. */
const workDirectories: string[] = [];

/** Measures one section in its own directory and updates the page. */
async function measure(take: (work: string) => Section | Promise<Section>): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const work = mkdtempSync(join(place, "surcingle-bench-"));
  workDirectories.push(work);
  const section = stamp(await take(work), date, load);
  console.log(`${printSection(section)}\n`);
  if (!given.quick) writeFileSync(page, replaceSection(readFileSync(page, "utf8"), section));
}

const runs: Readonly<Record<string, () => Promise<void>>> = {
  corpus: async () => {
    for (const [version, node] of await findNodes()) await measure((work) => measureCorpus(version, node, work));
  },
  growth: () => measure(measureGrowth),
  commands: async () => {
    const nodes = await findNodes();
    await measure((work) => measureNodes(nodes, work));
  },
  answers: async () => {
    const nodes = await findNodes();
    await measure((work) => ({
      title: "One answer inside a client",
      text: "OpenCode and Pi load the gate once and call it as a function. The median of 1,000 answers about different command lines.",
      measures: measureAnswers(nodes, program, work, repository),
    }));
  },
  peers: () => measure((work) => measurePeers(work, given.quick === true)),
  clients: async () => {
    const { measureClients } = await import("./bench/clients.ts");
    await measure(measureClients);
  },
  nix: () => measure(() => measureNix(repository, Number(given.rounds ?? 5))),
  gate: async () => {
    const turns = Number(given.rounds ?? (given.quick ? 5 : 40));
    console.log(await measureGate(join(repository, "dist"), given.before, turns));
  },
};

const byDefault = ["corpus", "growth", "commands", "answers", ...(given.peers ? ["peers"] : [])];
const chosen = positionals.length > 0 ? positionals : byDefault;
const unknown = chosen.find((name) => runs[name] === undefined);
if (given.help) console.log(usage);
else if (unknown !== undefined) {
  console.error(`unknown section \`${unknown}\`; known sections: ${Object.keys(runs).join(", ")}`);
  process.exitCode = 2;
} else {
  try {
    for (const name of chosen) await runs[name]!();
  } finally {
    for (const directory of workDirectories) rmSync(directory, { recursive: true, force: true });
  }
}
