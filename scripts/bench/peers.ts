/** Runs the same agents, skills and rules through rulesync and ruler, as whole commands: time per file they write. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { harnesses } from "../../src/harness/all.ts";
import { writeCorpus } from "./corpus.ts";
import { measureInTurns, medianOf, type Subject, type Times } from "./measure.ts";
import type { Measure, Section } from "./page.ts";

const versions = { rulesync: "17.0.0", "@intellectronica/ruler": "0.3.44" } as const;
const program = join(import.meta.dirname, "../../dist/surcingle.cjs");

/** All clients with agents; the peers write for one fewer, because they do not support agents of Pi. */
const withAgents = harnesses.filter(({ directories }) => directories.includes("agents"));

/** Installed once, outside the project's own dependencies. */
function install(): string {
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const target = join(cache, "surcingle", "peers", packages.join("+").replaceAll("/", "-"));
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const stage = mkdtempSync(`${target}.part-`);
  writeFileSync(join(stage, "package.json"), '{ "private": true }\n');
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...packages];
  const { status, stderr } = spawnSync("npm", words, { cwd: stage, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm install of rulesync and ruler ended with ${status}\n${stderr}`);
  renameSync(stage, target);
  return target;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesBelow(directory: string): number {
  return existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;
}

/** Each definition of a root in the peer's format; prompts and descriptions stay the same. */
function translate(root: string, project: string, peer: "rulesync" | "ruler"): void {
  const base = join(project, `.${peer}`);
  const agents = peer === "rulesync" ? "subagents" : "agents";
  const skillHead = peer === "rulesync" ? 'targets: ["*"]\n' : "";
  for (const name of readdirSync(join(root, "agents"))) {
    const description = /^description = (".*")$/m.exec(
      readFileSync(join(root, "agents", name, "agent.toml"), "utf8"),
    )?.[1];
    const prompt = readFileSync(join(root, "agents", name, "system-prompt.md"), "utf8");
    put(
      join(base, agents, `${name}.md`),
      `---\nname: ${name}\ndescription: ${description}\n${skillHead}---\n${prompt}`,
    );
  }
  for (const name of readdirSync(join(root, "skills"))) {
    const text = readFileSync(join(root, "skills", name, "SKILL.md"), "utf8");
    put(join(base, "skills", name, "SKILL.md"), text.replace("---\n", `---\n${skillHead}`));
    const notes = readFileSync(join(root, "skills", name, "references/notes.md"), "utf8");
    put(join(base, "skills", name, "references/notes.md"), notes);
  }
  const rules = readdirSync(join(root, "rules"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".md"),
  );
  for (const path of rules) {
    const text = readFileSync(join(root, "rules", path), "utf8");
    const head = peer === "rulesync" ? '---\nroot: false\ntargets: ["*"]\n---\n' : "";
    put(join(base, peer === "rulesync" ? "rules" : "", basename(path)), head + text);
  }
  if (peer === "rulesync") put(join(base, "rules/overview.md"), '---\nroot: true\ntargets: ["*"]\n---\n# Overview\n');
  else put(join(base, "AGENTS.md"), "# Overview\n");
}

interface Contest {
  readonly subjects: readonly Subject[];
  /** Files that each of them wrote in its last run. */
  readonly written: (name: string) => number;
}

function contest(work: string, size: number, installed: string): Contest {
  const root = join(work, `root-${size}`);
  writeCorpus(root, size);
  const outputs = new Map<string, string>();
  const fresh = (peer: "rulesync" | "ruler"): (() => void) => {
    const source = join(work, `${peer}-source-${size}`);
    translate(root, source, peer);
    return () => {
      const project = mkdtempSync(join(work, `${peer}-${size}-`));
      spawnSync("cp", ["-r", `${source}/.${peer}`, project]);
      outputs.set(peer, project);
      process.chdir(project);
    };
  };
  const ours = (): void => {
    outputs.set("surcingle", join(mkdtempSync(join(work, `surcingle-${size}-`)), "out"));
    process.chdir(dirname(outputs.get("surcingle")!));
  };
  const rulesync = ["generate", "--targets", "claudecode,opencode,codexcli,copilot", "--features"];
  return {
    subjects: [
      {
        name: "surcingle",
        words: [program, "build", "--root", root, "--out", "out", ...withAgents.flatMap(({ id }) => ["--harness", id])],
        prepare: ours,
      },
      {
        name: "rulesync",
        words: [
          join(installed, "node_modules/rulesync/dist/cli/index.js"),
          ...rulesync,
          "rules,subagents,skills",
          "--silent",
        ],
        prepare: fresh("rulesync"),
      },
      {
        name: "ruler",
        words: [
          join(installed, "node_modules/@intellectronica/ruler/dist/cli/index.js"),
          ...["apply", "--agents", "claude,opencode,codex,copilot", "--subagents", "--local-only", "--no-backup"],
        ],
        prepare: fresh("ruler"),
      },
    ],
    written: (name) => {
      const output = outputs.get(name)!;
      return filesBelow(output) - (name === "surcingle" ? 0 : filesBelow(join(output, `.${name}`)));
    },
  };
}

function measuresOf(
  size: number,
  times: Times,
  contest: Contest,
  targets: Readonly<Record<string, number>>,
): Measure[] {
  const perFile = size >= 100;
  const cost = (name: string): number => medianOf(times, name) / (perFile ? Math.max(1, contest.written(name)) : 1);
  return Object.entries(targets).map(([peer, target]) => {
    const value = cost(peer) / cost("surcingle");
    const notes = ["surcingle", peer].map(
      (name) => `${name} ${medianOf(times, name).toFixed(0)} ms for ${contest.written(name)} files`,
    );
    return {
      what: `against ${peer}, ${size} agents, ${perFile ? "for each file" : "whole command"}`,
      value: `${value.toFixed(1)} × faster`,
      target: `at least ${target} ×`,
      isMet: value >= target,
      note: notes.join(", "),
    };
  });
}

export async function measurePeers(work: string, isQuick: boolean): Promise<Section> {
  const installed = install();
  const here = process.cwd();
  const measures: Measure[] = [];
  try {
    for (const [size, rounds, targets] of [
      [isQuick ? 100 : 1_000, isQuick ? 1 : 3, { rulesync: 8, ruler: 2.5 }],
      [10, isQuick ? 1 : 7, { rulesync: 6, ruler: 2 }],
    ] as const) {
      const match = contest(work, size, installed);
      const times = measureInTurns(match.subjects, rounds, (round) =>
        console.error(`peers, ${size}: round ${round + 1}`),
      );
      measures.push(...measuresOf(size, times, match, targets));
    }
  } finally {
    process.chdir(here);
  }
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return {
    title: "Beside other generators",
    text:
      `${names.join(" and ")} on the same agents, skills and rules, for ${withAgents.map(({ title }) => title).join(", ")} (the others: without Pi). They have a different scope: ` +
      "neither compiles permissions into a gate, and Surcingle puts rules into the agents that use them instead of one file for all.",
    measures,
  };
}
