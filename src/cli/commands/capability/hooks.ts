/** `surcingle capability hooks [TASK]`: prints the Claude Code settings that make it ask the gates. */
import { resolve } from "node:path";
import { gateLimits } from "../../../capability/limits.ts";
import { defineCommand } from "../../command.ts";
import { rootOptions, rootsOf } from "../../options.ts";
import { loadTask } from "../task/load.ts";
import { environmentHook, hookSettings, taskHook } from "./hook-glue.ts";

export const capabilityHooks = defineCommand({
  name: "hooks",
  summary: "print Claude Code hooks that ask the gates",
  description: [
    "Prints settings for Claude Code as JSON: PreToolUse hooks that call `surcingle capability check`. With TASK there is one hook for each gate of its role. Without TASK there is one hook for all sessions: it asks the capabilities that SURCINGLE_CAPABILITY_NAME names (separated by spaces), and does nothing if that is empty. A hook whose program is missing, hangs or breaks refuses the call.",
    "The tools and commands that the role itself allows are not included. `surcingle task spawn` does not need these hooks: it installs one gate for all limits of a role.",
  ],
  arguments: [{ name: "TASK", text: "a task.toml", isOptional: true }],
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
