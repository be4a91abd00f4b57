/** `surcingle role show NAME`: shows what a role inherits, what it forbids and what it tells the agent. */
import { hasErrors } from "../../../base/diagnostic.ts";
import { visible } from "../../../base/text.ts";
import { limitsOf } from "../../../capability/limits.ts";
import { type Role, roleText } from "../../../model/role.ts";
import { explainLimit } from "../../../policy/explain.ts";
import { defineCommand, nearestHint } from "../../command.ts";
import { rootOptions, rootsOf } from "../../options.ts";
import { loadSet } from "../capability/load.ts";
import { roleJson } from "./list.ts";

export const roleShow = defineCommand({
  name: "show",
  summary: "show a role: what it inherits, its limits, its text",
  description: [
    "Prints what the role inherits, the limits that the gate enforces, and the text that is added to the prompt. Limits that a task adds, such as its files, are not shown. Exits with 1 if there is no such role.",
  ],
  arguments: [{ name: "NAME", text: "a role" }],
  options: rootOptions,
  examples: ["surcingle role show edit-local", "surcingle role show read-only --json"],
  run: async (call) => {
    const { printer, words } = call;
    const name = words[0]!;
    const { roles, broken, diagnostics } = await loadSet(rootsOf(call), [name]);
    const role = roles.get(name);
    printer.diagnostics(diagnostics);
    if (!role) {
      const hint = nearestHint(name, roles.keys()) || "; `surcingle role list` lists them";
      if (!broken.has(name) || diagnostics.length === 0)
        call.err(`surcingle: unknown role \`${visible(name)}\`${hint}\n`);
      return 1;
    }
    const limits = limitsOf(role, undefined);
    printer.emit({ ...roleJson(role), limits, text: roleText(role) });
    for (const line of [...headLines(role), ""]) printer.say(visible(line));
    printer.say("limits, which apply whatever else is allowed:");
    for (const limit of limits) {
      const severity = limit.severity ? ` (${limit.severity})` : "";
      const bypass = limit.bypass ? `, unless ${limit.bypass}=1` : "";
      printer.say(visible(`  ${explainLimit(limit)}${severity}${bypass}, ${limit.from}`));
    }
    if (limits.length === 0) printer.say("  none");
    printer.say(`\n${roleText(role).split("\n").map(visible).join("\n")}`);
    return hasErrors(diagnostics) ? 1 : 0;
  },
});

function headLines(role: Role): string[] {
  const rows: [string, string | undefined][] = [
    ["role", role.displayName === undefined ? role.name : `${role.name}, ${role.displayName}`],
    ["about", role.description],
    ["extends", role.ancestors.join(" → ") || undefined],
    ["capabilities", role.capabilities.map(({ name }) => name).join(", ") || "none"],
    ["tools", role.tools?.allowed?.join(", ") ?? "all"],
    ["escalation", role.escalation],
    ["subagent type", role.claudeSubagentType],
    ["isolation", role.isolation ?? "none"],
    ["spawnable", role.spawnable ? "yes" : "no: only for the process that starts agents (RULE 0.13)"],
    ["file", role.path],
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows.flatMap(([title, value]) => (value === undefined ? [] : [`${title.padEnd(width)}  ${value}`]));
}
