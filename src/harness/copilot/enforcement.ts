/** How Copilot holds to a verdict: by leaving a tool out, by the hook, or more strictly by rules of its own. */

import type { Policy, ToolCall, Verdict } from "../../model/permission.ts";
import type { Enforcement } from "../harness.ts";
import { isAlwaysDenied } from "../render/whole-tools.ts";
import { copilot } from "./index.ts";

export function enforcementOf(policy: Policy, { tool, subject }: ToolCall, verdict: Verdict): Enforcement {
  const names = copilot.tools.canonical[tool];
  if (isAlwaysDenied(policy, tool) && names.length > 0)
    return { support: "native", how: `${names.join(", ")} is not available to the agent` };
  if (tool === "bash" && verdict !== "deny" && isNested(subject))
    return { support: "narrowed", how: "the client denies substitutions inside default values and here-documents" };
  return { support: "gate", how: "the preToolUse hook in the agent's file asks the gate" };
}

/** Rather once too often: the client's own reading of a command is not known in all corners. */
function isNested(line: string): boolean {
  const hasSubstitution = /`|\$\(/.test(line);
  return hasSubstitution && (/\$\{[^}]*[-=+?@!]/.test(line) || line.includes("<<"));
}
