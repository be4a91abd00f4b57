/** output::severity-grade: every finding of a review has exactly one grade. */

import { failed, passed, unchecked } from "../checks/result.ts";
import type { CapabilityCode } from "../contract.ts";

const grades = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;

const word = grades.join("|");
/** `[HIGH]`, `**High**`, `HIGH:`, `Severity: high`; the word alone does not count. */
const graded = new RegExp(
  `\\[(${word})\\]|\\*\\*\\[?(${word})\\]?:?\\*\\*|\\b(${word.toUpperCase()})\\b(?=\\s*[:|—–-])|\\b(?:severity|grade)\\b\\W{1,6}(${word})\\b`,
  "gi",
);
const heading = new RegExp(`^\\s*#{1,6}\\s+\\W*(?:${word})\\b`, "i");
/** `src/pool.rs:88`: a line with a place is a finding. */
const placed = /(?:^|[\s`(*])[\w@./-]*[\w-]\.[A-Za-z]\w{0,9}:\d+/;
const nothing =
  /^\W*(?:there (?:are|is|were) )?(?:no|none|zero|nothing)\b.*\b(?:findings?|issues?|problems?|found)\b/im;

export const severityGrade: CapabilityCode = {
  name: "output::severity-grade",
  code: "SG",
  verify: async (_capability, { report }) => {
    if (report === undefined) return unchecked("the report was not captured");
    const { count, bad } = readGrades(report);
    if (bad.length > 0) return failed("a finding has no grade, or more than one", bad);
    if (count > 0) return passed(`${count === 1 ? "one finding has" : `${count} findings have`} a grade`);
    if (nothing.test(report)) return passed("the report states that there are no findings");
    const list = grades.map((grade) => `[${grade}]`).join(", ");
    return failed(`the report has neither a graded finding nor \`No findings.\`; grades are ${list}`);
  },
};

function readGrades(report: string): { readonly count: number; readonly bad: readonly string[] } {
  const bad: string[] = [];
  let count = 0;
  let isUnderGrade = false;
  let isFenced = false;
  report.split(/\r?\n/).forEach((line, i) => {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    if (isFenced) return;
    if (/^\s*#{1,6}\s/.test(line)) isUnderGrade = heading.test(line);
    const found = new Set([...line.matchAll(graded)].map((match) => match.slice(1).find(Boolean)!.toUpperCase()));
    const isFinding = placed.test(line) && /^\s*(?:[-*+|]|\d+[.)]|\[|\*\*|#)/.test(line);
    if (found.size === 1) count++;
    else if (isUnderGrade && found.size === 0 && isFinding) count++;
    else if (found.size > 1 && isFinding) bad.push(`line ${i + 1}: ${line.trim()}`);
    else if (isFinding && found.size === 0) bad.push(`line ${i + 1}: ${line.trim()}`);
  });
  return { count, bad };
}
