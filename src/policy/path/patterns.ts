/** Matches rules against paths: where a pattern is anchored, and what links do to its literal beginning. */
import { compileGlob, type Glob, mayMatch, mustMatch, type Piece } from "../../base/glob.ts";
import type { Rule, Verdict } from "../../model/permission.ts";
import { type Match, patternsOf } from "../rules.ts";
import type { Surroundings } from "../surroundings.ts";
import { followLinks, type PathForm, removeDots } from "./forms.ts";

/** `root`: absolute. `project`: relative to the project root. `anywhere`: inside and outside the project. */
type Anchor = "root" | "project" | "anywhere";

export function anchorOf(pattern: string): Anchor {
  if (pattern.startsWith("/") || pattern === "~" || pattern.startsWith("~/")) return "root";
  return pattern.startsWith("**") ? "anywhere" : "project";
}

/** `yes`: the rule matches every member of the set. `maybe`: it may match some. */
export function matchPath(
  rule: Pick<Rule, "tool" | "pattern" | "verdict">,
  form: PathForm,
  surroundings: Surroundings,
): Match {
  let best: Match = "no";
  for (const pattern of patternsOf(rule)) {
    const found = matchPattern(pattern, rule.verdict, form, surroundings);
    if (found === "yes") return found;
    if (found === "maybe") best = found;
  }
  return best;
}

/** One pattern, without what is below its matches. */
export function matchPattern(pattern: string, verdict: Verdict, form: PathForm, surroundings: Surroundings): Match {
  const seen = makeView(form, surroundings, surroundings.ignoresCase && verdict !== "allow");
  const written = matchAsWritten(seen.fold(pattern), seen);
  if (written === "yes" || !form.isResolved) return written;
  const link = matchThroughLinks(pattern, form.root, seen, surroundings);
  if (!link || link.match === "no") return written;
  // A deny applies through any link. An agent could create a link to reach an allow, or to avoid an ask.
  if (link.match === "yes" && (verdict === "deny" || link.isTrusted)) return "yes";
  return verdict === "allow" ? written : "maybe";
}

/** What patterns are compared with, in lower case if the disk ignores case. */
interface View {
  readonly fold: (text: string) => string;
  readonly texts: PathForm["texts"];
  readonly relative: PathForm["relative"];
  readonly root: string | undefined;
  readonly isAround: boolean;
  readonly home: string;
}

function makeView(form: PathForm, { home }: Surroundings, ignoresCase: boolean): View {
  const { texts, relative, root, isAround } = form;
  if (!ignoresCase) return { fold: (text) => text, texts, relative, root, isAround, home: removeDots(home) };
  const fold = (text: string): string => text.toLowerCase();
  const foldAll = (all: PathForm["texts"]): PathForm["texts"] =>
    all.map((text) => text.map((piece) => (typeof piece === "string" ? fold(piece) : piece)));
  return {
    fold,
    texts: foldAll(texts),
    relative: relative && foldAll(relative),
    root: root && fold(root),
    isAround,
    home: fold(removeDots(home)),
  };
}

function matchAsWritten(pattern: string, { texts, relative, root, isAround, home }: View): Match {
  switch (anchorOf(pattern)) {
    case "root": {
      const [head, rest] = splitHome(pattern, home);
      return matchTexts(compileGlob(rest, "path", head), texts);
    }
    case "project":
      if (relative) return matchTexts(compileGlob(pattern, "path"), relative);
      // Above the project, a wildcard may lead into it.
      return isAround ? matchTexts(compileGlob(pattern, "path", root === "/" ? "/" : `${root}/`), texts) : "no";
    case "anywhere":
      return matchTexts(compileGlob(pattern, "path"), relative ?? texts);
  }
}

function matchTexts(glob: Glob, texts: readonly (readonly Piece[])[]): Match {
  if (texts.every((text) => mustMatch(glob, text))) return "yes";
  const isKnown = texts.length === 1 && texts[0]!.every((piece) => typeof piece === "string");
  return !isKnown && texts.some((text) => mayMatch(glob, text)) ? "maybe" : "no";
}

function splitHome(pattern: string, home: string): readonly [head: string, rest: string] {
  if (!pattern.startsWith("~")) return ["", pattern];
  return [home === "/" && pattern !== "~" ? "" : home, pattern.slice(1)];
}

function matchThroughLinks(
  pattern: string,
  root: string | undefined,
  { fold, texts }: View,
  surroundings: Surroundings,
): { readonly match: Match; readonly isTrusted: boolean } | undefined {
  const anchor = anchorOf(pattern);
  if (anchor === "anywhere" || (anchor === "project" && root === undefined)) return undefined;
  const [home, written] = splitHome(pattern, removeDots(surroundings.home));
  const star = written.indexOf("*");
  const cut = star < 0 ? written.length : Math.max(written.lastIndexOf("/", star), 0);
  const head = anchor === "root" ? home + written.slice(0, cut) : `${root}/${written.slice(0, cut)}`;
  const rest = written.slice(cut);
  const plain = removeDots(head);
  const real = followLinks(plain, surroundings);
  if (!real || real.path === plain) return undefined;
  // A relative pattern that begins with a star has the project root itself as its head.
  const border = anchor === "project" && cut === 0 ? "/" : "";
  const start = real.path === "/" && (rest.startsWith("/") || border !== "") ? "" : real.path;
  return { match: matchTexts(compileGlob(fold(border + rest), "path", fold(start)), texts), isTrusted: real.isTrusted };
}
