/** The form of a hostile case: a line, the policy it tries to fool, and the harm it was seen to do. */

export const shellNames = ["bash", "dash", "zsh", "busybox"] as const;
export type ShellName = (typeof shellNames)[number];

/** Policies for this table, then agents of this repository. */
export const policyNames = [
  "reader",
  "closed",
  "toolbox",
  "builder",
  "open",
  "chiron",
  "reviewer",
  "chiron-forge",
] as const;
export type PolicyName = (typeof policyNames)[number];

/**
 * `runs`: the program `canary` was started.
 * `leaks`: the content of a secret file was printed, as it is or encoded.
 * `changes PATH`: that file was made, changed or removed. Relative to the project; `~/` is the home.
 */
type Harm = "runs" | "leaks" | `changes ${string}`;

interface Traits {
  readonly policy: PolicyName;
  /** The loosest correct verdict: `ask` means ask or deny. */
  readonly held: "ask" | "deny";
  readonly harm: Harm;
  /** The directory of the call, relative to the project. */
  readonly cwd?: string;
  /** Default: `bash`. */
  readonly tool?: "read" | "edit" | "webfetch";
  /** Programs beyond those of a small Debian system, separated by spaces. */
  readonly needs?: string;
  /** Why the harm is not shown by running the line. */
  readonly unshown?: string;
}

/** `shells`: where the harm was seen, separated by spaces; empty for tool calls and where it cannot be shown. */
type HostileRow = readonly [line: string, shells: string, differs?: Partial<Traits>];

export interface HostileGroup extends Traits {
  readonly class: string;
  readonly rows: readonly HostileRow[];
}

export interface HostileCase extends Traits {
  readonly class: string;
  readonly line: string;
  readonly shells: readonly ShellName[];
}

export function casesOf({ class: name, rows, ...traits }: HostileGroup): readonly HostileCase[] {
  return rows.map(([line, shells, differs]) => ({
    ...traits,
    ...differs,
    class: name,
    line,
    shells: shellNames.filter((shell) => shells.split(" ").includes(shell)),
  }));
}
