/** Decides one tool call by one policy. Total: every call gets a verdict and a reason. */
import { describeError } from "../base/errno.ts";
import {
  type Policy,
  policyVersion,
  type Rule,
  type ToolCall,
  tools,
  type Verdict,
  verdicts,
} from "../model/permission.ts";
import { judgeAddress, judgeText } from "./address.ts";
import { type Decision, fault, strictest } from "./decision.ts";
import { judgeBash } from "./judge-bash.ts";
import { hardPolicy, isLimit, withNotes } from "./limits.ts";
import { judgePaths } from "./path/judge.ts";
import { rememberLinks, type Surroundings } from "./surroundings.ts";

export function decide(policy: Policy, call: ToolCall, surroundings: Surroundings): Decision {
  try {
    const problem = findProblem(policy, call);
    if (problem !== undefined) return fault(problem);
    const known = rememberLinks(surroundings);
    return withNotes(policy, judge(hardPolicy(policy), call, known), (soft) => judge(soft, call, known));
  } catch (error) {
    return fault(describeError(error));
  }
}

/** Lists of rules whose verdicts were found valid. One list judges many calls. */
const checked = new WeakSet<readonly Rule[]>();

/** The policy comes from a file and the call from a client, so their types must be checked at run time. */
function findProblem(policy: Policy, call: ToolCall): string | undefined {
  if (policy.version !== policyVersion) return `the policy has version ${policy.version}, not ${policyVersion}`;
  if (typeof call.subject !== "string") return "the call has no subject";
  if (!tools.includes(call.tool)) return `unknown tool \`${call.tool}\``;
  const isVerdict = (verdict: Verdict) => verdicts.includes(verdict);
  if (!isVerdict(policy.otherwise[call.tool])) return "the policy contains an unknown verdict";
  if (!checked.has(policy.rules)) {
    if (!policy.rules.every(({ verdict }) => isVerdict(verdict))) return "the policy contains an unknown verdict";
    checked.add(policy.rules);
  }
  if (!policy.limits.every(isLimit)) return "the policy contains an unknown limit";
  return undefined;
}

function judge(policy: Policy, { tool, subject, reading }: ToolCall, surroundings: Surroundings): Decision {
  switch (tool) {
    case "bash": {
      const parts = judgeBash(policy, subject, surroundings);
      const best = strictest(...parts);
      return parts.length > 1 ? { ...best, parts } : best;
    }
    case "edit":
    case "read":
    case "external_directory":
      return judgePaths(policy, tool, { kind: "path", path: subject }, surroundings, { ...(reading && { reading }) });
    case "webfetch":
      return judgeAddress(policy, subject);
    case "websearch":
    case "question":
      return judgeText(policy, tool, subject);
  }
}
