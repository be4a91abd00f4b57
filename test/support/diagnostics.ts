/** The text a person sees for each code: `test/diagnostics/<code>/in` is the root, `expected.txt` the text. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { excerpt, inOrder } from "../../src/base/excerpt.ts";
import { renderRoots, rootsOf } from "./render-case.ts";

const diagnosticsDirectory = join(import.meta.dirname, "../diagnostics");

/** Folders are named `<code>` or `<code>.<what>`. */
export const diagnosticCases = readdirSync(diagnosticsDirectory).sort();

export async function diagnosticText(name: string): Promise<string> {
  const root = join(diagnosticsDirectory, name, "in");
  const { diagnostics } = await renderRoots(rootsOf(root));
  const shown = inOrder(diagnostics).filter(({ loss }) => !loss);
  return shown
    .map((each) => excerpt(each))
    .join("\n")
    .replaceAll(`${root}/layers`, "layers")
    .replaceAll(root, "ROOT");
}

export function expectedText(name: string): string {
  const path = join(diagnosticsDirectory, name, "expected.txt");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

export async function writeExpectedDiagnostics(): Promise<number> {
  for (const name of diagnosticCases) {
    writeFileSync(join(diagnosticsDirectory, name, "expected.txt"), await diagnosticText(name));
  }
  return diagnosticCases.length;
}
