/** `surcingle replay`: judges recorded sessions with the current policies. */
import { homedir } from "node:os";
import { redactCall } from "../../../base/redact.ts";
import { plural, visible } from "../../../base/text.ts";
import { explainSubject } from "../../../policy/explain.ts";
import {
  type ClientSummary,
  frequentQuestions,
  type ReplayedCall,
  replayCall,
  summarizeClients,
} from "../../../sessions/replay.ts";
import { type CliCall, type CliOptions, defineCommand, usageError } from "../../command.ts";
import { rootOptions, settingsOptions } from "../../options.ts";
import { explainedAgents, loadModel } from "../../outputs.ts";
import { type ReadLogs, readLogs } from "./read-logs.ts";

export const sessionOptions = {
  agent: { value: "AGENT", text: "agent of calls whose agent is not recorded" },
  project: { value: "DIR", text: "only calls that were made in this directory or below" },
  since: { value: "DATE", text: "only calls after this date, such as 2026-01-31", read: readDate },
  home: { value: "DIR", text: "home directory of the sessions (default: yours)" },
  ...rootOptions,
  ...settingsOptions,
} as const satisfies CliOptions;

function readDate(text: string, name: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw usageError(`\`${name}\` must be a date such as 2026-01-31, not \`${visible(text)}\``);
  return time;
}

export const logArgument = {
  name: "LOG",
  text: "decision log, transcript, OpenCode database, or a directory with them (default: the sessions of all clients)",
  isOptional: true,
  many: true,
} as const;

export const replay = defineCommand({
  name: "replay",
  summary: "check recorded sessions against the current permissions",
  description: [
    "Reads the decision log, or the sessions that Claude Code, OpenCode, Codex, Copilot and Pi record, and evaluates every tool call again: what would be allowed, asked or denied now. Secrets are redacted; file contents and prompts are not read.",
    "What a client does not record is reported as unknown. Links and files on disk are not considered.",
  ],
  arguments: [logArgument],
  options: sessionOptions,
  examples: [
    "surcingle replay ~/.local/state/surcingle.log",
    "surcingle replay ~/.claude/projects --agent chiron",
    "surcingle replay --since 2026-01-31 --json",
  ],
  run: async (call) => {
    const { printer } = call;
    const read = await readReplay(call);
    if (!read) return 1;
    const { all, logs } = read;
    for (const each of all) printer.emit(callJson(each));
    const clients = summarizeClients(all);
    printer.emit({ event: "replay", calls: all.length, skipped: logs.skipped.length, clients });
    for (const line of replayLines(all, clients, logs)) printer.say(line);
    for (const problem of logs.problems) call.err(`surcingle replay: ${visible(problem)}\n`);
    return 0;
  },
});

type SessionCall = CliCall<typeof sessionOptions>;

/** Undefined if the definitions are wrong; the problems are already printed. */
export async function readReplay(call: SessionCall) {
  const { options, printer, words, env } = call;
  const model = await loadModel(options, printer);
  if (!model) return undefined;
  const agents = explainedAgents(model);
  const { agent } = options;
  if (agent !== undefined && !agents.has(agent)) throw usageError(`unknown agent \`${visible(agent)}\``);
  const home = options.home ?? env["HOME"] ?? homedir();
  const logs = await readLogs(words, home, env);
  const policies = new Map([...agents].map(([name, { policy }]) => [name, policy]));
  const context = { policies, home, agent };
  const { project, since } = options;
  const isWanted = ({ cwd, time }: { cwd: string | undefined; time: number | undefined }): boolean =>
    (project === undefined || cwd === project || cwd?.startsWith(`${project.replace(/\/$/, "")}/`) === true) &&
    (since === undefined || (time !== undefined && time >= since));
  const all = logs.calls.filter(isWanted).map((each) => replayCall(each, context));
  return { all, logs, model, agents, context };
}

function callJson({ call, agent, verdict, tool, subject, decision, why }: ReplayedCall) {
  const { harness, session, from, time, asked, answer, result } = call;
  const reason = decision && agent !== undefined ? explainSubject(agent, { tool, subject }, decision) : why;
  return {
    event: "call",
    ...{ harness, session, from, time, agent, tool, subject: redactCall(subject), asked, answer, result, verdict },
    reason: reason && redactCall(reason),
  };
}

const mostQuestions = 10;

function replayLines(
  all: readonly ReplayedCall[],
  clients: readonly ClientSummary[],
  logs: ReadLogs,
): readonly string[] {
  const { skipped, files } = logs;
  const lines = [
    `${plural(all.length, "call")} in ${plural(files, "file")}${skipped.length > 0 ? `, ${plural(skipped.length, "record")} skipped` : ""}`,
  ];
  if (all.length === 0) return lines;
  lines.push("", ...tableOf(all), "", ...clients.map(clientLine));
  const questions = frequentQuestions(all);
  if (questions.length > 0) lines.push("", "most frequent questions now:");
  for (const { count, agent, tool, subject } of questions.slice(0, mostQuestions))
    lines.push(`  ${String(count).padStart(4)}x  ${agent}: ${tool} \`${redactCall(subject)}\``);
  const unknown = new Map<string, number>();
  for (const { why } of all) if (why !== undefined) unknown.set(why, (unknown.get(why) ?? 0) + 1);
  if (unknown.size > 0) lines.push("", "unknown because:");
  for (const [why, count] of [...unknown].sort((a, b) => b[1] - a[1]))
    lines.push(`  ${String(count).padStart(4)}x  ${visible(why)}`);
  return lines;
}

function tableOf(all: readonly ReplayedCall[]): readonly string[] {
  const columns = ["allow", "ask", "deny", "unknown"] as const;
  const names = [...new Set(all.map(({ agent }) => agent ?? "(not recorded)"))].sort();
  const rows = names.map((name) => {
    const own = all.filter(({ agent }) => (agent ?? "(not recorded)") === name);
    return [
      visible(name),
      own.length,
      ...columns.map((verdict) => own.filter((each) => each.verdict === verdict).length),
    ];
  });
  const table = [["agent", "calls", ...columns], ...rows].map((row) => row.map(String));
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)));
  return table.map((row) =>
    row.map((text, i) => (i === 0 ? text.padEnd(widths[i]!) : text.padStart(widths[i]!))).join("  "),
  );
}

function clientLine({ harness, calls, sessions, hours, askedThen, asksNow }: ClientSummary): string {
  const rate = (count: number): string =>
    hours < 1 / 60 ? `${count} questions` : `${(count / hours).toFixed(1)} questions an hour`;
  const then = askedThen === undefined ? "unknown then (not recorded)" : `${rate(askedThen)} then`;
  return `${harness}: ${plural(calls, "call")} in ${plural(sessions, "session")}, ${hours.toFixed(1)} hours; ${then}, ${rate(asksNow)} now`;
}
