/** Manifests and lock files of package managers, and the dependency part of a manifest. */
import { valueAt } from "../../base/unchecked.ts";

/** Any change to these changes dependencies. */
export const lockFiles = [
  "Cargo.lock",
  ...["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock"],
  ...["go.sum", "go.work.sum"],
  ...["poetry.lock", "uv.lock", "pdm.lock", "pylock.toml", "Pipfile.lock"],
  ...["flake.lock", "Gemfile.lock", "composer.lock", "mix.lock", "pubspec.lock", "Podfile.lock", "Package.resolved"],
  ...["gradle.lockfile", "packages.lock.json", ".terraform.lock.hcl"],
] as const;

/** The gate denies all edits of these, because it cannot know what an edit would change. */
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
 * Each dependency and its entry. Cargo.toml, pyproject.toml, package.json and composer.json are read field by field; in
 * all others every line except comments counts.
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

/**
 * `dependencies`, `dev-dependencies`, `dependency-groups`, `optional-dependencies`, `patch`, `requires`, at any
 * position.
 */
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
  // The same line has another meaning in another block: `require (` and `exclude (` of a go.mod.
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

/** A later word that is not an option: `npm install` alone installs what the lock file says. */
const operand = "( .*)? [^- ]";

/** Regular expressions on simple commands. The engine removes options before the subcommand. */
export const dependencyCommands: readonly string[] = [
  "^cargo (add|remove|rm|update|upgrade|generate-lockfile|set-version)( |$)",
  // npm help: the names and abbreviations that npm 11 accepts for these commands.
  `^(npm|pnpm|bun) (install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|install-test|it)${operand}`,
  "^(npm|pnpm|yarn|bun) (add|update|up|udpate|upgrade|upgrade-interactive|remove|rm|r|un|unlink|uninstall)( |$)",
  "^(npm|pnpm|yarn|bun) (dedupe|ddp|link|ln|import|audit fix|audit --fix|pkg (set|delete|fix)|set version|patch-commit)( |$)",
  "^corepack (use|up)( |$)",
  "^(ncu|npm-check-updates)( .*)? (-u|--upgrade)( |$)",
  "^deno (add|remove|uninstall|update|outdated( .*)? --update)( |$)",
  "^go (get|mod (tidy|edit|init|vendor)|work (use|edit|sync|init))( |$)",
  "^(poetry|uv|pdm|rye|pipenv|pixi|conda|mamba) (add|remove|rm|uninstall|update|upgrade|lock)( |$)",
  `^pipenv install${operand}`,
  "^(pip-compile|uv pip compile)( |$)",
  "^bundler? (add|remove|update|lock)( |$)",
  "^composer (require|r|remove|rm|update|u|upgrade|bump)( |$)",
  "^mix deps\\.(update|unlock|get)( |$)",
  "^(dart|flutter) pub (add|remove|upgrade|downgrade|get)( |$)",
  "^dotnet (add|remove|package)( |$)",
  "^swift package (update|resolve|edit|unedit|add-dependency)( |$)",
  "^pod (install|update)( |$)",
  "^gradlew?( .*)? --(write-locks|update-locks)( |$)",
  "^mvnw?( .*)? versions:",
  "^nix flake (update|lock)( |$)",
  "^nix( .*)? --(update-input|recreate-lock-file|commit-lock-file)( |$)",
  "^(terraform|tofu) (init( .*)? -upgrade|providers lock)( |$)",
];

type Statement = readonly [path: string, value: string];

/** Ignores comments, white space and the order of lines. */
function tomlStatements(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let table = "";
  let tables = 0;
  for (const line of logicalLines(text)) {
    const header = /^\[\[?(.+?)\]\]?$/.exec(line);
    if (header && !line.includes("=")) {
      // An array of tables: each is a separate place.
      table = line.startsWith("[[") ? `${plainKey(header[1]!)}.${tables++}` : plainKey(header[1]!);
      found.push([table, "[]"]);
      continue;
    }
    const equals = endOfKey(line);
    const key = plainKey(line.slice(0, equals));
    found.push([table === "" ? key : `${table}.${key}`, line.slice(equals + 1).trim()]);
  }
  return found;
}

/** A value may span several lines: brackets and strings must be closed before a line ends. */
function logicalLines(text: string): readonly string[] {
  const tokens =
    /"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|#[^\n]*|\s*\n\s*|[ \t\r]+|[[\]{}]|[^"'#\s[\]{}]+/g;
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  const end = () => {
    if (line.trim() !== "") lines.push(line.trim());
    line = "";
  };
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith("#")) continue;
    if (/^\s+$/.test(token)) {
      if (token.includes("\n") && depth === 0) end();
      continue;
    }
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth = Math.max(depth - 1, 0);
    // A trailing comma has no meaning.
    if (token === "]") line = line.replace(/,$/, "");
    line += token;
  }
  end();
  return lines;
}

/** The equals sign after the key: one inside quotes belongs to the key. */
function endOfKey(line: string): number {
  const key = /^(?:"(?:\\.|[^"\\])*"|'[^']*'|[^"'=])*/.exec(line)?.[0] ?? "";
  return key.length;
}

function plainKey(key: string): string {
  return key.replace(/["'\s]/g, "");
}
