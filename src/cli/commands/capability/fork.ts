/** `surcingle capability fork SOURCE --as NAME`: copies a capability under a new name, to be changed afterwards. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { describeError } from "../../../base/errno.ts";
import { visible } from "../../../base/text.ts";
import { parseToml, type TomlDocument } from "../../../formats/toml.ts";
import { categories } from "../../../model/capability.ts";
import { parseCapability, slugPattern } from "../../../parse/capability.ts";
import { shippedDirectory } from "../../../read/shipped.ts";
import { defineCommand, usageError } from "../../command.ts";
import { capabilityArgument, rootOptions, rootsOf } from "../../options.ts";
import type { CommandContext } from "../../print.ts";
import { findCapability, loadSet } from "./load.ts";

export const capabilityFork = defineCommand({
  name: "fork",
  summary: "copy a capability under a new name",
  description: [
    "Copies SOURCE, from a root or shipped with surcingle, to capabilities/CATEGORY/SLUG in the root. The copy gets the new name and a [lineage] table that names the source; the text is copied unchanged. The fork keeps using the code of its source (rust-module), with its own restricts, severity and bypass-env. Never overwrites a file.",
  ],
  arguments: [{ ...capabilityArgument, name: "SOURCE" }],
  options: {
    as: {
      value: "NAME",
      isRequired: true,
      text: `name of the copy, CATEGORY::SLUG; the category is one of ${categories.join(", ")}`,
    },
    ...rootOptions,
  },
  tables: [
    {
      title: "Environment",
      rows: [["SURCINGLE_CREATOR_ID", "recorded as the creator (default: KEI_CREATOR_ID)"]],
    },
    {
      title: "Exit codes",
      rows: [
        ["0", "the copy was written"],
        ["1", "the copy was refused"],
        ["2", "a name is not valid"],
      ],
    },
  ],
  examples: [
    "surcingle capability fork policy::no-git-ops --as policy::no-git-ops-lax",
    "surcingle capability fork tools::bash-allowlist --as tools::npm-only \\\n  --root ~/agents",
  ],
  run: async (context) => {
    const { printer, options } = context;
    const source = checkName(context.words[0]!);
    const target = checkName(options.as);
    if (!categories.some((category) => target.startsWith(`${category}::`)))
      throw usageError(`unknown category in \`${target}\`; choose from ${categories.join(", ")}`);
    const roots = rootsOf(context);
    const refused = (why: string): number => {
      if (printer.isJson) printer.emit({ error: why });
      else context.err(`surcingle capability fork: ${visible(why)}\n`);
      return 1;
    };
    const set = await loadSet(roots);
    const capability = findCapability(set, source);
    if (typeof capability === "string") return refused(capability);
    if (capability.name === target) return refused(`\`${target}\` is the source; choose another name for the copy`);
    const from = findDirectory(dirname(capability.path), roots);
    if (from === undefined) return refused(`the directory of \`${source}\` cannot be found`);
    const made = fork({ from, source: capability.name, target, root: roots.at(-1)! }, context);
    if (typeof made === "string") return refused(made);
    const shown = relative(context.cwd, made.directory) || made.directory;
    const { rewritten } = made;
    printer.emit({ source: capability.name, target, directory: made.directory, rewritten });
    printer.say(`${capability.name} -> ${target}`);
    printer.say(`${visible(shown)}: ${rewritten} fields rewritten`);
    printer.say("next: edit text.md, then restricts, severity and bypass-env");
    printer.say("rust-module in [gate] and [verify] still refers to the code of the source");
    return 0;
  },
});

/** Checked before anything is looked up or written: a name becomes a path on disk. */
function checkName(name: string): string {
  const halves = name.split("::");
  if (halves.length === 2 && halves.every((half) => slugPattern.test(half))) return name;
  throw usageError(`\`${name}\` is not a valid name: write CATEGORY::SLUG with lowercase letters, digits and hyphens`);
}

/** The last root that has it wins; shipped capabilities come last. */
function findDirectory(path: string, roots: readonly string[]): string | undefined {
  const places = [...[...roots].reverse(), shippedDirectory()].map((root) => join(root, path));
  return places.find((place) => existsSync(join(place, "capability.toml")));
}

interface Fork {
  readonly from: string;
  readonly source: string;
  readonly target: string;
  readonly root: string;
}

/** Returns a sentence if it refuses. Everything is staged first, so that a fork is complete or absent. */
function fork({ from, source, target, root }: Fork, { env }: CommandContext) {
  const base = ["_capabilities", "capabilities"].find((name) => isThere(join(root, name))) ?? "capabilities";
  const home = join(root, base);
  const directory = join(home, ...target.split("::"));
  if (isThere(directory)) return `\`${base}/${target.replace("::", "/")}\` already exists; nothing was written`;
  if (leaves(root, dirname(directory))) return `\`${base}\` points outside the root; nothing was written`;
  const file = {
    path: `${base}/${target.replace("::", "/")}/capability.toml`,
    text: readText(from, "capability.toml"),
  };
  const problems: Diagnostic[] = [];
  const toml = parseToml(file, (problem) => void problems.push(problem));
  if (!toml) return `the capability.toml of \`${source}\` cannot be read: ${problems[0]?.message}`;
  const creator = env["SURCINGLE_CREATOR_ID"] || env["KEI_CREATOR_ID"] || "unknown";
  const created = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const text = forkToml(toml, target, { source, creator, created });
  const texts = new Map<string, Buffer>();
  // Uses the same parser that will read it later, so that nothing invalid is written.
  const forked = parseCapability(
    { ...file, text },
    (path) => {
      texts.set(path, readFileSync(join(from, path)));
      return { path, text: texts.get(path)!.toString("utf8") };
    },
    (problem) => void problems.push(problem),
  );
  if (!forked) return `the fork would not be valid: ${problems[0]?.message}`;
  return write(directory, new Map([["capability.toml", Buffer.from(text)], ...texts]));
}

function write(directory: string, files: ReadonlyMap<string, Buffer>) {
  mkdirSync(dirname(directory), { recursive: true });
  const draft = join(dirname(directory), `.fork-${process.pid}`);
  try {
    mkdirSync(draft);
    for (const [path, content] of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true });
      writeFileSync(join(draft, path), content);
    }
    renameSync(draft, directory);
    return { directory, rewritten: 2 };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    return `cannot write \`${directory}\`: ${describeError(error)}; nothing was written`;
  }
}

function readText(directory: string, name: string): string {
  return readFileSync(join(directory, name), "utf8");
}

/** A broken link is in the way too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function leaves(root: string, path: string): boolean {
  let place = path;
  while (!existsSync(place)) place = dirname(place);
  const [real, home] = [realpathSync(place), realpathSync(root)];
  return real !== home && !`${real}/`.startsWith(`${home}/`);
}

interface Lineage {
  readonly source: string;
  readonly creator: string;
  /** ISO 8601, UTC. */
  readonly created: string;
}

/**
 * The capability.toml with another name and its lineage; everything else stays as the author wrote it. The document
 * must contain a name and a category.
 */
function forkToml(toml: TomlDocument, name: string, lineage: Lineage): string {
  const { text } = toml.file;
  const replaced = (
    [
      ["name", name],
      ["category", name.slice(0, name.indexOf("::"))],
    ] as const
  )
    .map(([key, value]) => ({ span: toml.at(["capability", key]), value }))
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((done, { span, value }) => done.slice(0, span.start) + quote(value) + done.slice(span.end), text);
  const source = quote(lineage.source);
  return `${withoutLineage(replaced).trimEnd()}

[lineage]
fork_from = ${source}
parents = [${source}]
creator = ${quote(lineage.creator)}
created = ${quote(lineage.created)}
`;
}

/** A fork of a fork has one parent: the fork. */
function withoutLineage(text: string): string {
  const kept: string[] = [];
  let isInside = false;
  for (const line of text.split("\n")) {
    if (/^\s*\[/.test(line)) isInside = /^\s*\[\s*lineage\s*\]/.test(line);
    if (!isInside) kept.push(line);
  }
  return kept.join("\n");
}

function quote(text: string): string {
  // JSON escapes are valid TOML escapes, except for the one character that JSON does not escape.
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
