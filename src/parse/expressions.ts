/** Regular expressions in a definition: read where they can be pointed at. */
import type { Report } from "../base/diagnostic.ts";
import { compileExpression } from "../base/expression.ts";
import type { TomlDocument } from "../formats/toml.ts";

/** False when one of them is wrong; that has been reported then. */
export function checkExpressions(
  toml: TomlDocument,
  path: readonly (string | number)[],
  sources: readonly string[],
  report: Report,
): boolean {
  let isFine = true;
  for (const [i, source] of sources.entries()) {
    const found = compileExpression(source);
    if (!("problem" in found)) continue;
    isFine = false;
    report({
      code: "bad-expression",
      severity: "error",
      message: `the expression \`${source}\` ${found.problem}`,
      span: toml.inside([...path, i], found.start, Math.max(found.end, found.start + 1)),
      label: "here",
      hint: "there is no look-around, no back-reference and no repetition inside a repetition",
    });
  }
  return isFine;
}
