/** `surcingle capability hooks [TASK]`: what goes into the settings of Claude Code so that it asks the gates. */
import { resolve } from "node:path";
import { gateLimits } from "../../../capability/limits.ts";
import { type Command, readOptions, textOption } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions, rootsOf } from "../../root-options.ts";
import { loadTask } from "../task/options.ts";
import { environmentHook, hookSettings, taskHook } from "./hook-glue.ts";

const options = { ...rootOptions, program: { type: "string" } } as const;

export const capabilityHooks: Command = {
  help: `Usage: surcingle capability hooks [TASK] [OPTIONS]

Prints a piece of settings for Claude Code, as JSON: PreToolUse hooks that call \`surcingle capability check\`.
With TASK, a task.toml, there is one hook for each gate of its role, and it knows the task. Without TASK there is one
hook for all sessions: it asks the capabilities that SURCINGLE_CAPABILITY_NAME names (several with spaces between), and
does nothing where that is empty. In both a program that is missing, hangs or breaks is a refusal.
The tools and commands that the role itself allows are not among them. \`surcingle task spawn\` needs none of this: it
installs one gate for everything a role limits.

  --program PATH   how the hooks call surcingle (default: surcingle, found on PATH)

${rootHelp}
Examples:
  surcingle capability hooks tasks/parser/task.toml > .claude/settings.local.json
  claude --settings "$(surcingle capability hooks)"
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 0, max: 1 });
    const printer = makePrinter(context, given);
    const program = textOption(given, "program") ?? "surcingle";
    const [path] = given.positionals;
    const print = (settings: object): number => {
      context.out(`${JSON.stringify(settings, undefined, printer.isJson ? undefined : 2)}\n`);
      return 0;
    };
    if (path === undefined) return print(hookSettings([environmentHook(program)]));
    const loaded = await loadTask(path, context, given, printer);
    if (!loaded) return 1;
    const { role, task } = loaded;
    const common = { program, task: resolve(context.cwd, path), roots: rootsOf(given, context) };
    const hooks = role.capabilities.flatMap((capability) => {
      const limits = gateLimits(capability, role, task);
      return limits.length > 0 ? [taskHook({ ...common, name: capability.name }, limits)] : [];
    });
    return print(hookSettings(hooks));
  },
};
