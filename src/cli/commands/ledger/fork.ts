/** `surcingle ledger fork [AGENT]`: a new row for an agent that starts. */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../../../base/diagnostic.ts";
import { agentIdProblem, agentIdRule } from "../../../model/task.ts";
import { parseDna } from "../../../task/dna.ts";
import type { LedgerFork } from "../../../task/ledger/ledger.ts";
import { readTask, specHash } from "../../../task/load.ts";
import { type Command, type CommandContext, type Given, readOptions, textOption, usageError } from "../../options.ts";
import { makePrinter, type Printer } from "../../print.ts";
import { ledgerHelp, ledgerOptions, now, rowJson, withLedger } from "./options.ts";

const options = {
  ...ledgerOptions,
  task: { type: "string" },
  role: { type: "string" },
  parent: { type: "string" },
  dna: { type: "string" },
} as const;

export const ledgerFork: Command = {
  help: `Usage: surcingle ledger fork [AGENT] [OPTIONS]

Writes down that an agent starts, and prints its id. Without AGENT and without --task a new id is made up. A row without
a task keeps the id; the fork or the spawn with the task of that id fills in the rest.

  --task FILE      its task.toml: id, role and parent are taken from it, and its SHA-256 is kept
  --role NAME      its role, when there is no task and no DNA to say it
  --parent ID      the agent that starts it
  --dna DNA        the identity of the composition, as \`surcingle task prepare\` prints it

${ledgerHelp}
Examples:
  surcingle ledger fork --role edit-local
  surcingle ledger fork --task tasks/parser/task.toml --dna "$DNA"
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 0, max: 1 });
    const printer = makePrinter(context, given);
    const wanted = forkOf(context, given, printer);
    const row = wanted && (await withLedger(context, given, printer, (ledger) => ledger.fork(wanted)));
    if (!row) return 1;
    printer.emit({ event: "forked", ...rowJson(row) });
    // The id is what was asked for, so `--quiet` does not take it away.
    if (!printer.isJson) context.out(`${row.id}\n`);
    return 0;
  },
};

/** Undefined when the task is wrong; that has been printed then. */
function forkOf({ cwd }: CommandContext, given: Given, printer: Printer): LedgerFork | undefined {
  const [id] = given.positionals;
  const [role, parent] = [textOption(given, "role"), textOption(given, "parent")];
  for (const each of [id, parent]) checkId(each);
  const dna = textOption(given, "dna");
  const parsed = dna === undefined ? undefined : parseDna(dna);
  if (dna !== undefined && !parsed)
    throw usageError(`\`--dna\` is \`<role>::<codes>::<scope>::<body>-<nonce>\`, not \`${dna}\``);
  const file = textOption(given, "task");
  if (file === undefined) {
    const chosen = role ?? parsed?.role;
    if (!chosen) throw usageError("the role is not known: give `--task`, `--role` or `--dna`");
    return { id: id ?? randomBytes(6).toString("hex"), role: chosen, parent, dna, startedAt: now() };
  }
  const diagnostics: Diagnostic[] = [];
  const task = readTask(resolve(cwd, file), (each) => void diagnostics.push(each), file)?.task;
  printer.diagnostics(diagnostics);
  if (!task || hasErrors(diagnostics)) return undefined;
  mustAgree("the agent id", id, task.agentId);
  mustAgree("the role", role, task.role);
  mustAgree("the role in the DNA", parsed?.role, task.role);
  mustAgree("the parent", parent, task.parentAgent ?? "");
  const [specSha, startedAt] = [specHash(task), now()];
  return { id: task.agentId, role: task.role, parent: task.parentAgent, specSha, dna, startedAt };
}

function checkId(id: string | undefined): void {
  const problem = id === undefined ? undefined : agentIdProblem(id);
  if (problem) throw usageError(`the agent id \`${id}\` ${problem}; an id is ${agentIdRule}`);
}

function mustAgree(what: string, given: string | undefined, inTask: string): void {
  if (given !== undefined && given !== inTask)
    throw usageError(`${what} is \`${given}\` on the command line and \`${inTask}\` in the task`);
}
