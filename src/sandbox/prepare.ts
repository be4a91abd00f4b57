/** Writes the description of a sandbox for the wrapper: a private file whose name is the hash of its content. */
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isInside } from "../policy/path/forms.ts";
import { anchorOf } from "../policy/path/patterns.ts";
import { patternsOf, wholeProject } from "../policy/rules.ts";
import { committedFiles } from "./committed.ts";
import { compileSandbox, type Sandbox, type SandboxInput } from "./compile.ts";
import { changesGit, hintsFor, onlyReads } from "./describe.ts";
import { isPermitted, type SandboxQuestion } from "./reach.ts";
import { seccompFilter } from "./seccomp.ts";
import { shellQuote } from "./wrap-command.ts";
import { wrapperText } from "./wrapper-text.ts";

type Found = "searchPath" | "gitDirectories" | "changesGit" | "onlyReads" | "isCommitted" | "isReadable";

interface PrepareInput extends Omit<SandboxInput, Found> {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type PreparedSandbox =
  | { readonly program: string; readonly file: string; readonly sandbox: Sandbox }
  | { readonly problem: string };

export function prepareSandbox(input: PrepareInput): PreparedSandbox {
  const { surroundings, settings, command, env } = input;
  if (process.platform !== "linux") return { problem: "it is only supported on Linux" };
  const directory = stateDirectory(env, surroundings.home);
  if (!make(directory)) return { problem: `${directory} cannot be created` };
  const gateFiles = [...surroundings.gateFiles, directory];
  const root = surroundings.projectRoot;
  const linked = root === undefined ? undefined : linkedRepository(root);
  const isReading = onlyReads(command);
  const sandbox = compileSandbox({
    ...input,
    surroundings: { ...surroundings, gateFiles },
    changesGit: changesGit(command),
    onlyReads: isReading,
    isReadable,
    searchPath: env["PATH"] ?? "",
    gitDirectories: linked ? [linked.common] : [],
    ...(root !== undefined && {
      isCommitted: committedFiles(realPath(root) ?? root, join(linked?.own ?? join(root, ".git"), "index")),
    }),
  });
  if ("problem" in sandbox) return sandbox;
  const filter = seccompFilter(process.arch, sandbox.hasSockets);
  if (!filter) return { problem: `there is no system call filter for ${process.arch}` };
  const output = settings.write.filter((path) => !/^[~/]/.test(path)).map((path) => path.replace(/\/+$/, ""));
  const isWatched = sandbox.isWatched && root !== undefined && !isReading;
  const watch = isWatched ? findWords({ ...input }, root, output) : [];
  const hints = hintsFor(command, sandbox, root);
  const lines = [
    "surcingle-sandbox 2",
    `env ${sandbox.keepsEnvironment ? "keep" : "clean"}`,
    ...(settings.env.length === 0 ? [] : [`keep ${settings.env.join(" ")}`]),
    ...(root === undefined ? [] : [`root ${root}`]),
  ];
  const words = sandbox.arguments.map((word) => `${word}\0`).join("");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: looks for control characters
  const isOdd = [...lines, ...hints, ...sandbox.absent, ...watch].some((line) => /[\u0000-\u001f]/.test(line));
  if (isOdd) return { problem: "a path contains a control character" };
  try {
    const after = afterText(hints, sandbox.absent, watch);
    const rest = after === undefined ? [] : [`after ${keep(directory, Buffer.from(after, "utf8"))}`];
    const text = `${[...lines, ...rest, `filter ${keep(directory, filter)}`].join("\n")}\n\n${words}`;
    const file = join(directory, keep(directory, Buffer.from(text, "utf8")));
    return { program: keepProgram(directory), file, sandbox };
  } catch {
    return { problem: `its description cannot be written to ${directory}` };
  }
}

/**
 * What the wrapper needs after the command, as assignments: a shell reads a script in blocks, but other text byte by
 * byte. Undefined if there is nothing.
 */
function afterText(hints: readonly string[], absent: readonly string[], watch: readonly string[]): string | undefined {
  const assign = (name: string, list: readonly string[]): string =>
    `${name}=${shellQuote(list.map((line) => `${line}\n`).join(""))}\n`;
  if (hints.length + absent.length + watch.length === 0) return undefined;
  return `${assign("hints", hints)}${assign("absent", absent)}set -- ${watch.map(shellQuote).join(" ")}\n`;
}

/** For a directory, also whether the user can enter it. */
function isReadable(path: string): boolean {
  return [constants.R_OK, constants.X_OK].some((mode) => {
    try {
      accessSync(path, mode);
      return true;
    } catch {
      return false;
    }
  });
}

function make(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

export function stateDirectory(env: PrepareInput["env"], home: string): string {
  const state = env["XDG_STATE_HOME"];
  return join(state?.startsWith("/") ? state : join(home, ".local/state"), "surcingle/sandbox");
}

const mostFiles = 200;
const longestLife = 24 * 60 * 60 * 1000;

function keep(directory: string, bytes: Uint8Array): string {
  const name = createHash("sha256").update(bytes).digest("hex");
  const path = join(directory, name);
  if (holds(path, bytes)) {
    utimesSync(path, new Date(), new Date());
    return name;
  }
  const temporary = join(directory, `new.${process.pid}.${randomBytes(4).toString("hex")}`);
  writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
  prune(directory);
  return name;
}

/** The wrapper is next to its descriptions, so that every gate has it wherever it was installed. */
export function keepProgram(directory: string, name = "surcingle-sandbox"): string {
  const path = join(directory, name);
  const bytes = Buffer.from(wrapperText, "utf8");
  if (holds(path, bytes)) return path;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(temporary, bytes, { mode: 0o700, flag: "wx" });
  chmodSync(temporary, 0o700);
  renameSync(temporary, path);
  return path;
}

function holds(path: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

/** Removes files that were not used for a day, once there are many. */
function prune(directory: string): void {
  const names = readdirSync(directory);
  if (names.length <= mostFiles) return;
  for (const name of names) {
    const path = join(directory, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > longestLife) rmSync(path, { force: true });
  }
}

/**
 * The git directories of a linked work tree. A program can write a `.git` file, so the other end must name this work
 * tree: otherwise a file could make any repository readable.
 */
function linkedRepository(root: string): { readonly own: string; readonly common: string } | undefined {
  const read = (path: string): string | undefined => {
    try {
      return statSync(path).size > 4_096 ? undefined : readFileSync(path, "utf8").trim();
    } catch {
      return undefined;
    }
  };
  const link = statSync(join(root, ".git"), { throwIfNoEntry: false })?.isFile() ? read(join(root, ".git")) : undefined;
  const named = /^gitdir: ?(.+)$/.exec(link ?? "")?.[1];
  if (named === undefined) return undefined;
  const own = realPath(resolve(root, named));
  if (own === undefined) return undefined;
  const common = realPath(resolve(own, read(join(own, "commondir")) ?? "."));
  // Git's own layout: `common/worktrees/NAME`. It was created outside, so nothing in the project can replace it.
  const isGits = common !== undefined && dirname(dirname(own)) === common && basename(dirname(own)) === "worktrees";
  const isOwn = isGits && read(join(own, "gitdir")) === join(root, ".git") && !isInside(root, common);
  return isOwn ? { own, common } : undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Arguments for find(1) that match new files which `edit` denies: the first matching rule decides, as in the policy.
 * `output` are directories of the project in which every name is allowed. Empty if no rule can deny a new file where
 * others are allowed.
 */
function findWords(
  { policy, isApproved }: SandboxQuestion,
  root: string,
  output: readonly string[],
): readonly string[] {
  const rules = policy.rules.filter(({ tool }) => tool === "edit");
  const verdicts = rules.map(({ verdict }) => isPermitted(verdict, isApproved));
  const isOpen = isPermitted(policy.otherwise.edit, isApproved) || !policy.named.includes("edit");
  if (!verdicts.includes(false) || !(isOpen || verdicts.includes(true))) return [];
  const chain = rules.flatMap((rule, i): readonly string[] => {
    const expressions = patternsOf(rule).flatMap((pattern) => expressionOf(pattern, root));
    return expressions.flatMap((each) => ["-regex", each, ...(verdicts[i] ? [] : ["-print"]), "-o"]);
  });
  const free = output.flatMap((name) => ["-regex", `${literal(`${root}/${name}`)}(/.*)?`, "-o"]);
  return ["-regextype", "posix-extended", "(", ...free, ...chain, isOpen ? "-false" : "-print", ")"];
}

function expressionOf(pattern: string, root: string): readonly string[] {
  const start = `${literal(root)}/`;
  if (pattern === wholeProject) return [`${start}.*`];
  if (anchorOf(pattern) === "root") return [];
  const tail = pattern.endsWith("/**") ? pattern.slice(0, -3) : pattern;
  const body = tail
    .split(/(\*\*\/|\*+)/)
    .map((piece) =>
      piece === "**/" ? "(.*/)?" : piece === "*" ? "[^/]*" : /^\*+$/.test(piece) ? ".*" : literal(piece),
    )
    .join("");
  return [`${start}${body}${tail === pattern ? "" : "(/.*)?"}`];
}

function literal(text: string): string {
  return text.replace(/[.[\]{}()\\*+?^$|]/g, "\\$&");
}
