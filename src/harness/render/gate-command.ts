/** The command that a client runs to ask the gate. Any failure on the way must deny the call. */
import type { Settings } from "../../model/settings.ts";
import type { Assets, Harness, RenderContext } from "../harness.ts";

export interface GateCall {
  readonly harness: string;
  /** A shell word that may contain variables of the client; it is put in double quotes. */
  readonly policy: string;
  /** `policy` is the directory of a managed machine's policies. */
  readonly isManaged?: true;
  /** `policy` is the list of tools of a skill. */
  readonly isSkill?: true;
  /** The start of every valid answer of the gate. */
  readonly answerBegins: string;
  /** An answer that is turned into empty output, for a client that takes that as consent and has no word for it. */
  readonly consent?: string;
  /** What to print besides the exit code, for a client that reads the reason of a denial from there. */
  readonly refusal?: (reason: string) => string;
}

/** A program by its absolute path, and its arguments. */
type GateWords = readonly [program: string, ...words: string[]];

const programName = "surcingle-gate";

/** Seconds. Shorter than the client's own timeout, after which the call runs. */
const longestWait = 5;

/** Variables that affect a shell before its first command. Bash honours them even as `sh`. */
const shellVariables = ["SHELLOPTS", "BASHOPTS", "BASH_ENV", "ENV"];

/** Where systems keep `sleep`. PATH is not used, because a project can set it. */
const programDirectories = ["/bin", "/usr/bin", "/run/current-system/sw/bin"];

/**
 * The program and its arguments, to be started without the client's shell: Claude Code prepends
 * `CLAUDE_CODE_SHELL_PREFIX`, which a project can set, to a command that needs one.
 */
export function gateWords(call: GateCall, { gateCommand }: Settings, { gate }: RenderContext): GateWords {
  const program = gateCommand === undefined ? (gate ?? [programName]) : [gateCommand];
  const cleared = shellVariables.flatMap((name) => ["-u", name]);
  return ["/usr/bin/env", ...cleared, "/bin/sh", "-c", gateScript(call, program)];
}

/**
 * Handles what the gate itself cannot: the program is missing, crashes, hangs or prints something else. Clients treat
 * most of these as "no opinion" and continue. Uses only builtins and absolute paths, in any POSIX shell.
 */
function gateScript(call: GateCall, program: readonly string[]): string {
  const { answerBegins, consent, refusal } = call;
  const gate = plainCommand(call, program);
  const silent = consent === undefined ? "" : `${shellWord(`0${consent}`)}) ;; `;
  const refuse = refusal === undefined ? "" : `printf '${refusal("%s")}' "$r"; `;
  return [
    // Bash imports functions from the environment, even with names of builtins. `unset` itself cannot be replaced.
    "set -f; unset -f kill printf read ulimit wait",
    `for v in $(export -p); do case $v in NODE_*=*) ${unsetVariable} esac; done`,
    "unset OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES",
    // A background command does not inherit standard input.
    "exec 3<&0",
    `{ ${gate} <&3 3<&- & g=$!; ${watchdog} & w=$!; wait $g; s=$?; kill $w; printf '\\n%s\\n' $s; } 2>/dev/null | ` +
      // The last line is the exit code, so the wrapper need not wait for the end of the output: a child may keep it
      // open.
      `{ IFS= read -r o; read -r s; [ "$s" ] || read -r s; case $s$o in ${silent}${shellWord(`0${answerBegins}`)}*) ` +
      `printf %s "$o";; *) case $s in 126|127) r='cannot be started';; 137) r='took too long';; ` +
      `*) r='gave no answer';; esac; r="surcingle: denied, because the gate $r; ${whatToDo}"; ` +
      `${refuse}printf '%s\\n' "$r" >&2; exit 2;; esac; }`,
  ].join("; ");
}

function plainCommand({ harness, policy, isManaged, isSkill }: GateCall, program: readonly string[]): string {
  const option = isManaged ? "--managed" : isSkill ? "--skill" : "--policy";
  return `${program.map(shellWord).join(" ")} --harness ${harness} ${option} "${policy}"`;
}

/** A command for an event that nothing depends on: if it fails, the client continues. */
export function gateNotice(call: GateCall, { gateCommand }: Settings, { gate }: RenderContext): string {
  return `${plainCommand(call, gateCommand === undefined ? (gate ?? [programName]) : [gateCommand])} || :`;
}

const whatToDo = "install Surcingle, or run surcingle doctor";

/** Text after the name in the list of variables may be part of another variable's value. */
const unsetVariable = 'v=${v%%=*}; case $v in *[!0-9A-Z_a-z]*) ;; *) unset "$v";; esac;;';

/** Not every system has `timeout`. Without `sleep` it counts seconds of processor time instead. */
const clock = [
  `for d in ${programDirectories.join(" ")}; do [ -x $d/sleep ] && exec $d/sleep ${longestWait}; done`,
  `ulimit -t ${longestWait}; while :; do :; done`,
].join("; ");
const watchdog = `{ trap 'kill $c; exit' TERM; { ${clock}; } & c=$!; wait $c; kill -9 $g; } >/dev/null 3<&-`;

export function shellWord(text: string): string {
  return /^[\w./@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The gate that runs inside the client. Never empty, because files without it would leave an agent unguarded. */
export function gateProgram({ id, title }: Harness, assets: Assets): string {
  const program = assets[id];
  if (program === undefined) throw new Error(`the program that runs inside ${title} is missing`);
  return program;
}
