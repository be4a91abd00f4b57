/** Renders one agent for pi-subagents, whose parser reads lines instead of YAML, so every value is one plain line. */
import type { Report } from "../../base/diagnostic.ts";
import { joinFrontMatter } from "../../formats/markdown.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import { renderBody } from "../render/agent-files.ts";
import { grantedTools } from "./tools.ts";

export function agentPage(agent: Agent, model: Model): string {
  const { name, description, skills, policy } = agent;
  const fields: [string, string | undefined][] = [
    ["name", name],
    ["description", description.trim()],
    ["model", model.settings.models["pi"]?.[name]],
    // A missing line would grant every tool; an empty one grants none.
    ["tools", policy && grantedTools(policy).join(", ")],
    ["skills", skills.length === 0 ? undefined : skills.map((skill) => skill.name).join(", ")],
    ["advertise", agent.mode === "primary" ? undefined : "true"],
    // Subagents do not load extensions of the main session: each names its own, relative to its file.
    ["subagentOnlyExtensions", policy && `../extensions/surcingle/${name}/index.ts`],
  ];
  const lines = fields.flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`.trimEnd()]));
  return joinFrontMatter(lines, renderBody(agent));
}

/** pi-subagents 0.67 strips one pair of quotes around a value and treats these marks as the start of a block. */
export function checkDescription({ description, name, spanOf }: Agent, report: Report): void {
  const text = description.trim();
  // Also true for a description that is a single quote character.
  const isQuoted = (text[0] === '"' || text[0] === "'") && text.endsWith(text[0]);
  if (!isQuoted && !/^[>|]-?$/.test(text)) return;
  report({
    code: "not-expressible",
    severity: "error",
    message: `Pi cannot represent the description of \`${name}\`: it would ${isQuoted ? "lose its quotes" : "be read as YAML syntax"}`,
    span: spanOf("description"),
    label: isQuoted ? "quotes at both ends" : "YAML syntax, not text",
    hint: "rephrase it, or exclude Pi with --harness",
  });
}

/** The agent of the main session. */
export function primaryOf({ agents, settings }: Model): Agent | undefined {
  if (settings.piPrimary !== undefined) return agents.find(({ name }) => name === settings.piPrimary);
  const primaries = agents.filter(({ mode }) => mode === "primary");
  return primaries.length === 1 ? primaries[0] : undefined;
}

/** The same, with a report if the choice is wrong or ambiguous. */
export function choosePrimary(model: Model, isChosen: boolean, report: Report): Agent | undefined {
  const chosen = primaryOf(model);
  if (model.settings.piPrimary !== undefined) {
    if (chosen?.mode === "subagent") {
      report({
        code: "pi-primary",
        severity: "error",
        message: `\`${chosen.name}\` is chosen as Pi's main agent, but its mode is \`subagent\``,
        span: chosen.spanOf("mode"),
        label: "not a main agent",
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
      message: `Pi supports one main agent, but there are ${primaries.length} primary agents: ${list}`,
      span: primaries[0]!.spanOf("mode"),
      label: "ambiguous",
      hint: `write \`[pi]\` and \`primary = "${primaries[0]!.name}"\` into surcingle.toml, or exclude Pi with --harness`,
    });
  }
  return chosen;
}
