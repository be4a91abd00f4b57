/** Manifests and lock files of the package managers, and the part of a manifest that says what a project depends on. */
import { valueAt } from "../base/peek.ts";
import { tomlStatements } from "./toml-statements.ts";

/** Any change of these is a change of dependencies. */
export const lockFiles = [
  "Cargo.lock",
  ...["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock"],
  ...["go.sum", "go.work.sum"],
  ...["poetry.lock", "uv.lock", "pdm.lock", "pylock.toml", "Pipfile.lock"],
  ...["flake.lock", "Gemfile.lock", "composer.lock", "mix.lock", "pubspec.lock", "Podfile.lock", "Package.resolved"],
  ...["gradle.lockfile", "packages.lock.json", ".terraform.lock.hcl"],
] as const;

/** At the gate they are closed as a whole: an edit is refused before anybody can know what it would change. */
export const manifests = [
  ...["Cargo.toml", ".cargo/config.toml", ".cargo/config"],
  ...["package.json", "pnpm-workspace.yaml", ".npmrc", ".yarnrc.yml", "deno.json", "deno.jsonc"],
  ...["go.mod", "go.work"],
  ...["pyproject.toml", "requirements*.txt", "constraints*.txt", "Pipfile", "setup.py", "setup.cfg"],
  ...["pom.xml", "build.gradle", "build.gradle.kts", "Package.swift"],
  ...["Gemfile", "composer.json", "mix.exs", "pubspec.yaml", "Podfile", "libs.versions.toml"],
] as const;

const inPackageJson = [
  ...["dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "bundledDependencies"],
  ...["bundleDependencies", "peerDependenciesMeta", "dependenciesMeta", "overrides", "resolutions", "pnpm", "catalog"],
  ...["catalogs", "packageManager", "engines"],
];

const inComposerJson = [
  "require",
  "require-dev",
  "conflict",
  "replace",
  "provide",
  "repositories",
  "minimum-stability",
];

/**
 * Each dependency and what is written about it. Cargo.toml, pyproject.toml, package.json and composer.json are read
 * field by field; of all others every line that is no comment counts.
 */
export function dependenciesOf(path: string, text: string): ReadonlyMap<string, string> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "package.json") return jsonFields(text, inPackageJson);
  if (name === "composer.json") return jsonFields(text, inComposerJson);
  if (name === "Cargo.toml" || name === "pyproject.toml") return tomlFields(text);
  return plainLines(text);
}

function jsonFields(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(text === "" ? "{}" : text);
  } catch {
    return new Map([["the file", "unreadable"], ...plainLines(text)]);
  }
  return new Map(
    names.flatMap((name) => {
      const field = valueAt(value, name);
      if (field === undefined) return [];
      const isTable = typeof field === "object" && field !== null && !Array.isArray(field);
      const entries = isTable ? Object.entries(field) : [];
      const inside = entries.map(([key, one]) => [`${name}.${key}`, JSON.stringify(one)] as const);
      return inside.length > 0 ? inside : [[name, JSON.stringify(field)] as const];
    }),
  );
}

/** `dependencies`, `dev-dependencies`, `dependency-groups`, `optional-dependencies`, `patch`, `requires`, wherever they stand. */
const tomlWords = new RegExp(
  [
    /(?:^|[.\-_])(?:dependencies|dependency-groups)(?:$|\.)/,
    /^(?:patch|replace|build-system|tool\.uv\.(?:sources|index)|tool\.(?:poetry|pdm)\.source)(?:$|\.)/,
    /^project\.requires-python$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

function tomlFields(text: string): ReadonlyMap<string, string> {
  return new Map(tomlStatements(text).filter(([path]) => tomlWords.test(path)));
}

function plainLines(text: string): ReadonlyMap<string, string> {
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const kept = lines.filter((line) => line !== "" && !/^(?:#|\/\/)/.test(line));
  // The same line in another block says another thing: `require (` and `exclude (` of a go.mod.
  let block = "";
  return new Map(
    kept.map((line) => {
      const name = block === "" ? `\`${line}\`` : `\`${line}\` in \`${block}\``;
      if (/[([{:]$| do$/.test(line)) block = line;
      else if (/^(?:[)\]}]|end$)/.test(line)) block = "";
      return [name, "there"];
    }),
  );
}
