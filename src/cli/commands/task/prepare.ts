/**
 * `surcingle task prepare TASK`: prints everything needed to start an agent by hand. Writes nothing, not even the
 * ledger.
 */
import { randomBytes } from "node:crypto";
import { prepare, prepareFormats, printPrepared } from "../../../task/prepare.ts";
import { defineCommand } from "../../command.ts";
import { rootOptions, taskArgument } from "../../options.ts";
import { readable } from "../skill/kode.ts";
import { loadTask } from "./load.ts";

export const taskPrepare = defineCommand({
  name: "prepare",
  summary: "print what you need to start an agent by hand",
  description: [
    "Prints the arguments of a call that starts the agent: prompt, subagent type, isolation, DNA, and how the work is verified. Writes nothing.",
  ],
  arguments: [taskArgument],
  options: {
    format: { value: "FORMAT", choices: prepareFormats, default: "human", text: "form of the output" },
    ...rootOptions,
  },
  examples: [
    "surcingle task prepare tasks/parser/task.toml",
    "surcingle task prepare tasks/parser/task.toml --format json",
  ],
  run: async (context) => {
    const { printer } = context;
    const { format } = context.options;
    const loaded = await loadTask(context.words[0]!, context);
    if (!loaded) return 1;
    const invocation = prepare(loaded.task, loaded.role, randomBytes(4).toString("hex"));
    if (printer.isJson) context.out(`${JSON.stringify(JSON.parse(printPrepared(invocation, "json")))}\n`);
    else if (format === "human") context.out(readable(printPrepared(invocation, "human")));
    else context.out(printPrepared(invocation, format));
    return 0;
  },
});
