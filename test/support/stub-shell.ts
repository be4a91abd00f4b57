// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
/** A real bash that can reach nothing but stubs: they write down their own name and arguments. */
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** What a wrapper does with its arguments, as far as the grammar uses it. */
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

/** One write for each program: several may run at once. */
const note = `printf '%s\u001f' "$LINE_ID" "\${0##*/}" "$@" '\u001e' >> "$STUB_LOG"`;

const driver = `
FUNCNEST=8
ulimit -t 5 -f 2048
while IFS= read -r -d '' -u 9 line; do
  LINE_ID=$((LINE_ID + 1))
  export LINE_ID
  ( exec 9<&-; cd "$WORK/$LINE_ID" && eval "$line" ) < /dev/null > /dev/null 2>&1
done 9< "$LINES"
wait
`;

/** Runs every line in a directory of its own. */
export function runLines(bash: string, lines: readonly string[]): readonly Run[] {
  const root = mkdtempSync(join(tmpdir(), "stub-shell-"));
  try {
    const [bin, work, log, list] = ["bin", "work", "log", "lines"].map((name) => join(root, name)) as [
      string,
      string,
      string,
      string,
    ];
    mkdirSync(bin);
    lines.forEach((_, i) => {
      mkdirSync(join(work, String(i + 1)), { recursive: true });
    });
    writeFileSync(log, "");
    // A small shell starts faster, and a stub needs little.
    const small = findProgram("dash") ?? bash;
    for (const name of stubs) writeFileSync(join(bin, name), `#!${small}\n${note}\n`, { mode: 0o755 });
    for (const name of wrapperStubs) {
      writeFileSync(join(bin, name), `#!${bash}\n${note}\nBASH=${bash}\n${wrapperBodies[name]}\n`, { mode: 0o755 });
    }
    writeFileSync(list, lines.map((line) => `${line}\0`).join(""));
    const env = { PATH: bin, STUB_LOG: log, WORK: work, LINES: list, LINE_ID: "0" };
    const result = spawnSync(bash, ["--norc", "--noprofile", "-c", driver], {
      env,
      cwd: work,
      timeout: 240_000,
      stdio: "ignore",
    });
    if (result.status === null) throw new Error(`the shell did not end: ${result.signal ?? result.error?.message}`);
    return collect(readFileSync(log, "utf8"), work, lines.length);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function collect(log: string, work: string, count: number): readonly Run[] {
  const programs: string[][][] = Array.from({ length: count }, () => []);
  for (const entry of log.split("\u001e\u001f")) {
    const [id, ...argv] = entry.split("\u001f").slice(0, -1);
    programs[Number(id) - 1]?.push(argv);
  }
  return programs.map((list, i) => ({ programs: list, files: readdirSync(join(work, String(i + 1))) }));
}
