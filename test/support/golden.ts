/** Golden trees: what a harness renders for a case, as raw files on disk. Compares; `npm run golden` writes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inOrder } from "../../src/base/excerpt.ts";
import { placeForPeople } from "../../src/base/source.ts";
import { harnesses } from "../../src/harness/all.ts";
import type { Harness } from "../../src/harness/harness.ts";
import { outputContent, renderRoots, rootsOf } from "./render-case.ts";

export const casesDirectory = join(import.meta.dirname, "../cases");

export const caseNames = readdirSync(casesDirectory).sort();

function goldenDirectory(harness: Harness, name: string): string {
  return join(import.meta.dirname, "../../src/harness", harness.id, "golden", name);
}

/** Our programs are the same in every tree; their golden is their source. Other files may contain a hash of them. */
const isProgram = (path: string): boolean => /\.(?:mjs|js)$/.test(path);
export const assets: Readonly<Record<string, string>> = Object.fromEntries(
  harnesses.flatMap(({ id, program }) => (program ? [[id, "the program\n"]] : [])),
);

/** Path to content, and the losses as an additional file. */
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

/** Lists copies of other files: `PATH = ORIGIN`. An origin is a path in this tree, `case:PATH` or `HARNESS:PATH`. */
const repeatsFile = "repeats.txt";

function filesBelow(directory: string): string[] {
  return existsSync(directory)
    ? readdirSync(directory, { recursive: true, encoding: "utf8" })
        .filter((path) => statSync(join(directory, path)).isFile())
        .sort()
    : [];
}

function originPath(harness: Harness, name: string, origin: string): string {
  const [, where = "", path = ""] = /^(?:([a-z-]+):)?(.+)$/.exec(origin) ?? [];
  if (where === "case") return join(casesDirectory, name, path);
  const owner = where === "" ? harness : harnesses.find(({ id }) => id === where);
  if (owner === undefined) throw new Error(`${harness.id}/golden/${name}/${repeatsFile}: unknown origin ${origin}`);
  return join(goldenDirectory(owner, name), path);
}

export function readGolden(harness: Harness, name: string): Map<string, Buffer> {
  const directory = goldenDirectory(harness, name);
  const tree = new Map<string, Buffer>();
  for (const path of filesBelow(directory)) tree.set(path, readFileSync(join(directory, path)));
  const repeats = tree.get(repeatsFile)?.toString() ?? "";
  tree.delete(repeatsFile);
  for (const line of repeats.split("\n").filter((each) => each !== "")) {
    const [path = "", origin = ""] = line.split(" = ");
    tree.set(path, readFileSync(originPath(harness, name, origin)));
  }
  return tree;
}

/** Call it for the harnesses in list order: a later tree refers to an earlier one. */
export function writeGolden(harness: Harness, name: string, tree: ReadonlyMap<string, Buffer>): void {
  const directory = goldenDirectory(harness, name);
  rmSync(directory, { recursive: true, force: true });
  const origins = new Map<string, string>();
  const remember = (content: Buffer, origin: string): void => {
    if (!origins.has(content.toString("base64"))) origins.set(content.toString("base64"), origin);
  };
  const input = join(casesDirectory, name);
  for (const path of filesBelow(input)) remember(readFileSync(join(input, path)), `case:${path}`);
  for (const earlier of harnesses.slice(0, harnesses.indexOf(harness as (typeof harnesses)[number]))) {
    const stored = goldenDirectory(earlier, name);
    for (const path of filesBelow(stored))
      if (path !== repeatsFile) remember(readFileSync(join(stored, path)), `${earlier.id}:${path}`);
  }
  const repeats: string[] = [];
  for (const [path, content] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const origin = origins.get(content.toString("base64"));
    if (origin !== undefined) {
      repeats.push(`${path} = ${origin}\n`);
      continue;
    }
    remember(content, path);
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  mkdirSync(directory, { recursive: true });
  if (repeats.length > 0) writeFileSync(join(directory, repeatsFile), repeats.join(""));
}
