/** Fields of a skill that a client does not support, each reported once with an alternative. */
import type { Report } from "../../base/diagnostic.ts";
import type { Span } from "../../base/source.ts";
import { findCommands, placeholdersIn } from "../../formats/skill-body.ts";
import { invocationOf, type Skill, skillField } from "../../model/skill.ts";
import type { Harness } from "../harness.ts";
import { commandReasons, takesArguments } from "./skill-commands.ts";

export function reportSkillLosses(harness: Harness, skills: readonly Skill[], report: Report): void {
  const { id, title, skillSupport } = harness;
  for (const skill of skills) {
    const { name, text } = skill;
    const reasons = commandReasons(skill, harness);
    // The agent is written where the command runs apart.
    const carried = reasons.includes("context") ? [...reasons, "agent"] : reasons;
    const lose = (field: string, span: Span, why: string): void => {
      const message = `${title} ${why}`;
      const loss = { harness: id, definition: name, field, support: "lost", why: message } as const;
      report({ code: "not-expressible", severity: "note", message, span, label: "not available there", loss });
    };
    for (const [key, value] of Object.entries(text.fields)) {
      const field = skillField(key);
      // A default value is not a loss.
      if (!field?.isBehaviour || isDefault(key, value) || skillSupport.fields.includes(key) || carried.includes(key))
        continue;
      lose(key, text.at([key], "key"), `does not know \`${key}\` of a skill: ${field.fallback ?? "it has no effect"}`);
    }
    if (skillSupport.fillsInText) continue;
    const body = { file: text.file, start: text.bodyOffset, end: text.bodyOffset };
    const isCommand = reasons.length > 0;
    const names = placeholdersIn(text.body).filter((each) => !isCommand || each === "CLAUDE_SESSION_ID");
    if (isCommand && takesArguments(text.body) && invocationOf(text.fields).modelInvokes)
      lose(
        "body.placeholders",
        body,
        "fills in arguments when the user starts the skill as a command, not when the model does",
      );
    if (names.length > 0)
      lose("body.placeholders", body, `does not fill in placeholders: ${names.map(written).join(", ")} stays`);
    if (findCommands(text.body).length > 0) lose("body.commands", body, "does not run commands in the text of a skill");
  }
}

function isDefault(key: string, value: unknown): boolean {
  return (key === "user-invocable" && value === true) || (key === "disable-model-invocation" && value === false);
}

const written = (name: string | number): string =>
  `\`${typeof name === "number" || name === "ARGUMENTS" ? `$${name}` : `\${${name}}`}\``;
