/** Says what a harness cannot express, at the place where it was asked for. */
import type { Loss, Report } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";

/** An agent or a command: what has a name and places. */
type Definition = Pick<Agent, "name" | "spanOf">;
type Lose = (agent: Definition, field: string, support: Loss["support"], why: string) => void;

/** `why` completes a sentence that begins with the client's name: "has no tags". */
export function losses(harness: { readonly id: string; readonly title: string }, report: Report): Lose {
  return (agent, field, support, why) => {
    const message = `${harness.title} ${why}`;
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

/** The losses that no harness is spared. */
export function reportTags(agent: Agent, lose: Lose): void {
  if (agent.tags.length > 0) lose(agent, "tags", "lost", "has no tags");
}
