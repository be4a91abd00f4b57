/** Renders the page with the results of the real clients. */

import {
  type ConformanceFinding,
  type FindingKind,
  findingKinds,
} from "../../src/doctor/conformance/conformance-findings.ts";
import type { AgentPosition } from "../../src/doctor/decision.ts";

export interface Answered {
  readonly title: string;
  readonly version: string;
  readonly agents: "table" | "own" | "broken" | "raw" | "hostile";
  readonly scene: string;
  readonly findings: readonly ConformanceFinding[];
}

export function isRight({ findings }: Answered): boolean {
  return findings.every(({ outcome }) => outcome === "passed");
}

/** One progress line. */
export function summary(answered: Answered): string {
  const { title, version, agents, scene, findings } = answered;
  const counts = findingKinds.map((kind) => `${kind} ${countOf(answered, kind)}`);
  const failed = findings.filter(({ outcome }) => outcome === "failed").length;
  return `${title} ${version}, ${agents} agents, ${scene}: ${counts.join(", ")}; ${failed} not as meant`;
}

function countOf({ findings }: Answered, kind: FindingKind): number {
  return findings.filter((each) => each.kind === kind).length;
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

/** What a client shows without any call. */
const shown: readonly FindingKind[] = findingKinds.filter((kind) => kind !== "calls" && kind !== "closed");

const whose = { table: "table", own: "this repository's", broken: "broken", raw: "broken", hostile: "hostile" };

/** Main agent and subagent separately: a result for one need not hold for the other. */
function callRows(answered: Answered): (string | number)[][] {
  return (["main", "subagent"] as const).flatMap((position: AgentPosition) => {
    const calls = answered.findings.filter(({ call }) => call?.position === position);
    if (calls.length === 0) return [];
    const count = (relation: string): number => calls.filter(({ call }) => call?.relation === relation).length;
    const undeclared = calls.filter(({ outcome }) => outcome === "failed").length;
    const { title, version, agents, scene } = answered;
    const numbers = [calls.length, count("equal"), count("stricter"), count("looser"), undeclared];
    return [[title, version, whose[agents], scene, position, ...numbers]];
  });
}

function sightRows(answered: Answered): (string | number)[][] {
  const { title, version, agents, scene, findings } = answered;
  const wrong = findings.filter(({ outcome, kind }) => outcome === "failed" && shown.includes(kind)).length;
  return [[title, version, whose[agents], scene, ...shown.map((kind) => countOf(answered, kind) || "–"), wrong]];
}

function closedRows({ title, version, findings }: Answered): (string | number)[][] {
  return findings
    .filter(({ kind }) => kind === "closed")
    .map(({ check, outcome }) => [title, version, check, resultOf(check, outcome)]);
}

const closedHeads = ["client", "version", "what is broken", "result"];

export function conformancePage(answers: readonly Answered[]): string {
  const asked = answers.filter(({ findings }) => findings.some(({ kind }) => kind !== "closed"));
  const heads = ["client", "version", "agents", "what it finds"];
  return `# What the real clients say

Written by \`npm run clients -- decisions --all\`. The command installs each client in the version named here, builds agents with this
project's own program, lays them into a fresh home, and asks. The model behind the client is a script on the same machine.
Two sets of agents are asked: those of \`test/clients/definitions\`, whose policies hold every kind of rule, with the lines
of \`test/clients/cases.json\`; and the agents of this repository, with some of the same lines.

## Decisions

A tool was really called, as the agent of the session (main) or as one that another agent had called (subagent). The client's
decision is compared with \`surcingle explain\`. **equal**: the same verdict; a tool that is not offered counts as denied.
**stricter**: more strictly, and the report says so for this call. **looser**: never. **wrong**: looser, or stricter without a word about it,
or no decision at all.

${table([...heads, "as", "cases", "equal", "stricter", "looser", "wrong"], asked.flatMap(callRows))}

Claude Code before 2.1.257 is not asked: it parses an address before its hook sees it, so that \`https://EXAMPLE.com/docs/b\` runs where
\`explain\` says ask. \`surcingle doctor\` fails for such a version.

## Broken means closed

One part is broken, and then a call is made that the policy allows. It must be refused. The files are those that \`surcingle apply\` and the
home module put in place.

${table(closedHeads, answers.filter(({ agents }) => agents === "broken").flatMap(closedRows))}

## Hostile projects

The files are those of \`surcingle apply\`. The project brings settings, or the environment has variables, that would answer for the gate; then
calls are made that the policy denies (\`rm -rf build\`) or asks about (\`touch made.txt\`). They must be refused or asked about. A line that
says known gap is one that no gate can close: [security.md](security.md) says what does.

${table(["client", "version", "what is hostile", "result"], answers.filter(({ agents }) => agents === "hostile").flatMap(closedRows))}

### A raw tree without the plugin

Nobody gets this without asking for it. The tree that \`surcingle build\` writes to be read or merged, and every tree with
\`opencode.require_plugin = false\`, holds OpenCode's permissions in its own files. Without the plugin those files decide alone. Where a call
runs then that the policy does not allow, the line says known gap; [security.md](security.md#known-gap-a-raw-tree-without-the-plugin) lists them all.

${table(closedHeads, answers.filter(({ agents }) => agents === "raw").flatMap(closedRows))}

## What the clients read

- **accepted**: the client takes the files without an error and without a line of complaint in its log.
- **listed**: it knows the agent or the skill by name.
- **mode**, **tools**, **texts**: mode, tools offered to the model, and prompt, rules and context are those of the definition.

The numbers count questions.

${table([...heads, ...shown, "wrong"], asked.flatMap(sightRows))}
`;
}

/** A call that runs although a part is broken is not a success, even if it was expected. */
function resultOf(check: string, outcome: string): string {
  if (outcome !== "passed") return "not as meant";
  return check.includes("nothing else sees it") ? "**known gap: it runs**" : "as meant";
}
