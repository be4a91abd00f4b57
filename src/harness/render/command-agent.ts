/** Turns a command with `execution: agent` into an agent, so that a harness renders and guards it like any other. */
import { place } from "../../base/source.ts";
import type { Agent } from "../../model/agent.ts";
import type { Command } from "../../model/command.ts";
import { compileToolList, type ReadingTool, type ToolList } from "../../policy/tool-list.ts";
import type { Translation } from "./command-table.ts";
import { losses } from "./losses.ts";

export interface CommandAgent {
  readonly command: Command;
  readonly agent: Agent;
  /** Undefined if no tool is removed. */
  readonly list: ToolList | undefined;
}

export function commandAgents(commands: readonly Command[]): CommandAgent[] {
  return commands
    .filter(({ behavior }) => behavior.execution === "agent")
    .map((command) => {
      const list = toolListOf(command);
      return { command, list, agent: agentOf(command, list) };
    });
}

/** `name` is what the client calls the command. */
export function toolListOf(command: Command, name = command.slug): ToolList | undefined {
  return compileToolList(name, command.behavior.tools, place(command.spanOf("behavior", "tools")));
}

export function agentOf(command: Command, list: ToolList | undefined, name = command.slug): Agent {
  const { description, body, path, span, spanOf } = command;
  return {
    name,
    displayName: undefined,
    description,
    mode: "subagent",
    tags: [],
    maxTurns: undefined,
    prompt: { ref: path, text: body, path },
    rules: [],
    context: [],
    skills: [],
    policy: list?.policy,
    span,
    spanOf,
    path,
  };
}

/** Whether the list keeps a read tool of the client; `readers` maps them to the three portable names. */
export function keepsReadTool(
  name: string,
  readers: Readonly<Record<string, ReadingTool>>,
  { reading }: Pick<ToolList, "reading">,
): boolean {
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  return reader === undefined || reading.includes(reader);
}

/** Reports tools in the list that only another client knows. */
export function reportUnknownTools({ command, list }: CommandAgent, { target, report }: Translation): void {
  if (!list || list.unknown.length === 0) return;
  const names = list.unknown.map((item) => `\`${item}\``).join(", ");
  losses(target, report)(command, "behavior.tools", "narrowed", `does not offer the agent ${names}`);
}
