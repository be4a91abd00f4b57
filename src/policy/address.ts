/** Parses web addresses, recognizes private hosts, and judges an address by the rules. */
import { compileGlob, matches } from "../base/glob.ts";
import type { Policy, Tool } from "../model/permission.ts";
import { type Decision, fault, raiseToAsk, strictest } from "./decision.ts";
import { judgeByRules, judgeByToolLimit, patternsOf, styleOf } from "./rules.ts";

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ["http:", "80"],
  ["https:", "443"],
]);

interface Address {
  /** Normalized as in a browser; undefined if it is not a valid address. */
  readonly parsed: string | undefined;
  /** Why it needs approval; undefined if it does not. */
  readonly caution: string | undefined;
  /** The host as a browser writes it. */
  readonly host: string;
}

function readAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { parsed: undefined, caution: "it is not a valid address", host: "" };
  return { parsed: url.href, caution: findCaution(text, url), host: url.hostname };
}

function findCaution(text: string, url: URL): string | undefined {
  if (!defaultPorts.has(url.protocol)) return `its scheme \`${url.protocol}\` is neither http nor https`;
  // An empty name before `@` is lost in parsing, so the written form is checked too.
  const authority = /^[^:]*:[/\\]*([^/\\?#]*)/.exec(text)?.[1] ?? "";
  if (url.username !== "" || url.password !== "" || authority.includes("@"))
    return "it contains a user name or password";
  return undefined;
}

/** Whether the host is a literal part of the pattern. A star in the port is fine. */
export function namesHost(pattern: string, host: string): boolean {
  const authority = /^[^/]*:\/\/([^/?#]*)/.exec(normaliseAddressPattern(pattern))?.[1] ?? "";
  const named = /^(\[[^\]]*\]|[^:@]*)(?::[\d*]*)?$/.exec(authority)?.[1] ?? "";
  const literal = named.includes("*") || !URL.canParse(`http://${named}`) ? "" : new URL(`http://${named}`).hostname;
  return literal !== "" && bareHost(literal) === bareHost(host);
}

/** The pattern with its scheme, host and port normalized as in a browser. */
export function normaliseAddressPattern(pattern: string): string {
  const [, scheme, authority, rest] = /^([A-Za-z][A-Za-z0-9+.-]*:)\/\/([^/?#]*)(.*)$/s.exec(pattern) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return pattern;
  const protocol = scheme.toLowerCase();
  const whole = `${protocol}//${authority}`;
  if (!authority.includes("*") && URL.canParse(whole)) {
    const { username, password, host } = new URL(whole);
    return username || password ? pattern : `${protocol}//${host}${rest}`;
  }
  const port = defaultPorts.get(protocol);
  const host = authority.toLowerCase();
  const bare = port !== undefined && host.endsWith(`:${port}`) ? host.slice(0, -port.length - 1) : host;
  return `${protocol}//${bare}${rest}`;
}

/** First address and number of fixed bits. */
const ranges4: readonly (readonly [first: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Shared by carriers; 100.100.100.200 is a metadata service.
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
];

/** These names and their subdomains. A host without a dot counts as local anyway. */
const domains: readonly string[] = [
  ...["localhost", "local", "localdomain", "localdomain4", "localdomain6", "internal", "intranet", "private", "corp"],
  ...["lan", "home", "home.arpa", "svc", "cluster.local", "ts.net"],
  ...["metadata.goog", "metadata.tencentyun.com", "metadata.packet.net", "metadata.platformequinix.com"],
  // They resolve to the address in the name, or to this machine.
  ...["nip.io", "sslip.io", "xip.io", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "traefik.me"],
];

/** What kind of private host this is, for a sentence; undefined if it is public. `host` is normalized. */
export function findPrivateHost(host: string): string | undefined {
  const name = bareHost(host);
  if (name === "") return undefined;
  if (name.startsWith("[")) {
    const groups = readAddress6(name.slice(1, -1));
    return groups && isPrivate6(groups) ? "a private address" : undefined;
  }
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isPrivate4(readAddress4(name)) ? "a private address" : undefined;
  if (!name.includes(".")) return "a host on the local network";
  const isBelow = (domain: string): boolean => name === domain || name.endsWith(`.${domain}`);
  return domains.some(isBelow) || name === "kubernetes.default" ? "a host on the local network" : undefined;
}

/** Without trailing dots, which have no effect. */
function bareHost(host: string): string {
  return host.toLowerCase().replace(/\.+$/, "");
}

function readAddress4(text: string): number {
  return text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isPrivate4(address: number): boolean {
  return ranges4.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor(readAddress4(first) / size);
  });
}

/** Eight numbers. A browser writes no dotted part and one `::` at most. */
function readAddress6(text: string): readonly number[] | undefined {
  const [head = "", tail] = text.split("::");
  const read = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), tail === undefined ? [] : read(tail)];
  const missing = 8 - first.length - last.length;
  if (missing < 0 || (tail === undefined && missing > 0)) return undefined;
  return [...first, ...Array.from({ length: missing }, () => 0), ...last];
}

function isPrivate6(groups: readonly number[]): boolean {
  const [a = 0, b = 0] = groups;
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  const inside = (high: number, low: number): number => (groups[high] ?? 0) * 65_536 + (groups[low] ?? 0);
  // Unspecified, loopback, unique local, link local, site local, multicast.
  if (isZero(0, 7) && (groups[7] ?? 0) <= 1) return true;
  if ((a & 0xfe00) === 0xfc00 || (a & 0xff80) === 0xfe80 || a >= 0xff00) return true;
  // An embedded IPv4 address: mapped, compatible, translated, 6to4, Teredo.
  if (isZero(0, 5) && (groups[5] === 0xffff || groups[5] === 0)) return isPrivate4(inside(6, 7));
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return isPrivate4(inside(6, 7));
  if (a === 0x64 && b === 0xff9b) return groups[2] === 1 || isPrivate4(inside(6, 7));
  if (a === 0x2002) return isPrivate4(inside(1, 2));
  return a === 0x2001 && b === 0 && isPrivate4(2 ** 32 - 1 - inside(6, 7));
}

export function judgeText(policy: Policy, tool: Tool, text: string): Decision {
  // An address without a path means `/`; rules may be written either way.
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

/** As written and as a browser parses it; the strictest verdict wins. */
export function judgeAddress(policy: Policy, written: string): Decision {
  const { parsed, caution, host } = readAddress(written);
  const isPrivate = findPrivateHost(host);
  const [first, ...others] = [written, ...(parsed === undefined ? [] : [parsed])].map((text) => {
    const decision = judgeText(policy, "webfetch", text);
    const isNamed = decision.because.kind === "rule" && namesHost(decision.because.rule.pattern, host);
    return raiseToAsk(decision, isPrivate && !isNamed ? `its host is ${isPrivate}, and no rule names it` : undefined);
  });
  return raiseToAsk(first ? strictest(first, ...others) : fault("there is nothing to judge"), caution);
}
