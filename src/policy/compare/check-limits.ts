/** Compares the limits on commands, and two policies for addresses, search words and questions. */
import type { Limit, Policy, Rule } from "../../model/permission.ts";
import { findPrivateHost, namesHost } from "../address.ts";
import { hardLimits } from "../limits.ts";
import { deniesAll, removesTool } from "../rules.ts";
import { judgesConnections, startsNothing, withoutNamedAddress } from "./command-classes.ts";
import { emptyDisk, textExample } from "./examples.ts";
import { type ListVerdict, verdictCode } from "./lists.ts";
import { allowsOnly, ask, type LooserFinding, type PolicyPair, tryCall } from "./pair.ts";
import { addressRegion, anyText } from "./regions.ts";
import { addressLists, askAtLeast, type RuleView, textLists } from "./sides.ts";

export function checkLimits(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  if (deniesAll(b, "bash")) return undefined;
  const ofB = new Set(hardLimits(b).map(limitKey));
  const missing = hardLimits(a).filter((limit) => !ofB.has(limitKey(limit)));
  if (missing.some(({ kind }) => kind === "only-commands")) return show(pair, "A=1 x", "assignments");
  const isAboutWords = missing.some(({ kind }) => kind === "no-commands" || kind === "only-paths");
  if (isAboutWords && !allowsOnly(pair, startsNothing)) return show(pair, "x", "programs that start others");
  if (mayChange(a, b)) return show(pair, "git commit", "commands that make changes");
  const ofA = new Set(hardLimits(a).map(limitKey));
  const isTopOnly = (limit: Limit) => limit.kind === "no-paths" && limit.isTopOnly === true;
  const isShallow = hardLimits(b).some((limit) => isTopOnly(limit) && !ofA.has(limitKey(limit)));
  const hasPaths = missing.some((limit) => limit.kind === "no-paths" && !isTopOnly(limit));
  return isShallow && hasPaths ? show(pair, "rm -rf x", "directory trees") : undefined;
}

export function limitKey({ from: _, ...limit }: Limit): string {
  return JSON.stringify(limit);
}

/** A limit of A forbids editing, but a tool list of B names commands that make changes. */
function mayChange(a: Policy, b: Policy): boolean {
  const ofA = new Set(hardLimits(a).map(limitKey));
  if (!hardLimits(a).some((limit) => removesTool(limit, "edit"))) return false;
  const lists = hardLimits(b).filter((limit) => limit.kind === "only-commands" && !ofA.has(limitKey(limit)));
  return lists.length > 0 || (b.isToolList === true && !hardLimits(b).some((limit) => removesTool(limit, "edit")));
}

function show(pair: PolicyPair, subject: string, what: string): LooserFinding {
  const found = tryCall(pair, { call: { tool: "bash", subject }, surroundings: emptyDisk() });
  const { a, b } = pair;
  return found ?? { why: `\`${b.agent}\` lacks the limits of \`${a.agent}\` on ${what}` };
}

export function checkTexts(pair: PolicyPair, tool: "websearch" | "question"): LooserFinding | undefined {
  const { a, b } = pair;
  const question = { a: textLists(a, tool), b: textLists(b, tool), region: anyText };
  return ask(pair, tool, question, (symbols) => textExample(tool, symbols));
}

export function checkAddresses(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  const toExample = (symbols: readonly number[]) => textExample("webfetch", symbols);
  const found = ask(pair, "webfetch", { a: addressLists(a), b: addressLists(b), region: anyText }, toExample);
  if (found) {
    const nice = ask(pair, "webfetch", { a: addressLists(a), b: addressLists(b), region: addressRegion }, toExample);
    return nice && "difference" in nice ? nice : found;
  }
  const invalid = tryCall(pair, { call: { tool: "webfetch", subject: "x" }, surroundings: emptyDisk() });
  return invalid ?? checkPrivateHosts(pair);
}

/** The private host that a pattern contains literally, if any. */
function privateHost(pattern: string): string | undefined {
  const authority = /^[^/]*:\/\/(\[[^\]]*\]|[^/?#:]*)/.exec(pattern)?.[1] ?? "";
  if (authority === "" || authority.includes("*") || !URL.canParse(`http://${authority}`)) return undefined;
  const host = new URL(`http://${authority}`).hostname;
  return findPrivateHost(host) !== undefined && namesHost(pattern, host) ? host : undefined;
}

/** A private host needs approval, unless the rule that allows it names it. */
function checkPrivateHosts(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  const isAllowed = ({ tool, verdict, pattern }: Rule) =>
    tool === "webfetch" && verdict === "allow" && privateHost(pattern) !== undefined;
  if (!b.rules.some(isAllowed)) return undefined;
  // On A's side, only patterns count whose matches are certain to have that host.
  const view = (policy: Policy, isSure: boolean): RuleView => ({
    rule: ({ pattern, verdict }): ListVerdict => {
      const isNamed = privateHost(pattern) !== undefined && (!isSure || /^https?:\/\/[^*:/?#[]+\//i.test(pattern));
      return isNamed ? verdictCode[verdict] : askAtLeast(verdict);
    },
    otherwise: askAtLeast(policy.otherwise.webfetch),
  });
  const question = { a: addressLists(a, view(a, true)), b: addressLists(b, view(b, false)), region: anyText };
  return ask(pair, "webfetch", question, (symbols) => textExample("webfetch", symbols));
}

/** Connections of programs are judged only if the policy names `webfetch` or denies it. */
export function checkConnections(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  if (!judgesConnections(a)) return undefined;
  const isOpen = !judgesConnections(b) || (deniesAll(a, "webfetch") && !deniesAll(b, "webfetch"));
  if (!isOpen || allowsOnly(pair, withoutNamedAddress)) return undefined;
  return { why: `commands of \`${b.agent}\` may connect to addresses that \`${a.agent}\` may not` };
}
