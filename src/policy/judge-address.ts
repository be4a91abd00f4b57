/** Judges texts and addresses by the rules of their tool. */
import { compileGlob, matches } from "../base/glob.ts";
import type { Policy, Tool } from "../model/permission.ts";
import { namesHost, normaliseAddressPattern, readAddress } from "./addresses.ts";
import { atBestAsk, type Decision, fault, strictest } from "./decision.ts";
import { findPrivateHost } from "./private-hosts.ts";
import { patternsOf } from "./rule-patterns.ts";
import { judgeByRules, judgeByToolLimit, styleOf } from "./rules.ts";

export function judgeText(policy: Policy, tool: Tool, text: string): Decision {
  // Without a path an address asks for `/`, and may be written either way.
  const texts = tool === "webfetch" && /^[^/?#]*:\/\/[^/?#]+$/.test(text) ? [text, `${text}/`] : [text];
  const isMet = (pattern: string) => {
    const glob = compileGlob(pattern, styleOf(tool));
    return texts.some((each) => matches(glob, each));
  };
  const decision = judgeByRules(policy, tool, (rule) => {
    const patterns = patternsOf(rule);
    const isFound = patterns.some(
      (each) => isMet(each) || (tool === "webfetch" && isMet(normaliseAddressPattern(each))),
    );
    return isFound ? "yes" : "no";
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
