/** Generates a root of any size with the same bytes on every machine: realistic agents, skills and rules. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Writes `count` agents, as many skills and as many rules. Each agent uses three rules and two skills, and can call
 * `subagents` others: one in ten by default. Every agent names all of those in its own files, because a client has no
 * shorter way to allow only these: with the default, that part of the output grows with the square of their number.
 */
export function writeCorpus(root: string, count: number, subagents = Math.ceil(count / 10)): void {
  const step = Math.floor(count / subagents);
  const isSubagent = (i: number): boolean => i % step === 0 && i / step < subagents;
  put(root, "surcingle.toml", `[pi]\nprimary = "${agentName(1)}"\n`);
  for (let i = 0; i < count; i++) {
    put(root, `agents/${agentName(i)}/agent.toml`, agentToml(i, count, isSubagent(i)));
    put(root, `agents/${agentName(i)}/system-prompt.md`, prose(`You are ${agentName(i)}.`, i, 2_000));
    put(root, `skills/${skillName(i)}/SKILL.md`, skill(i));
    put(root, `skills/${skillName(i)}/references/notes.md`, prose(`# Notes on ${skillName(i)}`, i + 1, 1_000));
    put(root, `rules/${ruleName(i)}.md`, prose(`# ${ruleName(i)}`, i + 2, 1_500));
  }
}

function put(root: string, path: string, text: string): void {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** Names of equal width, so that a corpus ten times as large has ten times as many bytes. */
const number = (i: number): string => String(i).padStart(4, "0");
export const agentName = (i: number): string => `agent-${number(i)}`;
const skillName = (i: number): string => `skill-${number(i)}`;
const ruleName = (i: number): string => `${["languages", "concerns", "teams", "products"][i % 4]}/rule-${number(i)}`;

function agentToml(i: number, count: number, isSubagent: boolean): string {
  const rules = [i, i * 7 + 1, i * 13 + 2].map((j) => ruleName(j % count));
  const skills = [i, i * 5 + 1].map((j) => skillName(j % count));
  return `# Made for the benchmark.
name = "${agentName(i)}"
description = "Looks after part ${number(i)}: plans, checks and explains"
mode = "${isSubagent ? "subagent" : "primary"}"
skills = ${JSON.stringify([...new Set(skills)])}
rules = ${JSON.stringify([...new Set(rules)])}

[permissions.question]
intent = "allow"

[permissions.edit]
intent = "ask"
rules = ["**/*.lock:deny", "src/part-${number(i)}/**:allow", "docs/**:allow"]

[permissions.webfetch]
intent = "ask"
rules = ["https://docs.example.com/**:allow"]

[permissions.bash]
intent = "ask"
rules = [
  "git status*:allow",
  "git diff*:allow",
  "git log*:allow",
  "git push --force*:deny",
  "npm test*:allow",
  "rm -rf *:deny",
]
`;
}

function skill(i: number): string {
  const head = `name: ${skillName(i)}\ndescription: Work on topic ${number(i)}. Use it when a task names that topic.`;
  return `---\n${head}\n---\n${prose(`# Topic ${number(i)}`, i, 3_000)}`;
}

const sentences = [
  "Read what is there before you change it.",
  "Say what you found, with the file and the line.",
  "A test that never failed has shown nothing.",
  "Prefer the smaller change, and name what you left out.",
  "When two sources disagree, ask which of them counts.",
  "Keep the names that readers already know.",
  "`git log -S` finds the commit that brought a line.",
  "Errors are part of the interface: write them for people.",
];

/** Paragraphs under a title, about `size` bytes. `seed` rotates the order, so that no two files are equal. */
function prose(title: string, seed: number, size: number): string {
  const lines = [title, ""];
  for (let length = title.length, i = seed; length < size; i++) {
    const line = `${i % 3 === 0 ? "- " : ""}${sentences[i % sentences.length]} (${seed}.${i})`;
    lines.push(line);
    if (i % 5 === 0) lines.push("");
    length += line.length + 1;
  }
  return `${lines.join("\n").trimEnd()}\n`;
}
