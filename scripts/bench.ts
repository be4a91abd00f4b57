/**
 * `npm run bench`: how fast the programs are, as ratios against bare programs in the same run.
 * `--quick`: a tenth of the size, and no page is written. `--clients`: also inside real clients. `--rounds N`, `--date TEXT`.
 * `--directory DIR`, repeated: where to write; each file system gives other ratios, because it slows all programs alike.
 * `npm run bench -- gate`: prints the size and speed of the gate on each Node. `--before DIST`: also those of another build.
 */
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
import { agentName, writeCorpus } from "./bench/corpus.ts";
import { measureGate } from "./bench/gate.ts";
import { measureInTurns, median, peakMemory, type Subject, type Times } from "./bench/measure.ts";
import { packTree } from "./bench/pack-tree.ts";
import { keptSections, type Measure, printPage, type Section, table } from "./bench/page.ts";

const repository = join(import.meta.dirname, "..");
const program = join(repository, "dist/surcingle.cjs");
const gateProgram = join(repository, "dist/surcingle-gate.cjs");
const bare = join(import.meta.dirname, "bench/bare.mjs");

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean" },
    clients: { type: "boolean" },
    rounds: { type: "string" },
    date: { type: "string" },
    directory: { type: "string", multiple: true },
    before: { type: "string" },
  },
});
const size = given.quick ? 100 : 1_000;
const rounds = Number(given.rounds ?? (given.quick ? 4 : 6));

const memory = "/dev/shm";
const places = given.directory ?? [tmpdir(), ...(existsSync(memory) ? [memory] : [])];
const remove = (path: string): void => rmSync(path, { recursive: true, force: true });
/** Those that have agents: the corpus is for them. */
const withAgents = harnesses.filter(({ directories }) => directories.some((name) => name === "agents"));
const forAgents = withAgents.flatMap(({ id }) => ["--harness", id]);

/** Out of the way, to be removed at the end: ext4 takes many times as long to make a file while it remembers removed ones. */
function moveAway(path: string): void {
  if (existsSync(path)) renameSync(path, mkdtempSync(`${path}-before-`));
}

/** A fresh output each time, on the file system of all others. */
function freshBuild(work: string, name: string, root: string, more: readonly string[]): Subject {
  const out = join(work, name);
  return { name, words: [program, "build", "--root", root, "--out", out, ...more], prepare: () => moveAway(out) };
}

function subjects(work: string): readonly Subject[] {
  const [large, small] = [join(work, "large-root"), join(work, "small-root")];
  writeCorpus(large, size);
  writeCorpus(small, size / 10);
  const full = freshBuild(work, "full", large, forAgents);
  const [copy, copyOfTenth] = [join(work, "copy"), join(work, "copy-of-tenth")];
  const policy = join(work, "full/claude-code/surcingle", `${agentName(0)}.json`);
  const call = {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "git status --short && npm test" },
    cwd: repository,
  };
  return [
    { name: "empty", words: ["-e", "0"], times: 4 },
    full,
    { name: "again", words: full.words },
    { name: "bare", words: [bare, join(work, "pack"), copy], prepare: () => moveAway(copy) },
    freshBuild(work, "tenth", small, forAgents),
    {
      name: "bare-tenth",
      words: [bare, join(work, "pack-of-tenth"), copyOfTenth],
      prepare: () => moveAway(copyOfTenth),
    },
    { ...freshBuild(work, "own", repository, []), times: 4 },
    {
      name: "gate",
      words: [gateProgram, "--harness", "claude-code", "--policy", policy],
      input: JSON.stringify(call),
      times: 4,
    },
  ];
}

function ratio(
  what: string,
  times: Times,
  [top, bottom]: readonly [string, string],
  target: number,
  note: string,
): Measure {
  const [above, below] = [median(times.get(top)!), median(times.get(bottom)!)];
  const value = above / below;
  return {
    what,
    value: `${value.toFixed(2)} ×`,
    target: `at most ${target} ×`,
    isMet: value <= target,
    note: `${note}; ${above.toFixed(0)} ms and ${below.toFixed(0)} ms`,
  };
}

function sectionOf(place: string, times: Times, memory: number, packed: ReturnType<typeof packTree>): Section {
  const corpus = `${size} agents, ${size} skills and ${size} rules`;
  const written = `${packed.files} files, ${(packed.bytes / 1e6).toFixed(0)} MB`;
  const gateBytes = statSync(gateProgram).size;
  const bareGrowth = median(times.get("bare")!) / median(times.get("bare-tenth")!);
  const growthNote = `${size} against ${size / 10} (the bare program: ${bareGrowth.toFixed(2)} ×)`;
  return {
    title: `Programs, written to ${place} (${fileSystemOf(place)})`,
    text: [
      `The corpus is made by scripts/bench/corpus.ts: ${corpus}, for ${withAgents.map(({ title }) => title).join(", ")}:`,
      `${written}. The bare program reads the same bytes out of one file and writes them, with nothing else.`,
      `Each number is the median of ${rounds} rounds; in a round every program has its turn, in every second one in reverse. Start-up is included everywhere.`,
    ].join("\n"),
    measures: [
      ratio("`build`", times, ["full", "bare"], 1.5, "against the bare program"),
      ratio("`build`, ten times the definitions", times, ["full", "tenth"], 10, growthNote),
      ratio("`build` again, nothing changed", times, ["again", "full"], 0.4, "against the first"),
      ratio("`build` of this repository", times, ["own", "empty"], 2.5, "against `node -e 0`"),
      ratio("one answer of the gate", times, ["gate", "empty"], 1.3, "against `node -e 0`"),
      {
        what: "peak memory of `build`",
        value: `${memory.toFixed(0)} MB`,
        target: "under 150 MB",
        isMet: memory < 150,
        note: "largest resident size, of which an empty Node has about 40 MB",
      },
      { what: "size of the gate", value: `${(gateBytes / 1024).toFixed(0)} KB`, note: "one file, minified" },
    ],
  };
}

function fileSystemOf(place: string): string {
  const names: Readonly<Record<number, string>> = { 61267: "ext4", 16914836: "tmpfs", 2435016766: "btrfs" };
  const { type } = statfsSync(place);
  return names[type] ?? `file system ${type.toString(16)}`;
}

function measurePlace(place: string): Section {
  const work = mkdtempSync(join(place, "surcingle-bench-"));
  try {
    const list = subjects(work);
    const subjectOf = (name: string): Subject => list.find((subject) => subject.name === name)!;
    for (const name of ["full", "tenth"])
      execFileSync(process.execPath, [...subjectOf(name).words], { stdio: ["ignore", "ignore", "inherit"] });
    const packed = packTree(join(work, "full"), join(work, "pack"));
    packTree(join(work, "tenth"), join(work, "pack-of-tenth"));
    const times = measureInTurns(list, rounds, (round) => console.error(`${place}: round ${round + 1} of ${rounds}`));
    packTree(join(work, "copy"), join(work, "pack-of-copy"));
    if (!readFileSync(join(work, "pack")).equals(readFileSync(join(work, "pack-of-copy"))))
      throw new Error("the bare program did not write the same files");
    return sectionOf(place, times, peakMemory(subjectOf("full"), work), packed);
  } finally {
    remove(work);
  }
}

async function measureInClients(): Promise<Section> {
  const work = mkdtempSync(join(tmpdir(), "surcingle-bench-"));
  try {
    return await (await import("./bench/clients.ts")).measureClients(work);
  } finally {
    remove(work);
  }
}

const page = join(repository, "docs/benchmarks.md");

async function measureAll(): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const sections: Section[] = [];
  const add = (section: Section): void => {
    console.log(`${section.title}\n\n${table(section.measures)}\n`);
    sections.push(section);
  };
  for (const place of places) add(measurePlace(place));
  if (given.clients) add(await measureInClients());
  if (given.quick) return;
  const date = given.date ?? new Date().toISOString().slice(0, 10);
  const kept = existsSync(page) ? keptSections(readFileSync(page, "utf8")) : "";
  writeFileSync(page, printPage(sections, date, load) + kept);
}

if (positionals.length === 0) await measureAll();
else if (positionals.join(" ") === "gate")
  console.log(
    await measureGate(join(repository, "dist"), given.before, Number(given.rounds ?? (given.quick ? 5 : 40))),
  );
else throw new Error(`unknown benchmark \`${positionals.join(" ")}\`: only \`gate\` has a run of its own`);
