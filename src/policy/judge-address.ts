/** Judges texts and addresses by the rules of their tool. */
import { compileGlob, matches } from "../base/glob.ts";
import type { Policy, Tool } from "../model/permission.ts";
import { namesHost, normaliseAddressPattern, readAddress } from "./addresses.ts";
import { atBestAsk, type Decision, fault, strictest } from "./decision.ts";
import { findPrivateHost } from "./private-hosts.ts";
import { judgeByRules, judgeByToolLimit, styleOf } from "./rules.ts";

export function judgeText(policy: Policy, tool: Tool, text: string): Decision {
  const isMet = (pattern: string) => matches(compileGlob(pattern, styleOf(tool)), text);
  const decision = judgeByRules(policy, tool, ({ pattern }) => {
    const forms = tool === "webfetch" ? [pattern, normaliseAddressPattern(pattern)] : [pattern];
    return forms.some(isMet) ? "yes" : "no";
  });
  return judgeByToolLimit(policy, tool) ?? decision;
}

/** As written and as a browser reads it; the strictest counts. */
export function judgeAddress(policy: Policy, written: string): Decision {
  const { parsed, caution, host } = readAddress(written);
  const isPrivate = findPrivateHost(host);
  const [first, ...others] = [written, ...(parsed === undefined ? [] : [parsed])].map((text) => {
    const decision = judgeText(policy, "webfetch", text);
    const isNamed = decision.because.kind === "rule" && namesHost(decision.because.rule.pattern, host);
    return atBestAsk(decision, isPrivate && !isNamed ? `its host is ${isPrivate}, and no rule names it` : undefined);
  });
  return atBestAsk(first ? strictest(first, ...others) : fault("there is nothing to judge"), caution);
}
