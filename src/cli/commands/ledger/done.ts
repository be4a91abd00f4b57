/** `surcingle ledger done AGENT`: how the work of an agent ended. */
import { problem } from "../../../base/problem.ts";
import { type Command, readOptions, textOption, usageError } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { isBegun, ledgerHelp, ledgerOptions, now, rowJson, statusOption, withLedger } from "./options.ts";

const options = { ...ledgerOptions, status: { type: "string" }, summary: { type: "string" } } as const;

export const ledgerDone: Command = {
  help: `Usage: surcingle ledger done AGENT [OPTIONS]

Finishes the newest row of AGENT. Once it says \`merged\` it stays so.

  --status WORD    done (default), failed, merged or rejected
  --summary TEXT   one sentence about it

${ledgerHelp}
Examples:
  surcingle ledger done parser-1
  surcingle ledger done parser-1 --status rejected --summary "red on main"
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 1, max: 1 });
    const printer = makePrinter(context, given);
    const status = statusOption(given) ?? "done";
    if (status === "running") throw usageError("`--status` is how it ended: `running` is no end");
    if (!(await isBegun(context, given))) {
      const unknown = `the ledger has no agent \`${given.positionals[0]}\``;
      const nobody = "nobody has written to it yet";
      printer.problems([problem("agent-unknown", given.positionals[0]!, unknown, nobody)]);
      return 1;
    }
    const outcome = { status, summary: textOption(given, "summary"), finishedAt: now() };
    const row = await withLedger(context, given, printer, (ledger) => ledger.done(given.positionals[0]!, outcome));
    if (!row) return 1;
    printer.emit({ event: "finished", ...rowJson(row) });
    printer.say(`${row.id}: ${row.status}`);
    return 0;
  },
};
