/** Finds and reads the sources of `surcingle import`: clients by name, homes and projects by directory. */
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { didYouMean, nearest } from "../../../base/did-you-mean.ts";
import { type Problem, problem } from "../../../base/problem.ts";
import type { Scope } from "../../../harness/harness.ts";
import type { Importer } from "../../../harness/importer.ts";
import { importers } from "../../../import/all.ts";
import type { ImportedSource } from "../../../import/definitions.ts";
import { readClientFiles } from "../../../read/client-files.ts";

interface ImportRequest {
  /** Client names and directories, as given. */
  readonly from: readonly string[];
  readonly cwd: string;
  readonly home: string | undefined;
  /** Undefined: the home directory is a home, every other one a project. */
  readonly scope: Scope | undefined;
  readonly withAnswers: boolean;
}

interface ImportFound {
  readonly sources: readonly ImportedSource[];
  readonly problems: readonly Problem[];
  /** The directories that were searched, as a person writes them. */
  readonly directories: readonly string[];
}

export function readImportSources({ from, cwd, home = homedir(), scope, withAnswers }: ImportRequest): ImportFound {
  const problems: Problem[] = [];
  const chosen: Importer[] = [];
  const directories: string[] = [];
  for (const word of from) {
    const importer = importers.find(({ id, alias }) => id === word || alias === word);
    const path = resolve(cwd, word.replace(/^~(?=\/|$)/, home));
    if (importer) chosen.push(importer);
    else if (existsSync(path) && statSync(path).isDirectory()) directories.push(path);
    else problems.push(unknownSource(word, existsSync(path)));
  }
  if (problems.length > 0) return { sources: [], problems, directories: [] };
  const paths = directories.length > 0 ? directories : [...new Set([resolve(home), resolve(cwd)])];
  const sources: ImportedSource[] = [];
  for (const directory of paths) {
    const isHome = directory === resolve(home);
    const label = isHome ? "~" : directory === resolve(cwd) ? "." : directory;
    for (const importer of chosen.length > 0 ? chosen : importers)
      for (const each of scope ? [scope] : isHome ? (["user"] as const) : (["project"] as const))
        sources.push(...readOne(importer, directory, label, each, { home, withAnswers, isHome }, problems));
  }
  return { sources, problems, directories: paths.map((each) => (each === resolve(home) ? "~" : each)) };
}

function readOne(
  importer: Importer,
  directory: string,
  label: string,
  scope: Scope,
  { home, withAnswers, isHome }: { readonly home: string; readonly withAnswers: boolean; readonly isHome: boolean },
  problems: Problem[],
): readonly ImportedSource[] {
  const { files, failed } = readClientFiles(directory, importer.paths[scope]);
  if (files.size === 0 && failed.length === 0) return [];
  const outer = scope === "project" && !isHome ? readClientFiles(home, importer.paths.user) : undefined;
  for (const { path, why } of [...failed, ...(outer?.failed ?? [])])
    problems.push(problem("import-unreadable", join(label, path), `\`${join(label, path)}\` ${why}`));
  const imported = importer.read({ files, scope, home: outer?.files ?? new Map(), withAnswers });
  for (const { from, text } of imported.blocked) {
    const hint = "it restricts agents, so nothing is imported without it: fix it, or import other clients by name";
    problems.push(problem("import-unreadable", join(label, from), `\`${join(label, from)}\` ${text}`, hint));
  }
  const isEmpty = [imported.agents, imported.commands, imported.skills, imported.notes].every(
    (list) => list.length === 0,
  );
  return isEmpty ? [] : [{ importer, label, imported }];
}

function unknownSource(word: string, isFile: boolean): Problem {
  if (isFile)
    return problem(
      "import-source",
      word,
      `\`${word}\` is a file`,
      "pass the directory that contains it: a home or a project",
    );
  const ids = importers.map(({ id }) => id);
  const guess = nearest(word, [...ids, ...importers.flatMap(({ alias }) => alias ?? [])]);
  const hint = didYouMean(guess) ?? `pass a directory, or one of ${ids.join(", ")}`;
  return problem("import-source", word, `\`${word}\` is neither a client nor a directory`, hint);
}
