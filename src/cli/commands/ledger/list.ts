/** `surcingle ledger list`: the agents of a ledger, newest first. */
import { visible } from "../../../base/visible.ts";
import type { LedgerRow } from "../../../task/ledger/ledger.ts";
import { type Command, readOptions, textOption } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { isBegun, ledgerHelp, ledgerOptions, rowJson, statusOption, timeOf, withLedger } from "./options.ts";

const options = {
  ...ledgerOptions,
  status: { type: "string" },
  role: { type: "string" },
  dna: { type: "string" },
} as const;

export const ledgerList: Command = {
  help: `Usage: surcingle ledger list [OPTIONS]

Lists the agents of the ledger, newest first; an id that ran twice is there twice.

  --status WORD    running, done, failed, merged or rejected
  --role NAME      of this role
  --dna PREFIX     whose DNA begins so

${ledgerHelp}
Examples:
  surcingle ledger list
  surcingle ledger list --dna edit-local::NG-FW
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 0, max: 0 });
    const printer = makePrinter(context, given);
    const status = statusOption(given);
    const filter = { status, role: textOption(given, "role"), dnaPrefix: textOption(given, "dna") };
    const isThere = await isBegun(context, given);
    const rows = isThere ? await withLedger(context, given, printer, (ledger) => ledger.list(filter)) : [];
    if (!rows) return 1;
    for (const row of rows) printer.emit({ event: "agent", ...rowJson(row) });
    for (const line of linesOf(rows)) printer.say(line);
    if (rows.length === 0) printer.say(isThere ? "no agent" : "no ledger yet");
    return 0;
  },
};

function linesOf(rows: readonly LedgerRow[]): string[] {
  const cells = rows.map((row) => [row.id, row.status, row.role, timeOf(row.startedAt), row.dna ?? "-"].map(visible));
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...cells.map((line) => line[column]!.length)));
  return cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}
