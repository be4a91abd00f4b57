/** Renders one harness: its files, and a report of everything that it cannot express. */
import type { Report } from "../base/diagnostic.ts";
import type { Agent } from "../model/agent.ts";
import type { Model } from "../model/model.ts";
import type { OutputFile } from "../model/output.ts";
import { tools } from "../model/permission.ts";
import {
  type Field,
  type FieldAnswer,
  type FieldLoss,
  fields,
  type Harness,
  type RenderContext,
  type Renderer,
} from "./harness.ts";
import { losses } from "./render/losses.ts";
import { reportSkillLosses } from "./render/skill-limits.ts";
import { rendererOf } from "./renderers.ts";

export function renderHarness(
  harness: Harness,
  model: Model,
  context: RenderContext,
  report: Report,
): readonly OutputFile[] {
  const renderer = rendererOf(harness.id);
  reportLosses(harness, renderer, model, context, report);
  return renderer.render(model, context, report);
}

/** Whether the author wrote the field. */
const isWritten: Readonly<Record<Exclude<Field, "commands">, (agent: Agent) => boolean>> = {
  name: () => true,
  description: () => true,
  display_name: ({ displayName }) => displayName !== undefined,
  mode: () => true,
  tags: ({ tags }) => tags.length > 0,
  max_turns: ({ maxTurns }) => maxTurns !== undefined,
  skills: ({ skills }) => skills.length > 0,
  rules: ({ rules }) => rules.length > 0,
  context: ({ context }) => context.length > 0,
  role: ({ role }) => role !== undefined,
  delegates: ({ delegates }) => delegates !== undefined,
  permissions: ({ policy }) => policy !== undefined,
};

/** Turns the answers of a harness into reports. All losses of agents are reported here. */
function reportLosses(
  harness: Harness,
  renderer: Renderer,
  model: Model,
  context: RenderContext,
  report: Report,
): void {
  const lose = losses(harness, report);
  for (const field of fields) {
    const answer = harness.fields[field];
    if (answer.kind === "native") continue;
    if (field === "commands") {
      const found = staticLosses(answer, `\`commands\` of ${harness.id}`);
      for (const command of model.commands) for (const { support, why } of found) lose(command, "name", support, why);
      continue;
    }
    const find = answer.kind === "per-agent" ? findLosses(harness, renderer, field)(model, context) : undefined;
    for (const agent of model.agents) {
      if (!isWritten[field](agent)) continue;
      const found = find ? find(agent) : staticLosses(answer, field).flatMap((each) => inParts(field, each));
      for (const { part, support, why } of found)
        lose(agent, part === undefined ? field : `${field}.${part}`, support, why);
    }
  }
  reportSkillLosses(harness, model, report);
}

function findLosses({ id }: Harness, { losses: own }: Renderer, field: Field) {
  const find = own[field];
  if (!find) throw new Error(`${id} answers \`${field}\` per agent, and its renderer has no function for it`);
  return find;
}

function staticLosses(answer: FieldAnswer, what: string): readonly FieldLoss[] {
  if (answer.kind === "native") return [];
  if (answer.kind === "per-agent") throw new Error(`${what} cannot be answered per agent`);
  return [{ support: answer.kind, why: answer.why }];
}

/** Each tool separately, because authors look for the tool. */
function inParts(field: Field, loss: FieldLoss): readonly FieldLoss[] {
  return field === "permissions" ? tools.map((part) => ({ ...loss, part })) : [loss];
}
