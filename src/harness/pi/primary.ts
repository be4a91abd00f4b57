/** Pi has one main session: which agent's prompt it gets. */
import type { Report } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";

/** The agent of the main session. */
export function primaryOf({ agents, settings }: Model): Agent | undefined {
  if (settings.piPrimary !== undefined) return agents.find(({ name }) => name === settings.piPrimary);
  const primaries = agents.filter(({ mode }) => mode === "primary");
  return primaries.length === 1 ? primaries[0] : undefined;
}

/** The same, and reports a choice that is wrong or not clear. */
export function choosePrimary(model: Model, isChosen: boolean, report: Report): Agent | undefined {
  const chosen = primaryOf(model);
  if (model.settings.piPrimary !== undefined) {
    if (chosen?.mode === "subagent") {
      report({
        code: "pi-primary",
        severity: "error",
        message: `\`${chosen.name}\` is chosen as Pi's main agent, but its mode is \`subagent\``,
        span: chosen.spanOf("mode"),
        label: "never a main agent",
        hint: "choose another agent in `pi.primary`, or change the mode",
      });
    }
    return chosen;
  }
  const primaries = model.agents.filter(({ mode }) => mode === "primary");
  if (primaries.length > 1) {
    const named = primaries.slice(0, 10).map(({ name }) => `\`${name}\``);
    const list = [...named, ...(primaries.length > 10 ? ["…"] : [])].join(", ");
    report({
      code: "pi-primary",
      severity: isChosen ? "error" : "note",
      message: `Pi has one main agent, and there are ${primaries.length} primary agents: ${list}`,
      span: primaries[0]!.spanOf("mode"),
      label: "which one?",
      hint: `write \`[pi]\` and \`primary = "${primaries[0]!.name}"\` into surcingle.toml, or leave Pi out with --harness`,
    });
  }
  return chosen;
}
