/** Prints a diff for people, for a pull request, and as SARIF. */
import { visible } from "../../base/text.ts";
import type { AgentDiff, Diff, DiffEntry, DiffVerdict } from "./compare-sides.ts";

/** Lines of text. `paint` colours a direction. */
export function diffText(
  { agents }: Diff,
  paint: (direction: DiffEntry["direction"], text: string) => string,
): string[] {
  const lines: string[] = [];
  for (const { agent, status, entries } of agents) {
    if (status === "unchanged" || status === "equivalent") continue;
    lines.push(`${agent}${status === "changed" ? "" : ` (${status})`}`);
    for (const entry of entries) {
      const direction = paint(entry.direction, entry.direction.padEnd(8));
      lines.push(`  ${direction}  ${visible(headline(entry))}`);
      if (entry.was && entry.is) {
        lines.push(`            was ${visible(clause(entry.was))}`, `            is  ${visible(clause(entry.is))}`);
      }
    }
    lines.push("");
  }
  return [...lines, summary(agents)];
}

function headline({ tool, example, was, is, why }: DiffEntry): string {
  if (!example) return `${tool === undefined ? "" : `${tool}: `}${why ?? ""}`;
  return `${example.tool} ${subject(example)}: ${was!.verdict} -> ${is!.verdict}`;
}

function subject({ input, reading, cwd }: NonNullable<DiffEntry["example"]>): string {
  const path = input.startsWith(`${cwd}/`) ? input.slice(cwd.length + 1) : input;
  return `\`${path}\`${reading === "below" ? " and all below it" : reading === "list" ? " (names only)" : ""}`;
}

/** The decision's sentence without what the headline already says. */
function clause({ verdict, reason }: DiffVerdict): string {
  const at = reason.search(/, (?:by|because) /);
  return `${verdict}${at < 0 ? "" : reason.slice(at)}`;
}

export function summary(agents: readonly AgentDiff[]): string {
  const having = (direction: DiffEntry["direction"]) =>
    agents.filter(({ entries }) => entries.some((entry) => entry.direction === direction)).length;
  const count = (status: AgentDiff["status"]) => agents.filter((agent) => agent.status === status).length;
  const parts = [`${having("looser")} looser`, `${having("stricter")} stricter`];
  for (const status of ["added", "removed"] as const) if (count(status) > 0) parts.push(`${count(status)} ${status}`);
  parts.push(`${count("unchanged") + count("equivalent")} with the same permissions`);
  return `${agents.length} ${agents.length === 1 ? "agent" : "agents"}: ${parts.join(", ")}`;
}

export function diffMarkdown({ agents, isLooser }: Diff): string {
  const title = isLooser ? "### Permissions: looser" : "### Permissions: no looser";
  const lines = [title, "", `${summary(agents)}.`, ""];
  const shown = agents.filter(
    ({ entries, status }) => entries.length > 0 || status === "added" || status === "removed",
  );
  for (const { agent, status, entries } of shown) {
    lines.push(`**${agent}**${status === "changed" ? "" : ` (${status})`}`, "");
    if (entries.length > 0) lines.push("| | tool | call | before | after |", "|---|---|---|---|---|");
    for (const entry of entries) lines.push(row(entry));
    lines.push("");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function row({ direction, tool, example, was, is, why }: DiffEntry): string {
  const mark = direction === "looser" ? "⚠️ looser" : "stricter";
  const cells = example
    ? [mark, example.tool, code(subject(example).replace(/^`|`(?=[^`]*$)/g, "")), cell(clause(was!)), cell(clause(is!))]
    : [mark, tool ?? "all", cell(why ?? ""), "", ""];
  return `| ${cells.join(" | ")} |`;
}

/** Text of a definition must not end the cell or become markup. */
function cell(text: string): string {
  return visible(text)
    .replace(/[|\\<>*_]/g, (character) => `\\${character}`)
    .replaceAll("\n", " ");
}

function code(text: string): string {
  const shown = visible(text).replaceAll("|", "\\|").replaceAll("\n", " ");
  const fence = "`".repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  return fence.length > 1 ? `${fence} ${shown} ${fence}` : `\`${shown}\``;
}

/** SARIF 2.1.0: GitHub's code scanning and other viewers show each entry at the rule that decides. */
export function diffSarif({ agents }: Diff, version: string): string {
  const results = agents.flatMap(({ agent, path, entries }) =>
    entries.map((entry) => ({
      ruleId: entry.direction,
      level: entry.direction === "looser" ? "warning" : "note",
      message: { text: `${agent}: ${visible(headline(entry))}${entry.is ? `; ${visible(clause(entry.is))}` : ""}` },
      locations: [{ physicalLocation: locationOf(entry, path) }],
      partialFingerprints: { permission: `${agent}/${entry.tool ?? ""}/${entry.example?.input ?? entry.why ?? ""}` },
    })),
  );
  const rules = [
    { id: "looser", shortDescription: { text: "An agent may do more than before" } },
    { id: "stricter", shortDescription: { text: "An agent may do less than before" } },
  ];
  const run = { tool: { driver: { name: "surcingle", version, rules } }, results };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function locationOf({ is }: DiffEntry, path: string): object {
  const place = /^(.+):(\d+):(\d+)$/.exec(is?.from ?? "");
  // Definitions shipped with the program are not files of the repository.
  const isOwn = place && !place[1]!.startsWith("(");
  const uri = encodeURI(isOwn ? place[1]! : path);
  const region = isOwn ? { startLine: Number(place[2]), startColumn: Number(place[3]) } : { startLine: 1 };
  return { artifactLocation: { uri }, region };
}
