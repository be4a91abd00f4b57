/**
 * The words of find's expression language: how many arguments each has, and what it does besides testing and printing.
 * GNU find 4.9 (parse_table in find/parser.c), FreeBSD and macOS (usr.bin/find/option.c), NetBSD and OpenBSD, bfs 2.6.
 */

export interface FindWord {
  /** Number of arguments. A command's words are not counted: they end at `;`, or at `+` after `{}`. */
  readonly args: number;
  /**
   * Effect on the first argument: `write`, `read`, `list` (only its times or number are used). `command`: the next
   * words are a command. `changes`: what was found is deleted.
   */
  readonly effect?: "write" | "read" | "command" | "changes" | "list";
}

const operators = ["!", "(", ")", ",", "-a", "-and", "-not", "-o", "-or"];

/** Options before the starting points. `-O3` and `-Olevel` are one word, and `-f` is BSD's. */
const leading: Readonly<Record<string, FindWord>> = {
  ...all(0, ["-H", "-L", "-P", "-E", "-X", "-s", "-x", "-O0", "-O1", "-O2", "-O3", "-O4"]),
  "-D": { args: 1 },
  "-f": { args: 1, effect: "list" },
};

const gnu: Readonly<Record<string, FindWord>> = {
  ...all(0, ["-d", "-daystart", "-depth", "-empty", "-executable", "-false", "-follow", "-help", "--help"]),
  ...all(0, ["-ignore_readdir_race", "-ls", "-mount", "-nogroup", "-noignore_readdir_race", "-noleaf", "-nouser"]),
  ...all(0, [
    "-nowarn",
    "-print",
    "-print0",
    "-prune",
    "-quit",
    "-readable",
    "-true",
    "-version",
    "--version",
    "-warn",
  ]),
  ...all(0, ["-writable", "-xdev"]),
  ...all(1, [
    "-amin",
    "-atime",
    "-cmin",
    "-context",
    "-ctime",
    "-fstype",
    "-gid",
    "-group",
    "-ilname",
    "-iname",
    "-inum",
  ]),
  ...all(1, ["-ipath", "-iregex", "-iwholename", "-links", "-lname", "-maxdepth", "-mindepth", "-mmin", "-mtime"]),
  ...all(1, ["-name", "-path", "-perm", "-printf", "-regex", "-regextype", "-size", "-type", "-uid", "-used", "-user"]),
  ...all(1, ["-wholename", "-xtype"]),
  ...all(1, ["-anewer", "-cnewer", "-newer", "-samefile"], "list"),
  ...all(1, ["-fls", "-fprint", "-fprint0"], "write"),
  "-fprintf": { args: 2, effect: "write" },
  "-files0-from": { args: 1, effect: "read" },
  "-delete": { args: 0, effect: "changes" },
  ...all(0, ["-exec", "-execdir", "-ok", "-okdir"], "command"),
};

/** Words that only BSD find and bfs have. There `-depth N` and `-exit N` take a number if one follows. */
const bsd: Readonly<Record<string, FindWord>> = {
  ...all(0, ["-acl", "-capable", "-color", "-exit", "-hidden", "-nocolor", "-nohidden", "-printx", "-sparse"]),
  ...all(0, ["-status", "-unique", "-xattr"]),
  ...all(1, ["-Bmin", "-Bsince", "-Btime", "-asince", "-csince", "-flags", "-msince", "-since", "-xattrname"]),
  ...all(1, ["-Bnewer", "-mnewer"], "list"),
  "-rm": { args: 0, effect: "changes" },
};

/** `-newerXY FILE`; with `t` for Y the argument is a time. */
const newer: Readonly<Record<string, FindWord>> = Object.fromEntries(
  [..."aBcm"].flatMap((x) => [
    ...[..."aBcm"].map((y): [string, FindWord] => [`-newer${x}${y}`, { args: 1, effect: "list" }]),
    [`-newer${x}t`, { args: 1 }] as const,
  ]),
);

export const findWords: Readonly<Record<string, FindWord>> = {
  ...all(0, operators),
  ...leading,
  ...bsd,
  ...newer,
  ...gnu,
};

function all(args: number, names: readonly string[], effect?: FindWord["effect"]): Record<string, FindWord> {
  return Object.fromEntries(names.map((name) => [name, effect ? { args, effect } : { args }]));
}
