/** Compares what two policies say about addresses, search words and questions. */
import type { Policy, Rule } from "../../model/permission.ts";
import { namesHost } from "../addresses.ts";
import { findPrivateHost } from "../private-hosts.ts";
import { deniesAll } from "../read-only.ts";
import { emptyDisk, textExample } from "./examples.ts";
import { type Saying, say } from "./lists.ts";
import { judgesConnections, unconnected } from "./manners.ts";
import { addressRegion, anyText } from "./regions.ts";
import { ask, type Finding, neverStarts, type Session, tryCall } from "./session.ts";
import { addressLists, atBestAsk, textLists, type View } from "./sides.ts";

export function checkTexts(session: Session, tool: "websearch" | "question"): Finding | undefined {
  const { a, b } = session;
  const question = { a: textLists(a, tool), b: textLists(b, tool), region: anyText };
  return ask(session, tool, question, (symbols) => textExample(tool, symbols));
}

export function checkAddresses(session: Session): Finding | undefined {
  const { a, b } = session;
  const toExample = (symbols: readonly number[]) => textExample("webfetch", symbols);
  const found = ask(session, "webfetch", { a: addressLists(a), b: addressLists(b), region: anyText }, toExample);
  if (found) {
    const nice = ask(session, "webfetch", { a: addressLists(a), b: addressLists(b), region: addressRegion }, toExample);
    return nice && "difference" in nice ? nice : found;
  }
  const invalid = tryCall(session, { call: { tool: "webfetch", subject: "x" }, surroundings: emptyDisk() });
  return invalid ?? checkPrivateHosts(session);
}

/** The host that a pattern names literally, where it is a private one. */
function privateHost(pattern: string): string | undefined {
  const authority = /^[^/]*:\/\/(\[[^\]]*\]|[^/?#:]*)/.exec(pattern)?.[1] ?? "";
  if (authority === "" || authority.includes("*") || !URL.canParse(`http://${authority}`)) return undefined;
  const host = new URL(`http://${authority}`).hostname;
  return findPrivateHost(host) !== undefined && namesHost(pattern, host) ? host : undefined;
}

/** A private host is at best asked about, unless the rule that allows it names it. */
function checkPrivateHosts(session: Session): Finding | undefined {
  const { a, b } = session;
  const isAllowed = ({ tool, verdict, pattern }: Rule) =>
    tool === "webfetch" && verdict === "allow" && privateHost(pattern) !== undefined;
  if (!b.rules.some(isAllowed)) return undefined;
  // Of A only patterns count whose texts have that host for sure.
  const view = (policy: Policy, isSure: boolean): View => ({
    rule: ({ pattern, verdict }): Saying => {
      const isNamed = privateHost(pattern) !== undefined && (!isSure || /^https?:\/\/[^*:/?#[]+\//i.test(pattern));
      return isNamed ? say[verdict] : atBestAsk(verdict);
    },
    otherwise: atBestAsk(policy.otherwise.webfetch),
  });
  const question = { a: addressLists(a, view(a, true)), b: addressLists(b, view(b, false)), region: anyText };
  return ask(session, "webfetch", question, (symbols) => textExample("webfetch", symbols));
}

/** What a program connects to is judged only where `webfetch` is named or taken away. */
export function checkConnections(session: Session): Finding | undefined {
  const { a, b } = session;
  if (!judgesConnections(a)) return undefined;
  const isOpen = !judgesConnections(b) || (deniesAll(a, "webfetch") && !deniesAll(b, "webfetch"));
  if (!isOpen || neverStarts(session, unconnected)) return undefined;
  return { why: `commands of \`${b.agent}\` may connect to addresses that \`${a.agent}\` may not` };
}
