/** Reports what a harness cannot express, with its position. */
import type { Loss, Report } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";

/** An agent or a command: something with a name and places. */
type Definition = Pick<Agent, "name" | "spanOf">;
type Lose = (definition: Definition, field: string, support: Loss["support"], why: string) => void;

const labels: Readonly<Record<Loss["support"], string>> = {
  gate: "enforced by the gate",
  narrowed: "stricter there than written here",
  lost: "not available there",
};

/** `why` completes a sentence that begins with the client's name: "has no tags". */
export function losses(harness: { readonly id: string; readonly title: string }, report: Report): Lose {
  return (definition, field, support, why) => {
    const message = sentence(harness.title, why);
    report({
      code: "not-expressible",
      severity: "note",
      message,
      span: definition.spanOf(...field.split(".")),
      label: labels[support],
      loss: { harness: harness.id, definition: definition.name, field, support, why: message },
    });
  };
}

const sentences = new Map<string, Map<string, string>>();

/** One text shared by all agents with the same loss: with many agents there are tens of thousands of losses. */
function sentence(title: string, why: string): string {
  const known = sentences.get(title) ?? new Map<string, string>();
  const text = known.get(why) ?? `${title} ${why}`;
  sentences.set(title, known.set(why, text));
  return text;
}
