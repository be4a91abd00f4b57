/** `surcingle list`: lists the agents, skills and commands of the roots, one line each. */
import { visible } from "../../../base/text.ts";
import type { Agent } from "../../../model/agent.ts";
import type { Tool } from "../../../model/permission.ts";
import { defineCommand } from "../../command.ts";
import { paintVerdict, renderOptions, resolveModel } from "../../outputs.ts";
import type { Printer } from "../../print.ts";

const shownTools = ["edit", "bash", "webfetch"] as const satisfies readonly Tool[];
const columns = 80;

export const list = defineCommand({
  name: "list",
  summary: "list the agents, skills and commands",
  description: [
    "Shows the mode of each agent, and what happens to an edit, a command and a fetch that no rule matches. A `+` means that there are rules.",
  ],
  options: renderOptions,
  examples: ["surcingle list", "surcingle list --root ~/agents", "surcingle list --json"],
  run: async ({ options, printer }) => {
    const model = await resolveModel(options, printer);
    if (!model) return 1;
    const { agents, skills, commands } = model;
    for (const agent of agents) printer.emit({ kind: "agent", ...agentJson(agent) });
    for (const { name, text } of skills) printer.emit({ kind: "skill", name, path: text.file.path });
    for (const { name, description, path } of commands) printer.emit({ kind: "command", name, description, path });
    const width = Math.max(8, ...agents.map(({ name }) => name.length));
    if (agents.length > 0) {
      printer.say(
        printer.paint(
          "bold",
          `${"agent".padEnd(width)}  ${"mode".padEnd(8)}  ${shownTools.map((tool) => tool.padEnd(8)).join("  ")}  description`,
        ),
      );
      for (const agent of agents) printer.say(agentLine(agent, width, printer));
    }
    const others = [
      { title: "skill", rows: skills.map(({ name, description }) => [name, description] as const) },
      { title: "command", rows: commands.map(({ name, description }) => [name, description] as const) },
    ];
    for (const { title, rows } of others) {
      if (rows.length === 0) continue;
      const wide = Math.max(title.length, ...rows.map(([name]) => name.length));
      printer.say(`\n${printer.paint("bold", `${title.padEnd(wide)}  description`)}`);
      for (const [name, description] of rows)
        printer.say(fit(`${name.padEnd(wide)}  ${visible(description)}`, columns));
    }
    return 0;
  },
});

function agentJson({ name, description, mode, policy, path }: Agent): Readonly<Record<string, unknown>> {
  return { name, description, mode, governed: policy !== undefined, permissions: policy?.otherwise ?? null, path };
}

function agentLine({ name, mode, description, policy }: Agent, width: number, printer: Printer): string {
  const cells = shownTools.map((tool) => {
    if (!policy) return "-".padEnd(8);
    const verdict = policy.otherwise[tool];
    const hasRules = policy.rules.some((rule) => rule.tool === tool);
    return paintVerdict(printer, verdict, `${verdict}${hasRules ? "+" : ""}`.padEnd(8));
  });
  const left = columns - width - 2 - 10 - shownTools.length * 10;
  return `${name.padEnd(width)}  ${mode.padEnd(8)}  ${cells.join("  ")}  ${fit(visible(description), left)}`;
}

/** Truncated to the width of the terminal. */
function fit(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 0)).trimEnd()}…`;
}
