/** `surcingle ledger show AGENT`: prints everything recorded about one agent, or about those with a DNA. */
import { problem } from "../../../base/problem.ts";
import type { LedgerRow } from "../../../task/ledger/ledger.ts";
import { defineCommand, usageError } from "../../command.ts";
import { agentIdArgument } from "../../options.ts";
import { ledgerExists, ledgerOptions, rowJson, rowText, withLedger } from "./open.ts";

export const ledgerShow = defineCommand({
  name: "show",
  summary: "print every run of an agent, or of all agents with a DNA prefix",
  usage: ["ledger show AGENT_ID [OPTIONS]", "ledger show --dna PREFIX [OPTIONS]"],
  arguments: [{ ...agentIdArgument, isOptional: true }],
  options: { dna: { value: "PREFIX", text: "all agents whose DNA starts with this" }, ...ledgerOptions },
  examples: ["surcingle ledger show parser-1", "surcingle ledger show --dna edit-local::NG-FW-FD --json"],
  run: async (context) => {
    const { printer, options } = context;
    const [[id], dnaPrefix] = [context.words, options.dna];
    if ((id === undefined) === (dnaPrefix === undefined)) throw usageError("pass either AGENT_ID or `--dna PREFIX`");
    const isThere = await ledgerExists(context);
    const none: readonly LedgerRow[] = [];
    const rows = isThere ? await withLedger(context, (ledger) => ledger.list({ id, dnaPrefix })) : none;
    if (!rows) return 1;
    if (rows.length === 0) {
      const what = id === undefined ? `no agent whose DNA starts with \`${dnaPrefix}\`` : `no agent \`${id}\``;
      const hint = isThere ? "`surcingle ledger list` lists them" : "the ledger is empty";
      printer.problems([problem("agent-unknown", id ?? "", `the ledger has ${what}`, hint)]);
      return 1;
    }
    for (const row of rows) printer.emit({ event: "agent", ...rowJson(row) });
    printer.say(rows.map(rowText).join("\n\n"));
    return 0;
  },
});
