/** `surcingle task compose TASK`: the prompt of a task, printed or written. */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Problem, problem } from "../../../base/problem.ts";
import { roleHeading } from "../../../model/role.ts";
import { composePrompt } from "../../../task/compose.ts";
import { explainFailure } from "../../../write/disk-failure.ts";
import { type Command, readOptions, textOption } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions } from "../../root-options.ts";
import { readable } from "../skill/options.ts";
import { loadTask } from "./options.ts";

export const taskCompose: Command = {
  help: `Usage: surcingle task compose TASK [OPTIONS]

TASK is a task.toml. Prints the prompt of its agent: the texts of the role's capabilities in their order, what the task
sets, and the task's own words. Characters that would steer a terminal are shown by their number; a file gets them as
they are.

  --out FILE       write it there instead; a file that is not such a prompt is not replaced

${rootHelp}
Examples:
  surcingle task compose tasks/parser/task.toml
  surcingle task compose tasks/parser/task.toml --out tasks/parser/prompt.md
`,
  run: async (context) => {
    const given = readOptions(context.argv, { ...rootOptions, out: { type: "string" } }, { min: 1, max: 1 });
    const printer = makePrinter(context, given);
    const loaded = await loadTask(given.positionals[0]!, context, given, printer);
    if (!loaded) return 1;
    const prompt = composePrompt(loaded.role, loaded.task);
    const out = textOption(given, "out");
    const event = { event: "prompt", agent: loaded.task.agentId, role: loaded.role.name };
    if (out === undefined) {
      printer.emit({ ...event, prompt });
      if (!printer.isJson) context.out(readable(prompt));
      return 0;
    }
    const refusal = writePrompt(resolve(context.cwd, out), out, prompt);
    if (refusal) {
      printer.problems([refusal]);
      return 1;
    }
    printer.emit({ ...event, file: out });
    printer.say(`wrote ${readable(out)}`);
    return 0;
  },
};

/** Whole or not at all. */
function writePrompt(file: string, shown: string, prompt: string): Problem | undefined {
  const draft = `${file}.${process.pid}.part`;
  try {
    if (existsSync(file) && !readFileSync(file, "utf8").startsWith(roleHeading)) {
      const message = `\`${shown}\` is not a prompt that was composed, so it is not replaced`;
      return problem("foreign-file", shown, message, "move it away, or choose another name");
    }
    writeFileSync(draft, prompt, { flag: "wx" });
    renameSync(draft, file);
    return undefined;
  } catch (error) {
    rmSync(draft, { force: true });
    return explainFailure(error, shown);
  }
}
