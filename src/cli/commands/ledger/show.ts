/** `surcingle ledger show AGENT`: all that the ledger knows of one agent, or of those with a DNA. */
import { problem } from "../../../base/problem.ts";
import type { LedgerRow } from "../../../task/ledger/ledger.ts";
import { type Command, readOptions, textOption, usageError } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { isBegun, ledgerHelp, ledgerOptions, rowJson, rowText, withLedger } from "./options.ts";

export const ledgerShow: Command = {
  help: `Usage: surcingle ledger show AGENT [OPTIONS]
       surcingle ledger show --dna PREFIX [OPTIONS]

Prints every run of AGENT, or of the agents whose DNA begins with PREFIX, newest first.

${ledgerHelp}
Examples:
  surcingle ledger show parser-1
  surcingle ledger show --dna edit-local::NG-FW-FD --json
`,
  run: async (context) => {
    const given = readOptions(context.argv, { ...ledgerOptions, dna: { type: "string" } }, { min: 0, max: 1 });
    const printer = makePrinter(context, given);
    const [[id], dnaPrefix] = [given.positionals, textOption(given, "dna")];
    if ((id === undefined) === (dnaPrefix === undefined))
      throw usageError("name an agent, or a DNA with `--dna PREFIX`");
    const isThere = await isBegun(context, given);
    const none: readonly LedgerRow[] = [];
    const rows = isThere ? await withLedger(context, given, printer, (ledger) => ledger.list({ id, dnaPrefix })) : none;
    if (!rows) return 1;
    if (rows.length === 0) {
      const what = id === undefined ? `no agent whose DNA begins with \`${dnaPrefix}\`` : `no agent \`${id}\``;
      const hint = isThere ? "`surcingle ledger list` shows those it has" : "nobody has written to it yet";
      printer.problems([problem("agent-unknown", id ?? "", `the ledger has ${what}`, hint)]);
      return 1;
    }
    for (const row of rows) printer.emit({ event: "agent", ...rowJson(row) });
    printer.say(rows.map(rowText).join("\n\n"));
    return 0;
  },
};
