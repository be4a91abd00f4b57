/** Golden trees: what a harness renders for a case, as raw files on disk. Compares; `npm run golden` writes. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inOrder } from "../../src/base/excerpt.ts";
import { placeForPeople } from "../../src/base/source.ts";
import type { Harness } from "../../src/harness/harness.ts";
import { outputContent } from "../../src/write/harness-output.ts";
import { renderRoots, rootsOf } from "./render-case.ts";

export const casesDirectory = join(import.meta.dirname, "../cases");

export const caseNames = readdirSync(casesDirectory).sort();

export function goldenDirectory(harness: Harness, name: string): string {
  return join(import.meta.dirname, "../../src/harness", harness.id, "golden", name);
}

/** Programs of ours are the same in every tree; their golden is their source. Other files may hold a hash of them. */
const isProgram = (path: string): boolean => /\.(?:mjs|js)$/.test(path);
const assets = { pi: "the program\n", opencode: "the program\n" };

/** Path to content, and the losses as one more file. */
export async function renderCase(harness: Harness, name: string): Promise<Map<string, Buffer>> {
  const { result, diagnostics } = await renderRoots(rootsOf(join(casesDirectory, name)), [harness], assets);
  const tree = new Map<string, Buffer>();
  for (const file of result?.rendered[0]?.files ?? []) {
    if (tree.has(file.path)) throw new Error(`${harness.id} renders ${file.path} twice`);
    if (!isProgram(file.path)) tree.set(file.path, Buffer.from(outputContent(file) as string));
  }
  const lines = inOrder(diagnostics).map(({ severity, code, message, span, loss }) => {
    const about = loss ? `${loss.support} ${loss.definition}.${loss.field}: ` : "";
    const place = placeForPeople(span).replace(`${casesDirectory}/`, "");
    return `${severity}[${code}] ${place} ${about}${message}\n`;
  });
  return tree.set("losses.txt", Buffer.from(lines.join("")));
}

export function readGolden(directory: string): Map<string, Buffer> {
  const tree = new Map<string, Buffer>();
  let paths: string[] = [];
  try {
    paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  } catch {
    return tree;
  }
  for (const path of paths)
    if (statSync(join(directory, path)).isFile()) tree.set(path, readFileSync(join(directory, path)));
  return tree;
}

export function writeGolden(directory: string, tree: ReadonlyMap<string, Buffer>): void {
  rmSync(directory, { recursive: true, force: true });
  for (const [path, content] of tree) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}
