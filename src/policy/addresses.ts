/** Web addresses: how one is read, and how the literal beginning of a pattern is brought into the same form. */
import { bareHost } from "./private-hosts.ts";

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ["http:", "80"],
  ["https:", "443"],
]);

export interface Address {
  /** As a browser would write it; undefined when it is no address at all. */
  readonly parsed: string | undefined;
  /** Why it is at best ask, if it is. */
  readonly caution: string | undefined;
  /** The host as a browser writes it. */
  readonly host: string;
}

export function readAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { parsed: undefined, caution: "it is not a valid address", host: "" };
  return { parsed: url.href, caution: findCaution(text, url), host: url.hostname };
}

function findCaution(text: string, url: URL): string | undefined {
  if (!defaultPorts.has(url.protocol)) return `its scheme \`${url.protocol}\` is neither http nor https`;
  // An empty name before `@` leaves no trace in the parsed form, so the written one is asked too.
  const authority = /^[^:]*:[/\\]*([^/\\?#]*)/.exec(text)?.[1] ?? "";
  if (url.username !== "" || url.password !== "" || authority.includes("@"))
    return "it carries a user name or password";
  return undefined;
}

/** Is the host a literal part of the pattern? A star in the port does not matter. */
export function namesHost(pattern: string, host: string): boolean {
  const authority = /^[^/]*:\/\/([^/?#]*)/.exec(normaliseAddressPattern(pattern))?.[1] ?? "";
  const named = /^(\[[^\]]*\]|[^:@]*)(?::[\d*]*)?$/.exec(authority)?.[1] ?? "";
  const literal = named.includes("*") || !URL.canParse(`http://${named}`) ? "" : new URL(`http://${named}`).hostname;
  return literal !== "" && bareHost(literal) === bareHost(host);
}

/** The pattern with its scheme, host and port as a browser would write them. */
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
