/** Matches rules against paths: where a pattern is anchored, and what links do to its literal beginning. */
import { compileGlob, matches } from "../../base/glob.ts";
import type { Rule } from "../../model/permission.ts";
import type { Match } from "../rules.ts";
import type { Surroundings } from "../surroundings.ts";
import { followLinks, type PathForm, removeDots } from "./forms.ts";

/** `root`: absolute. `project`: relative to the project root. `anywhere`: inside and outside the project. */
export type Anchor = "root" | "project" | "anywhere";

export function anchorOf(pattern: string): Anchor {
  if (pattern.startsWith("/") || pattern === "~" || pattern.startsWith("~/")) return "root";
  return pattern.startsWith("**") ? "anywhere" : "project";
}

export function matchPath(
  { pattern, verdict }: Pick<Rule, "pattern" | "verdict">,
  form: PathForm,
  surroundings: Surroundings,
): Match {
  if (matchesAsWritten(pattern, form, surroundings)) return "yes";
  if (!form.isResolved) return "no";
  const link = matchThroughLinks(pattern, form, surroundings);
  if (!link) return "no";
  // A deny holds through any link. An agent could make a link of its own to reach an allow, or to hide behind an ask.
  if (verdict === "deny" || link.isTrusted) return "yes";
  return verdict === "ask" ? "maybe" : "no";
}

function matchesAsWritten(pattern: string, { path, relative }: PathForm, surroundings: Surroundings): boolean {
  switch (anchorOf(pattern)) {
    case "root": {
      const [head, rest] = splitHome(pattern, surroundings);
      return matches(compileGlob(rest, "path", head), path);
    }
    case "project":
      return relative !== undefined && matches(compileGlob(pattern, "path"), relative);
    case "anywhere":
      return matches(compileGlob(pattern, "path"), relative ?? path);
  }
}

function splitHome(pattern: string, surroundings: Surroundings): readonly [head: string, rest: string] {
  if (!pattern.startsWith("~")) return ["", pattern];
  const home = removeDots(surroundings.home);
  return [home === "/" && pattern !== "~" ? "" : home, pattern.slice(1)];
}

function matchThroughLinks(
  pattern: string,
  form: PathForm,
  surroundings: Surroundings,
): { readonly isTrusted: boolean } | undefined {
  const anchor = anchorOf(pattern);
  if (anchor === "anywhere") return undefined;
  const [home, written] = splitHome(pattern, surroundings);
  const star = written.indexOf("*");
  const cut = star < 0 ? written.length : Math.max(written.lastIndexOf("/", star), 0);
  const head = anchor === "root" ? home + written.slice(0, cut) : `${form.root}/${written.slice(0, cut)}`;
  const rest = written.slice(cut);
  const plain = removeDots(head);
  const real = followLinks(plain, surroundings);
  if (!real || real.path === plain) return undefined;
  // A relative pattern that begins with a star has the project root itself as its head.
  const border = anchor === "project" && cut === 0 ? "/" : "";
  const start = real.path === "/" && (rest.startsWith("/") || border !== "") ? "" : real.path;
  return matches(compileGlob(border + rest, "path", start), form.path) ? real : undefined;
}
