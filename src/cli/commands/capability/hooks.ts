/** `surcingle capability hooks [TASK]`: prints the Claude Code settings that make it ask the gates. */
import { resolve } from "node:path";
import { gateLimits } from "../../../capability/limits.ts";
import { shellWord } from "../../../harness/render/gate-command.ts";
import type { Limit } from "../../../model/permission.ts";
import { defineCommand } from "../../command.ts";
import { rootOptions, rootsOf, taskArgument } from "../../options.ts";
import { loadTask } from "../task/load.ts";

/** Claude Code hooks that ask the gate of a capability. They deny if the program is missing, hangs or fails. */
interface CapabilityHook {
  readonly matcher: string;
  /** The shell command line. */
  readonly command: string;
}

/** Shorter than the hook's own timeout, after which Claude Code continues as if nothing had been asked. */
const innerSeconds = 10;
const outerSeconds = 30;

const timeLimit = `command -v timeout >/dev/null && t='timeout ${innerSeconds}' || t=`;

/** For a session whose environment names the capabilities, separated by spaces; without one it does nothing. */
function environmentHook(program: string): CapabilityHook {
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
function taskHook(
  { program, name, task, roots }: { program: string; name: string; task: string; roots: readonly string[] },
  limits: readonly Limit[],
): CapabilityHook {
  const where = roots.map((root) => ` --root ${shellWord(root)}`).join("");
  const check = `TASK_TOML=${shellWord(task)} $t ${shellWord(program)} capability check ${shellWord(name)}${where}`;
  return { matcher: matcherOf(limits), command: `${timeLimit}; ${check} >/dev/null || exit 2` };
}

function hookSettings(hooks: readonly CapabilityHook[]): object {
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

export const capabilityHooks = defineCommand({
  name: "hooks",
  summary: "print Claude Code hooks that ask the gates",
  description: [
    "Prints settings for Claude Code as JSON: PreToolUse hooks that call `surcingle capability check`. With TASK there is one hook for each gate of its role. Without TASK there is one hook for all sessions: it checks each call against the capabilities in SURCINGLE_CAPABILITY_NAME (separated by spaces), and does nothing if that is empty. A hook whose program is missing, hangs or fails denies the call.",
    "The tools and commands that the role itself allows are not included. `surcingle task spawn` does not need these hooks: it installs one gate for all limits of a role.",
  ],
  arguments: [{ ...taskArgument, isOptional: true }],
  options: {
    program: { value: "PATH", default: "surcingle", text: "how the hooks start surcingle" },
    ...rootOptions,
  },
  examples: [
    "surcingle capability hooks tasks/parser/task.toml > hooks.json",
    'claude --settings "$(surcingle capability hooks)"',
  ],
  run: async (context) => {
    const { printer, options } = context;
    const { program } = options;
    const [path] = context.words;
    const print = (settings: object): number => {
      context.out(`${JSON.stringify(settings, undefined, printer.isJson ? undefined : 2)}\n`);
      return 0;
    };
    if (path === undefined) return print(hookSettings([environmentHook(program)]));
    const loaded = await loadTask(path, context);
    if (!loaded) return 1;
    const { role, task } = loaded;
    const common = { program, task: resolve(context.cwd, path), roots: rootsOf(context) };
    const hooks = role.capabilities.flatMap((capability) => {
      const limits = gateLimits(capability, role, task);
      return limits.length > 0 ? [taskHook({ ...common, name: capability.name }, limits)] : [];
    });
    return print(hookSettings(hooks));
  },
});
