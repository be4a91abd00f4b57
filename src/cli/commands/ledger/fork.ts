/** `surcingle ledger fork [AGENT]`: adds a row for an agent that starts. */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../../../base/diagnostic.ts";
import { agentIdProblem, agentIdRule } from "../../../model/task.ts";
import { parseDna } from "../../../task/dna.ts";
import type { LedgerFork as Row } from "../../../task/ledger/ledger.ts";
import { readTask, specHash } from "../../../task/load.ts";
import { type CliCall, defineCommand, usageError } from "../../command.ts";
import { ledgerOptions, now, rowJson, withLedger } from "./open.ts";

const forkOptions = {
  task: { value: "FILE", text: "its task.toml: gives id, role and parent, and its SHA-256 is recorded" },
  role: { value: "NAME", text: "its role, if neither the task nor the DNA has one (default: unknown)" },
  parent: { value: "ID", text: "the agent that starts it" },
  dna: { value: "DNA", text: "DNA of the composition, as printed by `surcingle task prepare`" },
  ...ledgerOptions,
} as const;

export const ledgerFork = defineCommand({
  name: "fork",
  summary: "record the start of an agent, and print its id",
  description: [
    "Without AGENT_ID and --task, a new id is created. A row without a task reserves the id; a later fork or spawn with the task of that id fills in the rest.",
  ],
  arguments: [{ name: "AGENT_ID", text: "id of the agent", isOptional: true }],
  options: forkOptions,
  examples: [
    "surcingle ledger fork --role edit-local",
    'surcingle ledger fork --task tasks/parser/task.toml --dna "$DNA"',
  ],
  run: async (context) => {
    const { printer } = context;
    const wanted = forkOf(context);
    const row = wanted && (await withLedger(context, (ledger) => ledger.fork(wanted)));
    if (!row) return 1;
    printer.emit({ event: "forked", ...rowJson(row) });
    // The id is the result, so it is printed even with `--quiet`.
    if (!printer.isJson) context.out(`${row.id}\n`);
    return 0;
  },
});

/** Undefined if the task is wrong; the problems are already printed. */
function forkOf({ cwd, words, options, printer }: CliCall<typeof forkOptions>): Row | undefined {
  const [id] = words;
  const { role, parent, dna, task: file } = options;
  for (const each of [id, parent]) checkId(each);
  const parsed = dna === undefined ? undefined : parseDna(dna);
  if (dna !== undefined && !parsed)
    throw usageError(`\`--dna\` must have the form \`<role>::<codes>::<scope>::<body>-<nonce>\`, not \`${dna}\``);
  if (file === undefined) {
    const chosen = role ?? parsed?.role ?? "unknown";
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
