/** `surcingle ledger done AGENT`: records how an agent's work ended. */
import { problem } from "../../../base/problem.ts";
import { statuses } from "../../../task/ledger/ledger.ts";
import { defineCommand } from "../../command.ts";
import { agentIdArgument } from "../../options.ts";
import { ledgerExists, ledgerOptions, now, rowJson, withLedger } from "./open.ts";

export const ledgerDone = defineCommand({
  name: "done",
  summary: "record how an agent's work ended",
  description: ["Finishes the newest row of AGENT_ID. A row that is `merged` does not change again."],
  arguments: [agentIdArgument],
  options: {
    status: {
      value: "STATUS",
      choices: statuses.filter((status) => status !== "running"),
      default: "done",
      text: "how it ended",
    },
    summary: { value: "TEXT", text: "one-sentence summary of the work" },
    ...ledgerOptions,
  },
  examples: [
    "surcingle ledger done parser-1",
    'surcingle ledger done parser-1 --status rejected --summary "red on main"',
  ],
  run: async (context) => {
    const { printer, options } = context;
    const id = context.words[0]!;
    if (!(await ledgerExists(context))) {
      printer.problems([problem("agent-unknown", id, `the ledger has no agent \`${id}\``, "the ledger is empty")]);
      return 1;
    }
    const outcome = { status: options.status, summary: options.summary, finishedAt: now() };
    const row = await withLedger(context, (ledger) => ledger.done(id, outcome));
    if (!row) return 1;
    printer.emit({ event: "finished", ...rowJson(row) });
    printer.say(`${row.id}: ${row.status}`);
    return 0;
  },
});
