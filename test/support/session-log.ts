/** Decision logs for tests. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeRandom } from "./random.ts";

/** Questions of one agent, ten seconds apart. */
export function logOf(root: string, lines: readonly string[], tool = "bash", agent = "a"): string {
  const path = join(root, "gate.log");
  const text = lines.map((subject, i) => {
    const time = new Date(Date.UTC(2026, 0, 1, 10, 0, i * 10)).toISOString();
    return JSON.stringify({
      time,
      harness: "claude-code",
      agent,
      tool,
      subject,
      verdict: "ask",
      kind: "intent",
      reason: "",
    });
  });
  writeFileSync(path, `${text.join("\n")}\n`);
  return path;
}

/** Realistic questions: the same few programs with varying arguments. */
export function everydayLines(count: number): readonly string[] {
  const { pick, oneIn } = makeRandom(7);
  const files = ["src/a.ts", "README.md", "docs/x.md", "test/b.test.ts", "package.json"];
  const makers = [
    () => `git log --oneline -${pick(["5", "10", "20"])}`,
    () => `git diff ${pick(["HEAD", "--stat", "--cached", "main"])}`,
    () => `git show ${pick(["HEAD", "HEAD~1", "main"])}`,
    () => `rg ${pick(["TODO", "export", "import"])} ${pick(["src", "test", "docs"])}`,
    () => `cat ${pick(files)}`,
    () => `ls ${pick(["-la", "src", "-R docs"])}`,
    () => `head -n ${pick(["5", "50"])} ${pick(files)}`,
    () => `wc -l ${pick(files)}`,
    () => `grep -n ${pick(["a", "b"])} ${pick(files)} | head -${pick(["3", "5"])}`,
    () => `git blame ${pick(files)}`,
  ];
  const rare = [
    "make",
    "npm install",
    "npm test",
    "docker ps",
    "curl https://x.test",
    "npm publish",
    "node x.js",
    "strange-tool --x",
  ];
  return Array.from({ length: count }, () => (oneIn(9) ? pick(rare) : pick(makers)()));
}
