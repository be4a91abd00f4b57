/** Measures one answer of the gate against `node -e 0`, on each supported Node: the cost of a tool call. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { claudeCode } from "../../src/harness/claude-code/index.ts";
import { findNodes } from "../clients/install.ts";
import { agentName, writeCorpus } from "./corpus.ts";
import { type Cost, measureInTurns, medianOf, type Subject, type Times } from "./measure.ts";

/** The built programs of one version of this repository. */
interface Build {
  readonly title: string;
  /** Its `dist`. */
  readonly directory: string;
}

export const lines = {
  "a short line": "git status --short && npm test",
  "a long line": [
    "cd src && git log --oneline -n 20 | sort -u > ../log.txt",
    'for f in *.ts; do echo "${f%.ts}: $(wc -l < "$f")"; done',
    "find . -name '*.test.ts' -newer ../package.json | xargs grep -n TODO || true",
    "sudo -u me env A=1 timeout 5 bash -c 'cp -r docs ~/docs && curl -s https://docs.example.com/a | jq .name'",
  ].join("; "),
} as const;

/** `before`: the `dist` of another checkout, measured in the same rounds. Returns a table. */
export async function measureGate(directory: string, before: string | undefined, rounds: number): Promise<string> {
  const builds: Build[] = [
    ...(before === undefined ? [] : [{ title: "before", directory: resolve(before) }]),
    { title: before === undefined ? "measured" : "after", directory },
  ];
  const nodes = await findNodes();
  const work = mkdtempSync(join(tmpdir(), "surcingle-bench-"));
  try {
    const runs = [...nodes].flatMap(([version, node]) => runsOn(version, node, builds, work));
    const times = measureInTurns(runs, rounds, (round) => console.error(`round ${round + 1} of ${rounds}`));
    return tableOf([...nodes.keys()], builds, times);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const nameOf = (version: string, ...rest: readonly string[]): string => [version, ...rest].join(" ");

function runsOn(version: string, node: string, builds: readonly Build[], work: string): Subject[] {
  const gates = builds.flatMap(({ title, directory }) => {
    const policy = join(policiesOf(title, directory, work), `${agentName(0)}.json`);
    const words = [join(directory, "surcingle-gate.cjs"), "--harness", claudeCode.id, "--policy", policy];
    return Object.entries(lines).map(([line, command]) => {
      const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd: work };
      return { name: nameOf(version, title, line), node, words, input: JSON.stringify(call) };
    });
  });
  return [{ name: nameOf(version), node, words: ["-e", "0"] }, ...gates];
}

const policies = new Map<string, string>();

/** Rendered by the same version as the gate, because the policy format may differ between versions. */
function policiesOf(title: string, directory: string, work: string): string {
  const known = policies.get(title);
  if (known !== undefined) return known;
  const [root, out] = [join(work, `${title}-root`), join(work, `${title}-out`)];
  writeCorpus(root, 10);
  const words = ["build", "--quiet", "--root", root, "--out", out, "--harness", claudeCode.id];
  execFileSync(process.execPath, [join(directory, "surcingle.cjs"), ...words], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const made = join(out, "claude-code/surcingle");
  policies.set(title, made);
  return made;
}

function tableOf(versions: readonly string[], builds: readonly Build[], times: Times): string {
  const sizes = builds.map(({ directory }) => {
    const { size } = statSync(join(directory, "surcingle-gate.cjs"));
    return `${(size / 1024).toFixed(1)} KB`;
  });
  const rows = versions.flatMap((version) => {
    const ratio = (name: string, kind: keyof Cost): string =>
      `${(medianOf(times, name, kind) / medianOf(times, nameOf(version), kind)).toFixed(2)} ×`;
    return Object.keys(lines).map((line) => {
      const names = builds.map(({ title }) => nameOf(version, title, line));
      const cells = names.map((name) => `${ratio(name, "elapsed")}, processor ${ratio(name, "processor")}`);
      const empty = medianOf(times, nameOf(version), "processor").toFixed(0);
      const target = line === "a short line" ? `at most ${limitOf(version)} ×` : "";
      return [`${line}, Node ${version}`, ...cells, target, `\`node -e 0\`: ${empty} ms`];
    });
  });
  return [
    ["what", ...builds.map(({ title }) => title), "target", "how"],
    ["---", ...builds.map(() => "---"), "---", "---"],
    ["size of the gate", ...sizes, "", "one file, minified"],
    ...rows,
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Newer versions start faster without a program, but load one no faster. */
function limitOf(version: string): number {
  return Number.parseInt(version, 10) < 22 ? 1.35 : 1.8;
}
