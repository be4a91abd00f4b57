/** What you need to start an agent by hand, in three formats. Pure. */
import { printJson } from "../formats/json.ts";
import { printToml } from "../formats/toml-print.ts";
import type { Entries } from "../model/output.ts";
import type { Role } from "../model/role.ts";
import type { Task } from "../model/task.ts";
import { composePrompt } from "./compose.ts";
import { composeDna } from "./dna.ts";

interface PreparedSpawn {
  readonly dna: string;
  readonly agentId: string;
  readonly subagentType: string;
  readonly isolation: "worktree" | undefined;
  /** `<role> agent <short>` */
  readonly description: string;
  readonly prompt: string;
  /** The command that verifies the agent's work. */
  readonly onReturn: string;
  /** The row that a spawn writes, for display. */
  readonly ledger: string;
}

export const prepareFormats = ["human", "json", "toml"] as const;
type PrepareFormat = (typeof prepareFormats)[number];

export function prepare(task: Task, role: Role, nonce: string): PreparedSpawn {
  const { agentId, parentAgent } = task;
  return {
    dna: composeDna(task, role, nonce),
    agentId,
    subagentType: task.claudeSubagentType ?? role.claudeSubagentType,
    isolation: role.isolation,
    description: `${role.name} agent ${agentId.slice(0, 8)}`,
    prompt: composePrompt(role, task),
    onReturn: `surcingle task verify tasks/${agentId}/task.toml --worktree <path-from-harness>`,
    ledger: `running agent-id=${agentId} role=${role.name} parent=${parentAgent ?? "none"}`,
  };
}

/** The whole text, with a line break at its end. */
export function printPrepared(invocation: PreparedSpawn, format: PrepareFormat): string {
  if (format === "human") return forPeople(invocation);
  if (format === "json") return printJson(entriesOf(invocation));
  // TOML has no null.
  return printToml(entriesOf(invocation).filter(([, value]) => value !== null));
}

function entriesOf(invocation: PreparedSpawn): Entries {
  const { dna, agentId, subagentType, isolation, description, prompt, onReturn, ledger } = invocation;
  return [
    ["dna", dna],
    ["agent_id", agentId],
    ["subagent_type", subagentType],
    ["isolation", isolation ?? null],
    ["description", description],
    ["prompt", prompt],
    ["on_return", onReturn],
    ["ledger", ledger],
  ];
}

function forPeople(invocation: PreparedSpawn): string {
  const { dna, agentId, subagentType, isolation, description, prompt, onReturn, ledger } = invocation;
  return `dna: ${dna}
=== AGENT SUBSTRATE v1 — PREPARED SPAWN ===
agent-id: ${agentId}
subagent_type: ${subagentType}
isolation: ${isolation ?? "none"}
description: ${description}
--- PROMPT (copy into Agent tool \`prompt\` param) ---
${prompt.trimEnd()}
--- END PROMPT ---
on return:
${onReturn}
(orchestrator harness returns worktree path in the task-notification)
ledger: ${ledger}
`;
}
