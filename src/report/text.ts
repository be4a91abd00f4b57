/** The report for a terminal: 80 columns, one table of agents and clients, then each agent. */
import { plural, visible } from "../base/text.ts";
import {
  type ClientSupport,
  countSupport,
  notableFields,
  type ReportAgent,
  type RootReport,
  type ToolPermissions,
} from "./report.ts";

const width = 80;

export function reportText(report: RootReport): string {
  const { agents, harnesses, skills, commands, packs } = report;
  const counts = [
    plural(agents.length, "agent"),
    plural(harnesses.length, "client"),
    plural(skills.length, "skill"),
    plural(commands.length, "command"),
  ];
  const packWidth = Math.max(...packs.map(({ name }) => name.length + 1));
  const blocks = [
    [counts.join(", ")],
    overview(report),
    ...agents.map((agent) => agentLines(agent, report)),
    packs.length === 0
      ? []
      : [
          "packs",
          ...packs.map(({ name, tool, rules, usedBy }) =>
            wrap(
              `  ${`@${name}`.padEnd(packWidth)}  ${tool}, ${plural(rules.length, "rule")}; used by ${usedBy.join(", ")}`,
              packWidth + 4,
            ),
          ),
        ],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) =>
      block
        .flatMap((line) => line.split("\n"))
        .map(visible)
        .join("\n"),
    )
    .join("\n\n")}\n`;
}

/** How much of the definition each client keeps. */
function overview({ agents, harnesses }: RootReport): readonly string[] {
  if (agents.length === 0) return [];
  const table = [
    ["", ...harnesses.map(({ id }) => id)],
    ...agents.map(({ name, clients }) => [name.slice(0, longestName), ...clients.map(cell)]),
  ];
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)));
  const has = (text: string): boolean => table.some((row) => row.includes(text));
  const legend = [has("same") && "same: none", has("-") && "-: not rendered"].filter((each) => each !== false);
  return [
    `fields that a client makes stricter / loses${legend.length > 0 ? ` (${legend.join("; ")})` : ""}`,
    "",
    ...table.map((row) =>
      row
        .map((each, i) => each.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    ),
  ];
}

const longestName = 24;

function cell(client: ClientSupport): string {
  if (!client.isRendered) return "-";
  const { narrowed, lost } = countSupport(client);
  return narrowed + lost === 0 ? "same" : `${narrowed} / ${lost}`;
}

function agentLines(agent: ReportAgent, { harnesses }: RootReport): readonly string[] {
  const { name, kind, mode, description, path, role, skills, packs, delegates, permissions, limits, clients } = agent;
  const lines = [
    `${name} (${kind === "agent" ? mode : "command"})`,
    wrap(`  ${description}`, 2),
    `  defined in ${path}`,
    ...(role === undefined ? [] : [`  role ${role}`]),
    ...(skills.length === 0 ? [] : [wrap(`  skills: ${skills.join(", ")}`, 4)]),
    ...(packs.length === 0 ? [] : [wrap(`  packs: ${packs.map((pack) => `@${pack}`).join(", ")}`, 4)]),
    wrap(`  delegates to: ${delegates.length === 0 ? "no agent" : delegates.join(", ")}`, 4),
  ];
  if (!permissions) return [...lines, "  ungoverned: each client's own defaults apply"];
  for (const tool of permissions) lines.push(wrap(`  ${tool.tool.padEnd(18)}  ${describeTool(tool)}`, 22));
  for (const { text } of limits) lines.push(wrap(`  limit of the role: ${text}`, 4));
  for (const { harness, isRendered, fields } of clients) {
    const title = harnesses.find(({ id }) => id === harness)!.title;
    if (!isRendered) lines.push(`  ${title}: not rendered`);
    for (const { fields: names, support, why } of notableFields(fields))
      lines.push(wrap(`  ${harness}: ${names.join(", ")} ${words[support] ?? support}: ${why.join("; ")}`, 4));
  }
  return lines;
}

/** The same word as in `check`. */
const words: Readonly<Partial<Record<string, string>>> = { narrowed: "stricter" };

function describeTool({ isNamed, intent, lines }: ToolPermissions): string {
  const groups = (["allow", "ask", "deny"] as const).flatMap((verdict) => {
    const count = lines.filter((line) => "verdict" in line && line.verdict === verdict).length;
    return count === 0 ? [] : [`${plural(count, `${verdict} rule`)}`];
  });
  const packs = lines.flatMap((line) => ("pack" in line ? [`@${line.pack}`] : []));
  const more = [...packs, ...groups];
  return `${intent}${isNamed ? "" : " (default)"}${more.length === 0 ? "" : `, after ${more.join(", ")}`}`;
}

/** Wraps between words; further lines are indented. */
function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=\S) /)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = " ".repeat(indent) + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
