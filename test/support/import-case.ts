/** Imports a directory of test input into a root in memory. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadPacks } from "../../src/cli/commands/pack/packs.ts";
import { readImportSources } from "../../src/cli/commands/root/import-sources.ts";
import { assembleRoot, type ImportedRoot } from "../../src/import/definitions.ts";

const shipped = loadPacks([], (problem) => {
  throw new Error(problem.message);
});

export const shippedPacks: ReadonlyMap<string, readonly string[]> = new Map(
  [...shipped.packs].map(([name, { rules }]) => [name, rules.map(({ pattern, verdict }) => `${pattern}:${verdict}`)]),
);

/** A case has a directory `home` or `project`. */
export function importCase(directory: string, roles: ReadonlySet<string> = new Set()): ImportedRoot {
  const scope = existsSync(join(directory, "home")) ? "home" : "project";
  const place = join(directory, scope);
  const home = scope === "home" ? place : join(directory, "no-home");
  const request = { from: [place], cwd: directory, home, scope: undefined, withAnswers: false } as const;
  const { sources, problems } = readImportSources(request);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const shown = sources.map((source) => ({ ...source, label: scope === "home" ? "~" : "." }));
  return assembleRoot(shown, { withModels: false, roles, packs: shippedPacks });
}

/** All files as one text, and the messages for the user. */
export function printImport({ files, notes, clashes }: ImportedRoot): string {
  const shown = [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(
      ({ path, content }) =>
        `=== ${path}\n${typeof content === "string" ? content : Buffer.from(content).toString("utf8")}`,
    );
  const noteLines = notes.map(
    ({ kind, definition, text, from }) => `${kind.padEnd(8)} ${definition}: ${text} (${from})\n`,
  );
  return [...shown, `=== notes\n${noteLines.join("")}`, ...clashes.map((clash) => JSON.stringify(clash))].join("\n");
}
