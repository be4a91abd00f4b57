/** Says what a harness cannot express, at the place where it was asked for. */
import type { Loss, Report } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";

/** An agent or a command: what has a name and places. */
type Definition = Pick<Agent, "name" | "spanOf">;
type Lose = (agent: Definition, field: string, support: Loss["support"], why: string) => void;

/** `why` completes a sentence that begins with the client's name: "has no tags". */
export function losses(harness: { readonly id: string; readonly title: string }, report: Report): Lose {
  return (agent, field, support, why) => {
    const message = sentence(harness.title, why);
    report({
      code: "not-expressible",
      severity: "warning",
      message,
      span: agent.spanOf(...field.split(".")),
      label:
        support === "narrowed"
          ? "stricter there than written here"
          : support === "gate"
            ? "the gate enforces it"
            : "lost there",
      loss: { harness: harness.id, definition: agent.name, field, support, why: message },
    });
  };
}

const sentences = new Map<string, Map<string, string>>();

/** One text for all agents that lose the same: with many agents there are tens of thousands of losses. */
function sentence(title: string, why: string): string {
  const known = sentences.get(title) ?? new Map<string, string>();
  const text = known.get(why) ?? `${title} ${why}`;
  sentences.set(title, known.set(why, text));
  return text;
}

/** The losses that no harness is spared. */
export function reportTags(agent: Agent, lose: Lose): void {
  if (agent.tags.length > 0) lose(agent, "tags", "lost", "has no tags");
}
