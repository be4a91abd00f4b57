/** Which client is asked about skills and commands, and in which scope. */
import type { ClientId } from "../../../scripts/clients.ts";
import type { Scope } from "../../../src/harness/harness.ts";
import { askClaudeSkills } from "./claude-code.ts";
import { askCodexSkills } from "./codex.ts";
import { askCopilotSkills } from "./copilot.ts";
import { askOpencodeSkills } from "./opencode.ts";
import { askPiSkills, askPiSubagentSkills } from "./pi.ts";
import type { Seen } from "./seen.ts";
import type { SkillStage } from "./stage.ts";

export interface SkillRound {
  readonly client: ClientId;
  readonly version?: string;
  readonly harness: string;
  readonly scope: Scope;
  readonly without?: readonly string[];
  readonly ask: (stage: SkillStage) => Promise<readonly Seen[]>;
}

const opencode = { client: "opencode", harness: "opencode", ask: askOpencodeSkills } as const;
const claude = { client: "claude-code", harness: "claude-code", ask: askClaudeSkills } as const;
const codex = { client: "codex", harness: "codex", ask: askCodexSkills } as const;
const copilot = { client: "copilot", harness: "copilot", ask: askCopilotSkills } as const;
const pi = { client: "pi", harness: "pi", ask: askPiSkills } as const;
/** The main agent's own gate would come first, and the question is what holds inside the others. */
const without = ["extensions/surcingle/index.ts"];

export const skillRounds: readonly SkillRound[] = [
  { ...opencode, scope: "user" },
  { ...opencode, scope: "project" },
  { ...claude, version: "2.1.257", scope: "user" },
  { ...claude, version: "2.1.325", scope: "user" },
  { ...claude, version: "2.1.325", scope: "project" },
  { ...codex, scope: "user" },
  { ...codex, scope: "project" },
  { ...copilot, scope: "user" },
  { ...copilot, scope: "project" },
  { ...pi, scope: "user" },
  { ...pi, scope: "project" },
  { client: "pi-subagents", harness: "pi", scope: "user", without, ask: askPiSubagentSkills },
];
