/** How Copilot enforces a verdict: by removing a tool, by the hook, or by its own stricter rules. */

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

/** May return true unnecessarily, because the client's own parsing of commands is not fully known. */
function isNested(line: string): boolean {
  const hasSubstitution = /`|\$\(/.test(line);
  return hasSubstitution && (/\$\{[^}]*[-=+?@!]/.test(line) || line.includes("<<"));
}
