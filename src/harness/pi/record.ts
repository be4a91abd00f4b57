/** The hashes of the files that every governed subagent needs, for an agent that is about to call one of them. */
import { createHash } from "node:crypto";

export const recordVersion = 1;

/** Next to the extensions. One line per subagent, however many others may call it. */
export const recordPath = "extensions/surcingle/agents.json";

export interface AgentsRecord {
  readonly version: typeof recordVersion;
  /** Hash of the program that all extensions load. */
  readonly gate: string;
  /** Hash of the extension, whose text is the same for each agent. */
  readonly extension: string;
  readonly subagents: Readonly<Record<string, { readonly page: string; readonly policy: string }>>;
}

interface Recorded {
  readonly name: string;
  readonly page: string;
  readonly policy: string;
}

export function hashesOf(name: string, page: string | Uint8Array, policy: string): Recorded {
  return { name, page: hashOf(page), policy: hashOf(policy) };
}

export function printRecord(gate: string, extension: string, agents: readonly Recorded[]): string {
  const lines = agents.map(
    ({ name, page, policy }) => `    ${JSON.stringify(name)}: ${JSON.stringify({ page, policy })}`,
  );
  const head = [`"version": ${recordVersion}`, `"gate": "${hashOf(gate)}"`, `"extension": "${hashOf(extension)}"`];
  return `{\n  ${head.join(",\n  ")},\n  "subagents": {\n${lines.join(",\n")}\n  }\n}\n`;
}

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
