/** Claude Code hooks that ask the gate of a capability. They deny if the program is missing, hangs or fails. */

import { shellWord } from "../../../harness/render/gate-command.ts";
import type { Limit } from "../../../model/permission.ts";

export interface CapabilityHook {
  readonly matcher: string;
  /** The shell command line. */
  readonly command: string;
}

/** Shorter than the hook's own timeout, after which Claude Code continues as if nothing had been asked. */
const innerSeconds = 10;
const outerSeconds = 30;

const timeLimit = `command -v timeout >/dev/null && t='timeout ${innerSeconds}' || t=`;

/** For a session whose environment names the capabilities, separated by spaces; without one it does nothing. */
export function environmentHook(program: string): CapabilityHook {
  const command = [
    `n="\${SURCINGLE_CAPABILITY_NAME:-$KEI_CAPABILITY_NAME}"`,
    '[ -n "$n" ] || exit 0',
    "i=$(cat) || exit 2",
    timeLimit,
    `for c in $n; do printf %s "$i" | $t ${shellWord(program)} capability check "$c" >/dev/null || exit 2; done`,
  ].join("; ");
  return { matcher: "*", command };
}

/** For one gate of one task. Only a deny is passed on; allowing is left to the client. */
export function taskHook(
  { program, name, task, roots }: { program: string; name: string; task: string; roots: readonly string[] },
  limits: readonly Limit[],
): CapabilityHook {
  const where = roots.map((root) => ` --root ${shellWord(root)}`).join("");
  const check = `TASK_TOML=${shellWord(task)} $t ${shellWord(program)} capability check ${shellWord(name)}${where}`;
  return { matcher: matcherOf(limits), command: `${timeLimit}; ${check} >/dev/null || exit 2` };
}

export function hookSettings(hooks: readonly CapabilityHook[]): object {
  return {
    hooks: {
      PreToolUse: hooks.map(({ matcher, command }) => ({
        matcher,
        hooks: [{ type: "command", command, timeout: outerSeconds }],
      })),
    },
  };
}

/** Tools that run a command. */
const shells = ["Bash", "Monitor", "PowerShell"];
const editors = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
const namesByTool = {
  bash: shells,
  // A redirection edits a file too.
  edit: [...shells, ...editors],
  read: ["Read", "Grep", "Glob", "LS", "NotebookRead"],
  webfetch: ["WebFetch"],
  websearch: ["WebSearch"],
  question: ["AskUserQuestion"],
  external_directory: ["*"],
} as const;

/** Every tool that one of the limits applies to. */
function matcherOf(limits: readonly Limit[]): string {
  const names = new Set(limits.flatMap((limit): readonly string[] => namesOf(limit)));
  return names.has("*") || names.size === 0 ? "*" : [...names].join("|");
}

function namesOf(limit: Limit): readonly string[] {
  switch (limit.kind) {
    case "no-tool":
      return namesByTool[limit.tool];
    case "no-reading":
      return namesByTool.read;
    case "no-delegation":
      return ["Agent", "Task"];
    case "only-commands":
    case "no-commands":
      return namesByTool.bash;
    case "only-paths":
    case "no-paths":
      return namesByTool.edit;
  }
}
