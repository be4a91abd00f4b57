/** `surcingle ledger list`: lists the agents of a ledger, newest first. */
import { visible } from "../../../base/text.ts";
import type { LedgerRow } from "../../../task/ledger/ledger.ts";
import { statuses } from "../../../task/ledger/ledger.ts";
import { defineCommand } from "../../command.ts";
import { ledgerExists, ledgerOptions, rowJson, timeOf, withLedger } from "./open.ts";

export const ledgerList = defineCommand({
  name: "list",
  summary: "list agents, newest first",
  description: ["An id that ran twice is listed twice."],
  options: {
    status: { value: "STATUS", choices: statuses, text: "only agents with this status" },
    role: { value: "NAME", text: "only agents with this role" },
    dna: { value: "PREFIX", text: "only agents whose DNA starts with this" },
    ...ledgerOptions,
  },
  examples: ["surcingle ledger list", "surcingle ledger list --dna edit-local::NG-FW"],
  run: async (context) => {
    const { printer, options } = context;
    const filter = { status: options.status, role: options.role, dnaPrefix: options.dna };
    const isThere = await ledgerExists(context);
    const rows = isThere ? await withLedger(context, (ledger) => ledger.list(filter)) : [];
    if (!rows) return 1;
    for (const row of rows) printer.emit({ event: "agent", ...rowJson(row) });
    for (const line of linesOf(rows)) printer.say(line);
    if (rows.length === 0) printer.say(isThere ? "no agents" : "no ledger yet");
    return 0;
  },
});

function linesOf(rows: readonly LedgerRow[]): string[] {
  const cells = rows.map((row) => [row.id, row.status, row.role, timeOf(row.startedAt), row.dna ?? "-"].map(visible));
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...cells.map((line) => line[column]!.length)));
  return cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}
