/** How Claude Code enforces a verdict: by removing a tool, by the hook, or by its own stricter rules. */

import type { Policy, ToolCall, Verdict } from "../../model/permission.ts";
import type { Enforcement } from "../harness.ts";
import { isAlwaysDenied } from "../render/whole-tools.ts";
import { claudeCode } from "./index.ts";

export function enforcementOf(policy: Policy, call: ToolCall, verdict: Verdict): Enforcement {
  const names = claudeCode.tools.canonical[call.tool];
  if (isAlwaysDenied(policy, call.tool) && names.length > 0)
    return { support: "native", how: `${names.join(", ")} is not available to the agent` };
  const how = ownRule(call);
  if (how !== undefined && verdict !== "deny") return { support: "narrowed", how };
  return { support: "gate", how: "the PreToolUse hook in the agent's file asks the gate" };
}

/** Claude Code 2.1 itself asks before it edits its own or git's files, and before background commands. */
function ownRule({ tool, subject }: ToolCall): string | undefined {
  if (tool === "question") return "the client asks the user; subagents cannot ask";
  if (tool === "edit" && /(^|\/)\.(git|claude)\//.test(subject))
    return "the client asks before it edits .git/ or .claude/";
  if (tool === "bash" && /[^&]&\s*$/.test(subject)) return "the client asks before a background command";
  return undefined;
}
