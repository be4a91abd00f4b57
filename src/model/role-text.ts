/** What a role tells the agent that has it: the texts of its capabilities in their order, then what to do when stuck. */
import type { Escalation, Role } from "./role.ts";

const escalationTexts: Readonly<Record<Escalation, string>> = {
  "ask-via-return":
    "When you need a decision that is not yours, or something you need is refused, stop there. Ask in your last message, with what you found and what you would do: it is answered before the work goes on.",
  "orchestrator-notify":
    "When you need a decision that is not yours, or something you need is refused, go on with the parts that do not depend on it. Begin your last message with what was left open and why, so that whoever started you is told.",
  "fail-fast":
    "When something you need is refused or you cannot go on, stop at once and say why in your last message. Do not look for another way: the task ends there.",
};

/** Without a line break at its end. */
export function roleText({
  name,
  capabilities,
  escalation,
}: Pick<Role, "name" | "capabilities" | "escalation">): string {
  const texts = [
    ...capabilities.map(({ text }) => text.text.trim()),
    `## When you cannot go on\n\n${escalationTexts[escalation]}`,
  ];
  return `${roleHeading}${name}\n\n${texts.join("\n\n---\n\n")}`;
}

/** Every composed prompt begins with it, and is known by it. */
export const roleHeading = "# AGENT SUBSTRATE — role ";
