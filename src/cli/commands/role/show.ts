/** `surcingle role show NAME`: what a role inherits, what it forbids and what it tells the agent. */
import { hasErrors } from "../../../base/diagnostic.ts";
import { nearest } from "../../../base/nearest.ts";
import { visible } from "../../../base/visible.ts";
import { limitsOf } from "../../../capability/limits.ts";
import { type Role, roleText } from "../../../model/role.ts";
import { explainLimit } from "../../../policy/explain.ts";
import { type Command, readOptions } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions } from "../../root-options.ts";
import { loadSet } from "../capability/options.ts";
import { roleJson } from "./json.ts";

export const roleShow: Command = {
  help: `Usage: surcingle role show NAME [OPTIONS]

Prints what a role inherits, the limits that the gate holds an agent to, and the text that joins its prompt.
What a task adds to the limits, its files for one, is not known here.
Exit code 0; 1 when there is no such role or a definition is wrong.

${rootHelp}
Examples:
  surcingle role show edit-local
  surcingle role show read-only --json
`,
  run: async (context) => {
    const given = readOptions(context.argv, rootOptions, { min: 1, max: 1 });
    const printer = makePrinter(context, given);
    const { roles, broken, diagnostics } = await loadSet(given, context);
    const name = given.positionals[0]!;
    const role = roles.get(name);
    printer.diagnostics(diagnostics);
    if (!role) {
      const guess = nearest(name, roles.keys());
      if (!broken.has(name) || diagnostics.length === 0)
        context.err(
          `surcingle: there is no role \`${visible(name)}\`${guess ? `; did you mean \`${guess}\`?` : "; `surcingle role list` lists them"}\n`,
        );
      return 1;
    }
    const limits = limitsOf(role, undefined);
    printer.emit({ ...roleJson(role), limits, text: roleText(role) });
    for (const line of [...headLines(role), ""]) printer.say(visible(line));
    printer.say("limits, whatever else an agent is allowed:");
    for (const limit of limits) {
      const severity = limit.severity ? ` (${limit.severity})` : "";
      const bypass = limit.bypass ? `, unless ${limit.bypass}=1` : "";
      printer.say(visible(`  ${explainLimit(limit)}${severity}${bypass}, ${limit.from}`));
    }
    if (limits.length === 0) printer.say("  none");
    printer.say(`\n${roleText(role).split("\n").map(visible).join("\n")}`);
    return hasErrors(diagnostics) ? 1 : 0;
  },
};

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
    ["spawnable", role.spawnable ? "yes" : "no: whoever starts agents does this itself (RULE 0.13)"],
    ["file", role.path],
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows.flatMap(([title, value]) => (value === undefined ? [] : [`${title.padEnd(width)}  ${value}`]));
}
