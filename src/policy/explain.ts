/** A decision as one sentence that an agent or a person can act on. */
import { visible } from "../base/visible.ts";
import type { Limit, Policy, ToolCall } from "../model/permission.ts";
import type { Decision, Reason } from "./decision.ts";

const longestSubject = 200;

export function explainDecision(policy: Policy, call: ToolCall, decision: Decision): string {
  return explainSubject(policy.agent, call, decision);
}

/** The same for what is no canonical call: reading, delegation, a tool of the client. */
export function explainSubject(
  agent: string,
  asked: { readonly tool: string; readonly subject: string },
  decision: Decision,
): string {
  const tool = decision.tool ?? asked.tool;
  const subject = quote(decision.subject ?? asked.subject);
  return `surcingle: ${agent}: ${decision.verdict} ${tool} ${subject}, ${explainReason(tool, decision.because)}`;
}

function explainReason(tool: string, because: Reason): string {
  switch (because.kind) {
    case "rule":
      return `by rule ${quote(because.rule.pattern)} at ${because.rule.from}`;
    case "limit":
      return `by ${explainLimit(because.limit)} at ${because.limit.from}`;
    case "intent":
      return `by the intent of \`${tool}\`, as no rule matches`;
    case "granted":
    case "grant":
    case "caution":
      return `because ${visible(because.point)}`;
    case "fault":
      return `because the call could not be judged: ${visible(because.message)}`;
  }
}

function explainLimit(limit: Limit): string {
  switch (limit.kind) {
    case "no-tool":
      return `the role's limit that there is no \`${limit.tool}\``;
    case "only-commands":
      return `the role's limit that only ${limit.expressions.map(quote).join(", ")} may run`;
    case "no-commands":
      return `the role's limit that ${limit.expressions.map(quote).join(", ")} may not run`;
  }
}

function quote(text: string): string {
  const short = text.length > longestSubject ? `${text.slice(0, longestSubject)}…` : text;
  return `\`${visible(short)}\``;
}
