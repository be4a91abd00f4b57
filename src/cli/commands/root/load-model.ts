/** Loads and resolves the definitions of the roots without rendering them, for commands that show them. */
import { hasErrors } from "../../../base/diagnostic.ts";
import { readSources, resolveSources } from "../../../build/generate.ts";
import { commandAgents } from "../../../harness/render/command-agent.ts";
import type { Agent } from "../../../model/agent.ts";
import type { Model } from "../../../model/model.ts";
import type { Verdict } from "../../../model/permission.ts";
import { generateOptions, type RenderValues } from "../../outputs.ts";
import type { Printer } from "../../print.ts";

/** Undefined if a definition is wrong; the errors are already printed. */
export async function loadModel(options: RenderValues, printer: Printer): Promise<Model | undefined> {
  const sources = readSources({ ...generateOptions(options), withNotes: false });
  const { model } = await resolveSources(sources);
  const errors = sources.diagnostics.filter(({ severity }) => severity === "error");
  if (!model || hasErrors(errors)) {
    printer.diagnostics(errors);
    return undefined;
  }
  return model;
}

const styles = { allow: "good", ask: "warning", deny: "error" } as const;

/** Colours the word at the start of `text`, which may be padded. */
export function paintVerdict(printer: Printer, verdict: Verdict, text: string = verdict): string {
  return printer.paint(styles[verdict], text.trimEnd()) + " ".repeat(text.length - text.trimEnd().length);
}

/** The agents that `explain` knows by name: those of the definitions, and the commands that are agents. */
export function explainedAgents({ agents, commands }: Model): ReadonlyMap<string, Agent> {
  const made = commandAgents(commands).flatMap(({ agent, command }): [string, Agent][] => [
    [command.slug, agent],
    [command.name, agent],
  ]);
  return new Map([...made, ...agents.map((agent): [string, Agent] => [agent.name, agent])]);
}
