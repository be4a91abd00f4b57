/** Words for find(1) that name new files which `edit` denies: the first rule that matches decides, as in the policy. */

import { anchorOf } from "../policy/path/patterns.ts";
import { patternsOf, wholeProject } from "../policy/rules.ts";
import { type BoxQuestion, isPermitted } from "./reach.ts";

/** `output`: directories of the project in which any name is fine. Empty when no rule can deny a new file where others are allowed. */
export function findWords(
  { policy, isApproved }: BoxQuestion,
  root: string,
  output: readonly string[] = [],
): readonly string[] {
  const rules = policy.rules.filter(({ tool }) => tool === "edit");
  const verdicts = rules.map(({ verdict }) => isPermitted(verdict, isApproved));
  const isOpen = isPermitted(policy.otherwise.edit, isApproved) || !policy.named.includes("edit");
  if (!verdicts.includes(false) || !(isOpen || verdicts.includes(true))) return [];
  const chain = rules.flatMap((rule, i): readonly string[] => {
    const expressions = patternsOf(rule).flatMap((pattern) => expressionOf(pattern, root));
    return expressions.flatMap((each) => ["-regex", each, ...(verdicts[i] ? [] : ["-print"]), "-o"]);
  });
  // Where the settings let builds write whatever they like.
  const free = output.flatMap((name) => ["-regex", `${literal(`${root}/${name}`)}(/.*)?`, "-o"]);
  return ["-regextype", "posix-extended", "(", ...free, ...chain, isOpen ? "-false" : "-print", ")"];
}

function expressionOf(pattern: string, root: string): readonly string[] {
  const start = `${literal(root)}/`;
  if (pattern === wholeProject) return [`${start}.*`];
  if (anchorOf(pattern) === "root") return [];
  const tail = pattern.endsWith("/**") ? pattern.slice(0, -3) : pattern;
  const body = tail
    .split(/(\*\*\/|\*+)/)
    .map((piece) =>
      piece === "**/" ? "(.*/)?" : piece === "*" ? "[^/]*" : /^\*+$/.test(piece) ? ".*" : literal(piece),
    )
    .join("");
  return [`${start}${body}${tail === pattern ? "" : "(/.*)?"}`];
}

function literal(text: string): string {
  return text.replace(/[.[\]{}()\\*+?^$|]/g, "\\$&");
}
