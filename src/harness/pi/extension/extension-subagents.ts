/**
 * Checks that a Pi subagent is exactly what was generated. Pi silently starts a subagent whose extension does not load,
 * so the calling agent checks first.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { valueAt } from "../../../base/unchecked.ts";
import { type AgentsRecord, hashOf, recordVersion } from "../record.ts";
import { extensionPath } from "../tools.ts";

/** Where Pi looks for agents. */
interface PiDirectories {
  /** Its own directory, `~/.pi/agent` by default. */
  readonly directory: string;
  readonly home: string;
  readonly cwd: string;
}

/** As pi-subagents 0.67 finds them. */
export function piDirectories(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  cwd: string,
): PiDirectories {
  const moved = env["PI_CODING_AGENT_DIR"] || "~/.pi/agent";
  const directory = moved === "~" ? home : moved.startsWith("~/") ? join(home, moved.slice(2)) : moved;
  return { directory: resolve(directory), home, cwd: resolve(cwd) };
}

/** Throws an error whose message says what is wrong. */
export function readRecord(file: string): AgentsRecord {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`the record ${file} cannot be read`);
  }
  if (!isRecord(value)) throw new Error(`the record ${file} has an unknown format`);
  return value;
}

function isRecord(value: unknown): value is AgentsRecord {
  const isText = (each: unknown): boolean => typeof each === "string";
  const agents = valueAt(value, "subagents");
  return (
    valueAt(value, "version") === recordVersion &&
    isText(valueAt(value, "gate")) &&
    isText(valueAt(value, "extension")) &&
    typeof agents === "object" &&
    agents !== null &&
    Object.values(agents).every((each) => isText(valueAt(each, "page")) && isText(valueAt(each, "policy")))
  );
}

/** Undefined if everything is as generated. Otherwise a clause that says what is wrong and what to do. */
export function whyNotWhole(record: AgentsRecord, name: string, known: PiDirectories): string | undefined {
  const wanted = Object.hasOwn(record.subagents, name) ? record.subagents[name] : undefined;
  if (wanted === undefined) return broken(name, "it was not generated for Pi");
  const pages = pagesOf(name, known);
  if (pages.length === 0) return broken(name, `it has no file in ${join(known.directory, "agents")}`);
  for (const page of pages) {
    if (hashAt(page) !== wanted.page) return broken(name, `${page} is not the generated file`);
    // Relative to the file's own location, even if that is a link: Pi resolves it this way.
    const extension = resolve(dirname(page), "..", extensionPath(name));
    for (const [file, hash] of [
      [extension, record.extension],
      [join(dirname(extension), "policy.json"), wanted.policy],
      [join(dirname(extension), "../gate.mjs"), record.gate],
    ] as const) {
      const found = hashAt(file);
      if (found === undefined) return broken(name, `${file} is missing`);
      if (found !== hash) return broken(name, `${file} is not the generated file`);
    }
  }
  const settings = settingsAgainst(name, known);
  if (settings === undefined) return undefined;
  return `\`${name}\` would run without its gate: ${settings} overrides its extensions; remove that override`;
}

function broken(name: string, what: string): string {
  return `\`${name}\` could run without its gate: ${what}; run \`surcingle apply\` again, or \`home-manager switch\``;
}

function hashAt(file: string): string | undefined {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return undefined;
  }
}

/**
 * Pi's own directory, others of the user, and those of every enclosing project. Pi uses one of them; all must be valid.
 */
function pagesOf(name: string, known: PiDirectories): string[] {
  const around = ancestorsOf(known.cwd).flatMap((each) => [join(each, ".pi/agents"), join(each, ".agents")]);
  const own = [join(known.directory, "agents"), join(known.home, ".agents")];
  const all = new Set([...own, ...around, ...scannedDirectories(known)]);
  const files = [...all].flatMap((each) => filesBelow(each, new Set()));
  return files.filter((file) => namesIn(file).includes(name));
}

/** Settings can name more directories, with one `*` for the name of a directory. */
function scannedDirectories(known: PiDirectories): string[] {
  const given = settingsOf(known).flatMap(({ subagents }) => valueAt(subagents, "agentScanDirs") ?? []);
  return given.flatMap((each) => {
    if (typeof each !== "string") return [];
    const path = resolve(known.cwd, each.trim().replace(/^~(?=\/|$)/, known.home));
    const [before, after, ...more] = path.split("/*/");
    if (path.endsWith("/*")) return childrenOf(path.slice(0, -2));
    return after === undefined || more.length > 0 ? [path] : childrenOf(before!).map((child) => join(child, after));
  });
}

function childrenOf(directory: string): string[] {
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

function ancestorsOf(directory: string): string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...ancestorsOf(above)];
}

/** Each directory is entered once, however many links point to it. Like Pi, this skips skills, which are not agents. */
function filesBelow(directory: string, seen: Set<string>): string[] {
  let names: string[];
  try {
    const real = realpathSync(directory);
    if (seen.has(real)) return [];
    seen.add(real);
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(directory, name);
    if (name.endsWith(".md")) return isDirectory(path) ? filesBelow(path, seen) : [path];
    const isLeftOut =
      ["node_modules", ".git", ".pi"].includes(name) || (name === "skills" && /\.agents$/.test(directory));
    return !isLeftOut && isDirectory(path) ? filesBelow(path, seen) : [];
  });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The names in the front matter, in any form that its parser accepts: quoted, or on the next line. */
function namesIn(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch {
    return [];
  }
  const head = text.slice(0, Math.max(0, text.indexOf("\n---", 3)));
  const values = [...head.matchAll(/^name:(.*(?:\n[ \t].*)*)/gm)].flatMap(([, value = ""]) => value.split("\n"));
  return values.map((value) =>
    value
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2")
      .trim(),
  );
}

/** Settings can remove an agent's extensions, whatever its file says. */
function settingsAgainst(name: string, known: PiDirectories): string | undefined {
  return settingsOf(known).find(({ subagents }) => {
    const providers = Object.values(valueAt(subagents, "agentOverridesByProvider") ?? {});
    const overrides = [valueAt(subagents, "agentOverrides"), ...providers].map((each) => valueAt(each, name));
    return overrides.some((each) => valueAt(each, "subagentOnlyExtensions") !== undefined);
  })?.file;
}

/** Subagent settings of the user and of every enclosing project. */
function settingsOf({ directory, cwd }: PiDirectories): { readonly file: string; readonly subagents: unknown }[] {
  const roots = [directory, ...ancestorsOf(cwd).map((each) => join(each, ".pi"))];
  return roots.flatMap((each) => {
    const file = join(each, "settings.json");
    try {
      return [{ file, subagents: valueAt(JSON.parse(readFileSync(file, "utf8")), "subagents") }];
    } catch {
      return [];
    }
  });
}
