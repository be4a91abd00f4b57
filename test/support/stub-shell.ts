// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
/** Real shells that can reach only stubs, which record their own name and arguments. */
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canary, setVariable } from "./random-quoting.ts";
import { stubs, wrapperStubs } from "./random-shell.ts";

export interface Run {
  /** Name and arguments of each program that ran. */
  readonly programs: readonly (readonly string[])[];
  /** Files that exist afterwards. */
  readonly files: readonly string[];
}

export function findProgram(name: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(":")
    .map((directory) => join(directory, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** How a wrapper treats its arguments, as far as the grammar uses it. */
const wrapperBodies: Readonly<Record<(typeof wrapperStubs)[number], string>> = {
  env: 'while [[ $1 == -i || ( $1 != -* && $1 == *=* ) ]]; do shift; done\n[[ $1 == -* ]] || "$@"',
  nohup: '[[ $1 == -* ]] || "$@"',
  nice: '[[ $1 == -n ]] && shift 2 && "$@"',
  timeout: '[[ $1 == -* ]] || { shift; "$@"; }',
  xargs: '[[ $1 == -* ]] || "$@" a',
  sudo: '[[ $1 == -u ]] && shift 2 && "$@"',
  setsid: '[[ $1 == -* ]] || "$@"',
  doas: '[[ $1 == -u ]] && shift 2 && "$@"',
  stdbuf: '[[ $1 == -oL ]] && shift && "$@"',
  busybox: '[[ $1 == -* ]] || "$@"',
  nix: '[[ $1 == develop && $2 == -c ]] && shift 2 && "$@"',
  find: '[[ $2 == -exec ]] || exit\nshift 2\nfor w; do [[ $w == ";" ]] && break; a+=("${w//\\{\\}/f}"); done\n"${a[@]}"',
  sh: 'exec "$BASH" --norc --noprofile "$@"',
  bash: 'exec "$BASH" --norc --noprofile "$@"',
  su: '[[ $2 == -c ]] && exec "$BASH" --norc --noprofile -c "$3"',
  "nix-shell": '[[ $1 == --run ]] && exec "$BASH" --norc --noprofile -c "$2"',
  watch: '[[ $1 == -* ]] || exec "$BASH" --norc --noprofile -c "$*"',
  parallel: '[[ $2 == ::: ]] && exec "$BASH" --norc --noprofile -c "$1 a"',
};

/** One write per program: several may run at once. */
const note = `printf '%s\u001f' "$LINE_ID" "\${0##*/}" "$@" '\u001e' >> "$STUB_LOG"`;

/** A file in each directory, because a glob qualifier of zsh runs its command only for a file that exists. */
const presentFile = "present";

export interface TestShell {
  readonly name: string;
  readonly program: string;
  readonly options: readonly string[];
  /** Commands before the first line. */
  readonly setup: string;
}

/** Options that many people have in their `.zshrc`, and that change how a line is read. */
const usualZshOptions = "setopt extendedglob interactivecomments promptsubst rcquotes globdots autocd nonomatch";

/** The shells of this machine by name; undefined for a missing one. */
export function findShells(): Readonly<
  Record<"bash" | "dash" | "zsh" | "zsh with options" | "busybox", TestShell | undefined>
> {
  const find = (name: string, program: string, options: readonly string[], setup = ""): TestShell | undefined => {
    const path = findProgram(program);
    return path === undefined ? undefined : { name, program: path, options, setup };
  };
  return {
    bash: find("bash", "bash", ["--norc", "--noprofile"], "FUNCNEST=8"),
    dash: find("dash", "dash", []),
    zsh: find("zsh", "zsh", ["-f"], "FUNCNEST=8"),
    "zsh with options": find("zsh with options", "zsh", ["-f"], `FUNCNEST=8\n${usualZshOptions}`),
    busybox: find("busybox", "busybox", ["sh"]),
  };
}

/** Runs every line in its own directory. */
export function runLines(shell: TestShell, lines: readonly string[]): readonly Run[] {
  const root = mkdtempSync(join(tmpdir(), "stub-shell-"));
  try {
    const [bin, work, temporary, log, script, start] = ["bin", "work", "tmp", "log", "script", "start"].map((name) =>
      join(root, name),
    ) as [string, string, string, string, string, string];
    mkdirSync(bin);
    mkdirSync(temporary);
    lines.forEach((_, i) => {
      mkdirSync(join(work, String(i + 1)), { recursive: true });
      writeFileSync(join(work, String(i + 1), presentFile), "");
    });
    writeFileSync(log, "");
    // A shell that a line starts has the same limit: functions of random lines call themselves.
    writeFileSync(start, "FUNCNEST=8\n");
    writeStubs(bin, shell);
    const steps = lines.map(
      (line, i) => `LINE_ID=${i + 1}\n(cd "$WORK/$LINE_ID" && eval ${quote(line)}) < /dev/null > /dev/null 2>&1\n`,
    );
    writeFileSync(script, `${shell.setup}\nulimit -t 5\nulimit -f 2048\nexport LINE_ID\n${steps.join("")}wait\n`);
    const env = {
      PATH: bin,
      STUB_LOG: log,
      BASH_ENV: start,
      WORK: work,
      TMPDIR: temporary,
      TMPPREFIX: join(temporary, "zsh"),
      [setVariable]: "a b",
    };
    const result = spawnSync(shell.program, [...shell.options, script], {
      env,
      cwd: work,
      timeout: 240_000,
      stdio: "ignore",
    });
    if (result.status === null) throw new Error(`${shell.name} did not end: ${result.signal ?? result.error?.message}`);
    waitForSilence(log);
    return collect(readFileSync(log, "utf8"), work, lines.length);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A process substitution may outlive the shell. */
function waitForSilence(log: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let size = -1, now = 0; size !== now; ) {
    size = statSync(log).size;
    Atomics.wait(pause, 0, 0, 60);
    now = statSync(log).size;
  }
}

function writeStubs(bin: string, shell: TestShell): void {
  const bash = findProgram("bash");
  // A small shell starts faster, and a stub needs little.
  const small = findProgram("dash") ?? shell.program;
  for (const name of [...stubs, canary]) writeFileSync(join(bin, name), `#!${small}\n${note}\n`, { mode: 0o755 });
  for (const name of bash === undefined ? [] : wrapperStubs) {
    writeFileSync(join(bin, name), `#!${bash}\n${note}\nBASH=${bash}\n${wrapperBodies[name]}\n`, { mode: 0o755 });
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What a line left behind. */
function filesIn(directory: string): readonly string[] {
  return readdirSync(directory).filter((name) => name !== presentFile || statSync(join(directory, name)).size > 0);
}

function collect(log: string, work: string, count: number): readonly Run[] {
  const programs: string[][][] = Array.from({ length: count }, () => []);
  for (const entry of log.split("\u001e\u001f")) {
    const [id, ...argv] = entry.split("\u001f").slice(0, -1);
    programs[Number(id) - 1]?.push(argv);
  }
  return programs.map((list, i) => ({ programs: list, files: filesIn(join(work, String(i + 1))) }));
}
