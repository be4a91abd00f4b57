/** The `[restricts]` table of a capability: commands and tools that are forbidden whatever else its gate says. */
import type { Capability } from "../model/capability.ts";
import type { BareLimit } from "./capability-code.ts";
import { limitOfTool } from "./tool-names.ts";

export function restricted({ restricts }: Capability): readonly BareLimit[] {
  const { toolPatterns, toolsDenied } = restricts;
  return [
    ...(toolPatterns.length > 0 ? [{ kind: "no-commands", expressions: toolPatterns } as const] : []),
    ...deniedTools(toolsDenied),
  ];
}

export function deniedTools(names: readonly string[]): readonly BareLimit[] {
  return [...new Set(names.map(limitOfTool))].filter((limit) => limit !== undefined);
}
