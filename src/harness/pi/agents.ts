/** One agent as pi-subagents reads it: a line parser, not YAML, so every value is one plain line. */
import type { Report } from "../../base/diagnostic.ts";
import { joinFrontMatter } from "../../formats/markdown.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import { renderBody } from "../render/body.ts";
import { grantedTools } from "./tools.ts";

export function agentPage(agent: Agent, model: Model): string {
  const { name, description, skills, policy } = agent;
  const fields: [string, string | undefined][] = [
    ["name", name],
    ["description", description.trim()],
    ["model", model.settings.models["pi"]?.[name]],
    // A missing line would give every tool; an empty one gives none.
    ["tools", policy && grantedTools(policy).join(", ")],
    ["skills", skills.length === 0 ? undefined : skills.map((skill) => skill.name).join(", ")],
    ["advertise", agent.mode === "primary" ? undefined : "true"],
    // Children load no extension of the main session: each names its own, seen from its own file.
    ["subagentOnlyExtensions", policy && `../extensions/surcingle/${name}/index.ts`],
  ];
  const lines = fields.flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`.trimEnd()]));
  return joinFrontMatter(lines, renderBody(agent));
}

/** pi-subagents 0.67 strips one pair of quotes around a value and takes these marks for the start of a block. */
export function checkDescription({ description, name, spanOf }: Agent, report: Report): void {
  const text = description.trim();
  // One quote alone begins and ends the text, and is stripped to nothing.
  const isQuoted = (text[0] === '"' || text[0] === "'") && text.endsWith(text[0]);
  if (!isQuoted && !/^[>|]-?$/.test(text)) return;
  report({
    code: "not-expressible",
    severity: "error",
    message: `Pi cannot carry the description of \`${name}\`: it would ${isQuoted ? "lose its quotes" : "be read as a mark"}`,
    span: spanOf("description"),
    label: isQuoted ? "quotes at both ends" : "a mark, not a text",
    hint: "say it in other words, or leave Pi out with --harness",
  });
}
