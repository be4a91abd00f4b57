/** Commands that run another command, as data: which options they have and where the other command begins. */

export interface Wrapper {
  /** Short options without a value, one letter each. */
  readonly flags?: string;
  /** Short options with a value. */
  readonly valued?: string;
  readonly longFlags?: readonly string[];
  readonly longValued?: readonly string[];
  /** Options after which nothing is run. */
  readonly quiet?: readonly string[];
  /** Options whose value replaces all further options. */
  readonly last?: readonly string[];
  /** `-10` is an option. */
  readonly hasNumbers?: true;
  /** `-` is an option. */
  readonly hasDash?: true;
  /** `NAME=value` may precede the command. */
  readonly hasAssignments?: true;
  /** Words that are neither option nor command: the duration of `timeout`. */
  readonly before?: number;
}

const help = ["--help", "--version"];

/** A command with an option that is missing here needs approval. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: {
    flags: "AbBEHknNPS",
    valued: "ugCprtTU",
    longFlags: [
      "--askpass",
      "--background",
      "--bell",
      "--no-update",
      "--non-interactive",
      "--preserve-env",
      "--preserve-groups",
      "--reset-timestamp",
      "--set-home",
      "--stdin",
    ],
    longValued: [
      "--close-from",
      "--command-timeout",
      "--group",
      "--other-user",
      "--prompt",
      "--role",
      "--type",
      "--user",
    ],
    quiet: [...help, "-K", "-V", "-l", "-v", "--list", "--remove-timestamp", "--validate"],
    hasAssignments: true,
  },
  doas: { flags: "n", valued: "Cau", quiet: ["-L"] },
  env: {
    flags: "0iv",
    valued: "uS",
    longFlags: ["--debug", "--ignore-environment", "--null"],
    longValued: ["--split-string", "--unset"],
    last: ["-S", "--split-string"],
    quiet: help,
    hasAssignments: true,
    hasDash: true,
  },
  command: { flags: "p", quiet: ["-v", "-V", "-pv", "-pV", "-vp", "-Vp"] },
  builtin: {},
  exec: { flags: "cl", valued: "a" },
  nohup: { quiet: help },
  nice: { valued: "n", longValued: ["--adjustment"], quiet: help, hasNumbers: true },
  time: {
    flags: "apqv",
    valued: "f",
    longFlags: ["--append", "--portability", "--quiet", "--verbose"],
    longValued: ["--format"],
    quiet: [...help, "-V"],
  },
  timeout: {
    flags: "fpv",
    valued: "ks",
    longFlags: ["--foreground", "--preserve-status", "--verbose"],
    longValued: ["--kill-after", "--signal"],
    quiet: help,
    before: 1,
  },
  stdbuf: { valued: "eio", longValued: ["--error", "--input", "--output"], quiet: help },
  setsid: { flags: "cfw", longFlags: ["--ctty", "--fork", "--wait"], quiet: [...help, "-V", "-h"] },
  busybox: { quiet: ["--help", "--list", "--list-full"] },
  xargs: {
    flags: "0oprtx",
    valued: "EILPadns",
    longFlags: ["--exit", "--interactive", "--no-run-if-empty", "--null", "--open-tty", "--show-limits", "--verbose"],
    longValued: ["--arg-file", "--delimiter", "--max-args", "--max-chars", "--max-procs", "--process-slot-var"],
    quiet: help,
  },
  watch: {
    flags: "bcegprtwx",
    valued: "n",
    longFlags: [
      "--beep",
      "--chgexit",
      "--color",
      "--errexit",
      "--exec",
      "--no-rerun",
      "--no-title",
      "--no-wrap",
      "--precise",
    ],
    longValued: ["--interval"],
    quiet: [...help, "-h", "-v"],
  },
  parallel: {
    flags: "0ktuv",
    valued: "NPjn",
    longFlags: [
      "--bar",
      "--dry-run",
      "--eta",
      "--keep-order",
      "--line-buffer",
      "--null",
      "--progress",
      "--tag",
      "--ungroup",
    ],
    longValued: ["--delay", "--halt", "--jobs", "--joblog", "--max-args", "--max-procs", "--retries", "--timeout"],
    quiet: help,
  },
};

export const suOptions: Wrapper = {
  flags: "flmpP",
  valued: "cgGw",
  longFlags: ["--fast", "--login", "--preserve-environment", "--pty"],
  longValued: ["--command", "--group", "--session-command", "--supp-group"],
  quiet: ["--help", "--version", "-V", "-h"],
  hasDash: true,
};

/** How many values each option of `nix` has. */
export const nixOptions: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ["-L", "-i", "-v", "--accept-flake-config", "--ignore-environment", "--impure", "--no-write-lock-file", "--offline"]
      .concat(["--print-build-logs", "--quiet", "--refresh", "--show-trace", "--verbose"])
      .map((name) => [name, 0]),
  ),
  "--experimental-features": 1,
  "--extra-experimental-features": 1,
  "--override-input": 2,
  "--profile": 1,
};

interface Shell {
  /** Words that our parser reads differently from this shell; text that contains one needs approval. */
  readonly differs?: RegExp;
}

const foreign = /[(){}=~^#<>[\]]/;

export const shells: Readonly<Record<string, Shell>> = {
  sh: {},
  bash: {},
  dash: {},
  ash: {},
  rbash: {},
  zsh: { differs: foreign },
  ksh: { differs: foreign },
  mksh: { differs: foreign },
};

/** Commands that change what later words mean. */
export const changers: ReadonlySet<string> = new Set([
  ...[".", "alias", "bind", "compgen", "complete", "compopt", "declare", "enable", "export", "fc", "getopts", "hash"],
  ...[
    "let",
    "local",
    "mapfile",
    "readarray",
    "readonly",
    "set",
    "shopt",
    "source",
    "trap",
    "typeset",
    "unalias",
    "unset",
  ],
]);
