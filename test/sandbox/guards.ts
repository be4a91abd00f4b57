/** The guards of a sandbox, each with attacks that succeed without it: the tests must be able to fail. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Attack } from "./attacks.ts";
import type { Scene } from "./scene.ts";

/** An option of bubblewrap with its arguments. */
type Option = readonly string[];

export interface Guard {
  readonly name: string;
  readonly sandbox: NonNullable<Attack["sandbox"]>;
  /** Attacks of the sandbox, by name. */
  readonly opens: readonly string[];
  readonly options?: (options: readonly Option[], scene: Pick<Scene, "home" | "project">) => readonly Option[];
  /** Lines of the description that the wrapper reads. */
  readonly lines?: (lines: readonly string[]) => readonly string[];
  /** The text of the wrapper. */
  readonly program?: (text: string) => string;
  /** The system call filter allows everything. */
  readonly isUnfiltered?: true;
}

const namespaces = [
  "--unshare-user",
  "--unshare-ipc",
  "--unshare-pid",
  "--unshare-net",
  "--unshare-uts",
  "--unshare-cgroup",
];

function keepsNamespace(name: string): NonNullable<Guard["options"]> {
  const others = namespaces.filter((each) => each !== name).map((each) => [each]);
  return (options) => [...others, ...options.filter(([option]) => option !== "--unshare-all" && option !== name)];
}

function without(isGuard: (option: Option, project: string) => boolean): NonNullable<Guard["options"]> {
  return (options, { project }) => options.filter((option) => !isGuard(option, project));
}

const isMask = ([name, from]: Option): boolean => name === "--ro-bind" && from === "/dev/null";
const isBelow = (path: string | undefined, directory: string): boolean => path?.startsWith(`${directory}/`) === true;

/** Makes hidden files and directories visible. */
export const showHidden = without(
  (option, project) =>
    isMask(option) || (["--tmpfs", "--remount-ro"].includes(option[0]!) && isBelow(option[1], project)),
);

/** Makes read-only paths of the project writable. */
export const openReadOnly: NonNullable<Guard["options"]> = (options, { project }) =>
  options.map((option) => {
    const [name, from = "", to = ""] = option;
    const isOurs = name === "--ro-bind" && !isMask(option) && (from === project || isBelow(from, project));
    return isOurs ? ["--bind", from, to] : option;
  });

/** Removes the mounts of directories between a writable mount and an exception. */
export const openBetween: NonNullable<Guard["options"]> = (options, { project }) => {
  const kept = options
    .filter(([name]) => name === "--ro-bind" || name === "--tmpfs")
    .map(([name, from, to]) => (name === "--tmpfs" ? from : to)!);
  const writable = options.flatMap(([name, path]) => (name === "--bind" && path !== undefined ? [path] : []));
  return options.filter(([name, path = ""]) => {
    const isInner = name === "--bind" && isBelow(path, project) && writable.some((other) => isBelow(path, other));
    return !(isInner && kept.some((other) => isBelow(other, path)));
  });
};

export const guards: readonly Guard[] = [
  {
    name: "no network",
    sandbox: "src",
    opens: ["connect to a server on the loopback"],
    options: keepsNamespace("--unshare-net"),
  },
  {
    name: "separate process namespace",
    sandbox: "src",
    opens: ["see a process outside the sandbox", "signal a process outside the sandbox"],
    options: keepsNamespace("--unshare-pid"),
  },
  {
    name: "system call filter",
    sandbox: "src",
    opens: ["connect to a Unix socket in the project", "use the kernel keyring"],
    isUnfiltered: true,
  },
  {
    name: "system call filter when the network is open",
    sandbox: "open",
    opens: ["connect to an abstract socket when the network is open"],
    isUnfiltered: true,
  },
  {
    name: "no user namespaces",
    sandbox: "src",
    opens: ["create a user namespace"],
    options: (options) => options.filter(([name]) => name !== "--disable-userns"),
  },
  {
    name: "private home",
    sandbox: "src",
    opens: [
      "read a private key",
      "read another project",
      "list the home directory",
      "read the client's credentials file",
    ],
    options: (options, { home }) => {
      const first = options.findIndex(([, path]) => isBelow(path, home));
      return [...options.slice(0, first), ["--ro-bind", home, home], ...options.slice(first)];
    },
  },
  {
    name: "private /tmp",
    sandbox: "src",
    opens: ["write to the host's /tmp"],
    options: (options) =>
      options.map((option) => (option[0] === "--dir" && option[1] === "/tmp" ? ["--bind", "/tmp", "/tmp"] : option)),
  },
  {
    name: "private /dev",
    sandbox: "src",
    opens: ["see files in the host's /dev/shm"],
    options: (options) => options.map((option) => (option[0] === "--dev" ? ["--dev-bind", "/dev", "/dev"] : option)),
  },
  {
    name: "hidden files",
    sandbox: "src",
    opens: [
      "read a secret file in the project",
      "copy a secret file in the project",
      "read a private key inside an allowed directory",
      "read a file that `read` denies",
    ],
    options: showHidden,
  },
  {
    name: "read-only project",
    sandbox: "src",
    opens: [
      "write a denied file",
      "delete a denied file",
      "write a denied file inside an allowed directory",
      "create a file at the top of the project",
      "plant a git hook",
      "set core.hooksPath",
      "plant a .git/commondir file",
    ],
    options: openReadOnly,
  },
  {
    name: "read-only project for a read-only agent",
    sandbox: "reader",
    opens: ["create a file as a read-only agent", "change a file as a read-only agent", "commit as a read-only agent"],
    options: openReadOnly,
  },
  {
    name: "mounts of the directories in between",
    sandbox: "src",
    opens: [
      "rename the parent of a denied directory and recreate it",
      "rename the parent of a denied file and recreate it",
    ],
    options: openBetween,
  },
  {
    name: "steering files",
    sandbox: "open",
    opens: ["edit the client's settings", "edit a husky hook", "edit .envrc", "edit CLAUDE.md in a subdirectory"],
    options: openReadOnly,
  },
  {
    name: "protected hooks and configuration in a writable .git",
    sandbox: "git",
    opens: ["change git's configuration when .git is writable", "plant a git hook when .git is writable"],
    options: without(([name, path], project) => name === "--ro-bind" && isBelow(path, `${project}/.git`)),
  },
  {
    name: "deny in an approved command",
    sandbox: "approved",
    opens: ["edit a denied file in an approved command", "read a denied file in an approved command"],
    options: (options, scene) => showHidden(openReadOnly(options, scene), scene),
  },
  {
    name: "clean environment",
    sandbox: "src",
    opens: ["read an environment variable that holds a secret", "find the SSH agent"],
    lines: (lines) => lines.map((line) => (line === "env clean" ? "env keep" : line)),
  },
  {
    name: "closed file descriptors",
    sandbox: "src",
    opens: ["read a file that the caller left open"],
    program: (text) => text.replace(/^exec 3<&- .*$/m, ""),
  },
  {
    name: "closed file descriptors with high numbers",
    sandbox: "src",
    opens: ["read a file that the caller left open under a high number"],
    program: (text) => text.replace(/left="\$left .*"/, "left=''"),
  },
];

/** One instruction: every system call passes. */
const openFilter = Buffer.from([0x06, 0, 0, 0, 0, 0, 0xff, 0x7f]);

/** Writes the description of a sandbox without a guard beside the real one. Only tests can do this. */
export function removeGuard(file: string, guard: Omit<Guard, "name" | "sandbox" | "opens">, scene: Scene): string {
  const directory = dirname(file);
  const keep = (bytes: Buffer): string => {
    const name = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(directory, name), bytes, { mode: 0o600 });
    return name;
  };
  const text = readFileSync(file, "utf8");
  const cut = text.indexOf("\n\n");
  const words = text
    .slice(cut + 2)
    .split("\0")
    .slice(0, -1);
  const options: string[][] = [];
  for (const word of words) {
    if (word.startsWith("--")) options.push([word]);
    else options.at(-1)!.push(word);
  }
  const changed = guard.options?.(options, scene) ?? options;
  const own = text.slice(0, cut).split("\n");
  const lines = guard.lines?.(own) ?? own;
  const filtered = guard.isUnfiltered
    ? lines.map((line) => (line.startsWith("filter ") ? `filter ${keep(openFilter)}` : line))
    : lines;
  const after = `${filtered.join("\n")}\n\n${changed
    .flat()
    .map((word) => `${word}\0`)
    .join("")}`;
  if (guard.program) {
    const program = readFileSync(scene.program, "utf8");
    writeFileSync(scene.program, guard.program(program));
    if (guard.program(program) === program) throw new Error("the guard is not in the wrapper");
  } else if (after === text) throw new Error("the guard is not in the sandbox");
  return join(directory, keep(Buffer.from(after, "utf8")));
}
