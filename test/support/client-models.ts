/** Models how clients decide by their own rules, derived from the real programs, not from our importers. */
import type { Verdict } from "../../src/model/permission.ts";

export interface ClaudeRules {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
}

const quoted = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");

/** Claude Code 2.1.325: `*` crosses everything, a lone final ` *` is optional, `p:*` is a prefix of words. */
function claudeCommand(pattern: string, text: string): boolean {
  const prefix = /^(.*):\*$/s.exec(pattern.trim())?.[1];
  if (prefix !== undefined) return text === prefix || text.startsWith(`${prefix} `);
  const plain = pattern.trim();
  const isOptional = plain.endsWith(" *") && !plain.slice(0, -2).includes("*");
  const source = (isOptional ? plain.slice(0, -2) : plain).split("*").map(quoted).join(".*");
  return new RegExp(`^${source}${isOptional ? "(?: .*)?" : ""}$`, "s").test(text);
}

const rulesFor = (rules: readonly string[], tool: string): readonly (string | undefined)[] =>
  rules.flatMap((rule) => {
    const found = /^(\w+)(?:\((.*)\))?$/s.exec(rule);
    return found?.[1] === tool ? [found[2]] : [];
  });

/**
 * Plain lists of commands only. Read-only commands that the client runs unasked are asked here: the model is stricter.
 */
export function claudeBash(rules: ClaudeRules, line: string): Verdict {
  const parts = [line, ...line.split(/ (?:&&|\|\||\||;) |; /)];
  const simple = parts.length > 2 ? parts.slice(1) : [line];
  // Only a pattern with an operator is matched against the whole line: `rm * git *` is about one command.
  const isFor = (pattern: string, text: string): boolean =>
    text !== line || simple.length === 1 || /[|;&]/.test(pattern);
  const matches = (list: readonly string[], text: string): boolean =>
    rulesFor(list, "Bash").some(
      (pattern) => pattern === undefined || pattern === "*" || (isFor(pattern, text) && claudeCommand(pattern, text)),
    );
  if (parts.some((part) => matches(rules.deny, part))) return "deny";
  if (parts.some((part) => matches(rules.ask, part))) return "ask";
  return simple.every((part) => matches(rules.allow, part)) ? "allow" : "ask";
}

/** Paths relative to the project; case is ignored. A deny of `name/**` also reaches deeper, an allow does not. */
function claudePath(pattern: string | undefined, path: string, isAllow: boolean): boolean {
  if (pattern === undefined) return true;
  const plain = pattern.replace(/^\.\//, "");
  const body = plain
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => (part === "**/" ? "(?:.*/)?" : part === "**" ? ".*" : part === "*" ? "[^/]*" : quoted(part)))
    .join("");
  const isAnyDepth = !plain.replace(/\/\*\*$/, "").includes("/") && !(isAllow && plain.endsWith("/**"));
  return new RegExp(`^${isAnyDepth ? "(?:.*/)?" : ""}${body}(?:/.*)?$`, "i").test(path);
}

export function claudeEdit(rules: ClaudeRules, path: string): Verdict {
  const matches = (list: readonly string[], names: readonly string[], isAllow: boolean): boolean =>
    names.some((name) => rulesFor(list, name).some((pattern) => claudePath(pattern, path, isAllow)));
  if (matches(rules.deny, ["Edit", "Read"], false)) return "deny";
  if (matches(rules.ask, ["Edit", "Read"], false)) return "ask";
  return matches(rules.allow, ["Edit"], true) ? "allow" : "ask";
}

export function claudeFetch(rules: ClaudeRules, url: string): Verdict {
  const { hostname } = new URL(url);
  const matches = (list: readonly string[]): boolean =>
    rulesFor(list, "WebFetch").some((inner) => {
      if (inner === undefined) return true;
      const host = /^domain:(.*)$/.exec(inner)?.[1];
      if (host === undefined) return false;
      return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
    });
  return matches(rules.deny) ? "deny" : matches(rules.ask) ? "ask" : matches(rules.allow) ? "allow" : "ask";
}

export interface CodexRule {
  readonly words: readonly (string | readonly string[])[];
  readonly decision: "allow" | "prompt" | "forbidden";
}

/** Codex 0.166.0: literal words, the strictest rule wins. Where none matches, the sandbox decides. */
export function codexCommand(rules: readonly CodexRule[], words: readonly string[]): Verdict | undefined {
  const found = rules
    .filter((rule) =>
      rule.words.every((word, i) => (typeof word === "string" ? word === words[i] : word.includes(words[i]!))),
    )
    .map(({ decision }) => decision);
  if (found.includes("forbidden")) return "deny";
  if (found.includes("prompt")) return "ask";
  return found.includes("allow") ? "allow" : undefined;
}
