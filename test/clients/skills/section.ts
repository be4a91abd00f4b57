/** The section of the client results about skills and commands. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SkillFinding, sights } from "../../../src/doctor/conformance/skill-conformance.ts";
import type { Scope } from "../../../src/harness/harness.ts";
import { repository } from "../trees.ts";

export interface Answers {
  readonly title: string;
  readonly version: string;
  readonly scope: Scope;
  readonly found: readonly SkillFinding[];
}

const heading = "## Skills and commands";
const page = join(repository, "docs/conformance.md");

/** The current section, so that a rewrite of the page can put it back. */
export function skillsSection(): string {
  const text = readFileSync(page, "utf8");
  const start = text.indexOf(`\n${heading}\n`);
  return start < 0 ? "" : text.slice(start);
}

/** It is at the end of the page; everything before it is left alone. */
export function writeSkillsSection(answers: readonly Answers[]): void {
  const text = readFileSync(page, "utf8");
  const rest = text.slice(0, text.length - skillsSection().length);
  writeFileSync(page, `${rest}\n${sectionOf(answers)}`);
}

function sectionOf(answers: readonly Answers[]): string {
  return `${heading}

Written by \`npm run clients -- skills\`: the skills and commands of this repository, the worked examples of the behaviour vocabulary, and skills that
differ in who may start them (\`test/clients/skill-definitions\`), once linked into a home and once applied to a project. The numbers count questions.

- **accepted**: the client reads everything without an error, and each command that is an agent runs.
- **listed**: the client's own list (\`debug skill\`, the slash menu, \`skills/list\`, \`skill list --json\` …) or what the model reads has the name.
- **hidden**: what is for people alone is not in what the model reads, and the model cannot start it; what is for the model alone is in no menu.
- **filled in**: started by a person, the text reaches the model with its arguments.
- **apart**: an isolated command or a forked skill runs in the agent it names, with that agent's prompt and tools.
- **limited**: a command that is an agent may what its \`tools\` say and nothing else.
- **asked**: a skill with \`allowed-tools\` takes no question away from an agent that asks.

| client | version | scope | ${sights.join(" | ")} | wrong |
|---|---|---|${sights.map(() => "---|").join("")}---|
${answers.map(rowOf).join("\n")}

Claude Code 2.1.325 runs hooks of a project only when the person trusts it; so it is here. Copilot runs no hooks of a project's agents: there such an agent
has no shell. Codex reads no profiles in a project, so the commands that are agents with limited tools are left out there.
`;
}

function rowOf({ title, version, scope, found }: Answers): string {
  const counts = sights.map((each) => found.filter(({ sight }) => sight === each).length || "–");
  const wrong = found.filter(({ isRight }) => !isRight).length;
  return `| ${[title, version, scope, ...counts, wrong].join(" | ")} |`;
}
