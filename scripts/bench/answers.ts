/** Measures one answer inside OpenCode and Pi, where the gate is loaded once and asked by function call. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { opencode } from "../../src/harness/opencode/index.ts";
import { pi } from "../../src/harness/pi/index.ts";
import { agentName, writeCorpus } from "./corpus.ts";
import type { Measure } from "./page.ts";

/** Printed by answers.mjs, in milliseconds. */
interface Answers {
  readonly title: string;
  readonly first: number;
  readonly median: number;
}

export function measureAnswers(
  nodes: ReadonlyMap<string, string>,
  program: string,
  work: string,
  cwd: string,
): readonly Measure[] {
  const [root, out] = [join(work, "answers-root"), join(work, "answers")];
  writeCorpus(root, 10);
  const harnesses = [opencode, pi].flatMap(({ id }) => ["--harness", id]);
  const words = [program, "build", "--quiet", "--root", root, "--out", out, ...harnesses];
  execFileSync(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  const script = join(import.meta.dirname, "answers.mjs");
  return [...nodes].flatMap(([version, node]) => {
    const printed = execFileSync(node, [script, out, agentName(1), cwd], { encoding: "utf8" });
    return (JSON.parse(printed) as readonly Answers[]).map(({ title, first, median }) => ({
      what: `one answer in ${title}, Node ${version}`,
      value: `${median.toFixed(2)} ms`,
      target: "under 2 ms",
      isMet: median < 2,
      note: `the first one: ${first.toFixed(1)} ms`,
    }));
  });
}
