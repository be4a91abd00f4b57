/** Agents that may change nothing: what follows from a tool that is denied for every input. */
import type { Policy, Tool } from "../model/permission.ts";
import { judgeByToolLimit } from "./rules.ts";

/** Is the tool denied whatever it is asked to act on? */
export function deniesAll(policy: Policy, tool: Tool): boolean {
  return judgeByToolLimit(policy, tool) !== undefined || rulesDenyAll(policy, tool);
}

/**
 * The agent's author has taken editing away altogether. A role that does so says by limits of its own which commands
 * may run code, so it does not count; what changes things is denied there by the limit itself.
 */
export function isReadOnly(policy: Policy): boolean {
  return rulesDenyAll(policy, "edit");
}

function rulesDenyAll(policy: Policy, tool: Tool): boolean {
  for (const rule of policy.rules) {
    if (rule.tool !== tool) continue;
    if (rule.verdict !== "deny") return false;
    if (rule.pattern === "**") return true;
  }
  return policy.otherwise[tool] === "deny";
}
