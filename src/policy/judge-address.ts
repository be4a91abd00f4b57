/** Judges texts and addresses by the rules of their tool. */
import { compileGlob, matches } from "../base/glob.ts";
import type { Policy, Tool } from "../model/permission.ts";
import { normaliseAddressPattern, readAddress } from "./addresses.ts";
import { atBestAsk, type Decision, fault, strictest } from "./decision.ts";
import { judgeByRules, judgeByToolLimit, styleOf } from "./rules.ts";

export function judgeText(policy: Policy, tool: Tool, ...texts: readonly string[]): Decision {
  const match = (pattern: string, text: string) => matches(compileGlob(pattern, styleOf(tool)), text);
  const [first, ...others] = texts.map((text) => {
    return judgeByRules(policy, tool, ({ pattern }) => {
      const forms = tool === "webfetch" ? [pattern, normaliseAddressPattern(pattern)] : [pattern];
      return forms.some((form) => match(form, text)) ? "yes" : "no";
    });
  });
  return judgeByToolLimit(policy, tool) ?? (first ? strictest(first, ...others) : fault("there is nothing to judge"));
}

export function judgeAddress(policy: Policy, written: string): Decision {
  const { parsed, caution } = readAddress(written);
  return atBestAsk(judgeText(policy, "webfetch", written, ...(parsed === undefined ? [] : [parsed])), caution);
}
