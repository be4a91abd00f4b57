/** `surcingle task compose TASK`: prints or writes the prompt of a task. */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { explainFailure } from "../../../base/errno.ts";
import { type Problem, problem } from "../../../base/problem.ts";
import { roleHeading } from "../../../model/role.ts";
import { composePrompt } from "../../../task/compose.ts";
import { defineCommand } from "../../command.ts";
import { rootOptions, taskArgument } from "../../options.ts";
import { readable } from "../skill/kode.ts";
import { loadTask } from "./load.ts";

export const taskCompose = defineCommand({
  name: "compose",
  summary: "print the prompt of a task, or write it to a file",
  description: [
    "The prompt consists of the texts of the role's capabilities, the settings of the task, and its text. Control characters are escaped on a terminal; a file gets them unchanged.",
  ],
  arguments: [taskArgument],
  options: {
    out: { value: "FILE", text: "write to this file; refuses to replace a file that is not such a prompt" },
    ...rootOptions,
  },
  examples: [
    "surcingle task compose tasks/parser/task.toml",
    "surcingle task compose tasks/parser/task.toml --out tasks/parser/prompt.md",
  ],
  run: async (context) => {
    const { printer } = context;
    const loaded = await loadTask(context.words[0]!, context);
    if (!loaded) return 1;
    const prompt = composePrompt(loaded.role, loaded.task);
    const { out } = context.options;
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
});

function writePrompt(file: string, shown: string, prompt: string): Problem | undefined {
  const draft = `${file}.${process.pid}.part`;
  try {
    if (existsSync(file) && !readFileSync(file, "utf8").startsWith(roleHeading)) {
      const message = `\`${shown}\` was not written by \`task compose\`, so it is not replaced`;
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
