/** The patterns that one rule stands for: a rule that is not an allow also covers what is below its matches. */
import type { Rule } from "../model/permission.ts";

/** Every path of the project and none outside. */
export const wholeProject = "*/**";

const known = new Map<string, readonly string[]>();

export function patternsOf({ tool, pattern, verdict }: Pick<Rule, "tool" | "pattern" | "verdict">): readonly string[] {
  const key = `${verdict === "allow" ? "" : tool} ${pattern}`;
  const found = known.get(key);
  if (found) return found;
  // Rules are few and asked about again and again; what a long session brings along must not pile up.
  if (known.size >= 10_000) known.clear();
  const made = makePatterns(tool, pattern, verdict === "allow");
  known.set(key, made);
  return made;
}

function makePatterns(tool: Rule["tool"], pattern: string, isAllow: boolean): readonly string[] {
  switch (tool) {
    case "edit":
    case "read":
    case "external_directory":
      return spellAnchor(isAllow ? pattern : pathsBelow(pattern));
    case "webfetch":
      return isAllow ? [pattern] : addressesBelow(pattern);
    default:
      return [pattern];
  }
}

/** A last `/**` also matches the directory itself. */
function pathsBelow(pattern: string): string {
  if (pattern.endsWith("**")) return pattern;
  return pattern.endsWith("/") ? `${pattern}**` : `${pattern}/**`;
}

/** `./**` is every path of the project, and `**` every path at all. */
function spellAnchor(pattern: string): readonly string[] {
  const rest = /^\.\/\*{2,}(?:\/(.*))?$/s.exec(pattern);
  if (!rest) return [pattern];
  const [, name] = rest;
  return name === undefined || name === "**" ? [wholeProject] : [name, `*/**/${name}`];
}

function addressesBelow(pattern: string): readonly string[] {
  if (pattern.endsWith("**")) return [pattern];
  if (pattern.endsWith("/")) return [`${pattern}**`];
  // A last star takes a query and a fragment along.
  if (pattern.endsWith("*")) return [pattern, `${pattern}/**`];
  return [pattern, `${pattern}/**`, `${pattern}?**`, `${pattern}#**`];
}
