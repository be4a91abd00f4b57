/** Agents that may change nothing: what follows from a tool that is denied for every input. */
import type { Policy, Tool } from "../model/permission.ts";
import { judgeByToolLimit } from "./rules.ts";

/** Is the tool denied whatever it is asked to act on? */
export function deniesAll(policy: Policy, tool: Tool): boolean {
  if (judgeByToolLimit(policy, tool)) return true;
  for (const rule of policy.rules) {
    if (rule.tool !== tool) continue;
    if (rule.verdict !== "deny") return false;
    if (rule.pattern === "**") return true;
  }
  return policy.otherwise[tool] === "deny";
}

/** The agent's author, or its role, has taken editing away altogether. */
export function isReadOnly(policy: Policy): boolean {
  return deniesAll(policy, "edit");
}
