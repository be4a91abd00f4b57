/** What is said about a task while it goes on and when it is over, to people and to programs. */
import { visible } from "../../../base/visible.ts";
import type { CheckResult } from "../../../model/task.ts";
import type { Repository } from "../../../task/git/git.ts";
import type { FinishedTask } from "../../../task/run/finish.ts";
import type { OnProgress } from "../../../task/run/progress.ts";
import { type LiveLine, liveLine } from "../../live-line.ts";
import type { CommandContext } from "../../options.ts";
import { shellWord } from "../../outputs.ts";
import { type Printer, plural } from "../../print.ts";

export interface Telling {
  readonly onProgress: OnProgress;
  readonly stop: () => void;
}

/** On a terminal a line lives at its foot; notes and findings are printed above it. */
export function tellTask(context: CommandContext, printer: Printer, agentId: string): Telling {
  const isShown = context.isTerminal && !printer.isJson && !printer.isQuiet;
  const line: LiveLine = liveLine({ err: context.err, isShown, columns: process.stderr.columns || 80 });
  let [step, calls, refused, last] = ["", 0, 0, ""];
  const show = (): void => {
    const counts = calls === 0 ? "" : ` · ${plural(calls, "call")}, ${refused} refused`;
    line.show(`${agentId} · ${step}${counts}${last === "" ? "" : ` · ${last}`}`);
  };
  const onProgress: OnProgress = (event) => {
    if (event.kind === "step") [step, last] = [event.text, ""];
    else if (event.kind === "decision") {
      const { tool, subject, verdict, reason } = event.decision;
      calls++;
      if (verdict === "deny") refused++;
      last = `${verdict === "deny" ? "refused: " : ""}${tool} ${subject}`;
      printer.emit({ event: "decision", agent: agentId, tool, subject, verdict, reason });
    } else {
      line.clear();
      if (event.kind === "note") {
        printer.emit({ event: "note", agent: agentId, message: event.text });
        if (!printer.isJson && !printer.isQuiet) context.err(`${noteText(event.text)}\n`);
      } else printFinding(printer, agentId, event.finding);
    }
    show();
  };
  return { onProgress, stop: line.stop };
}

/** What the gate says begins so already. */
function noteText(text: string): string {
  return visible(text.startsWith("surcingle:") ? text : `surcingle: ${text}`);
}

const words = { passed: "passed", failed: "FAILED", unchecked: "UNCHECKED" } as const;
const modes = { worktree: "worktree", "simulated-merge": "simulated merge" } as const;

function printFinding(printer: Printer, agentId: string, finding: CheckResult): void {
  const { check, outcome, mode, reason, evidence, severity } = finding;
  printer.emit({
    event: "finding",
    agent: agentId,
    check,
    outcome,
    mode,
    severity: severity ?? "block",
    reason,
    evidence,
  });
  const mild = severity === undefined || outcome === "passed" ? "" : ` (${severity} only)`;
  const word = outcome === "passed" ? words[outcome] : printer.paint(mild === "" ? "error" : "warning", words[outcome]);
  printer.say(`${word.padEnd(10)} ${visible(check)}, ${modes[mode]}${mild}: ${visible(reason)}`);
  if (outcome !== "passed") for (const line of evidence) printer.say(`           | ${visible(line)}`);
}

/** The last words, with the commands that merge what passed. */
export function printSettled(printer: Printer, repository: Repository, agentId: string, settled: FinishedTask): void {
  const { isPassed, patchFile, onto, findings, changes } = settled;
  const count = (outcome: string): number => findings.filter((finding) => finding.outcome === outcome).length;
  const verdict = isPassed ? "passed" : "rejected";
  const merge = isPassed && patchFile !== undefined ? mergeCommands(repository, agentId, patchFile) : [];
  printer.emit({
    event: "verified",
    agent: agentId,
    verdict,
    passed: count("passed"),
    failed: count("failed"),
    unchecked: count("unchecked"),
    main: onto ?? null,
    changes,
    patch: patchFile ?? null,
    merge,
  });
  const sum = `${count("passed")} passed, ${count("failed")} failed, ${count("unchecked")} unchecked`;
  printer.say(
    `${agentId} ${isPassed ? verdict : printer.paint("error", verdict)}: ${sum}; ${plural(changes.length, "file")} changed`,
  );
  if (patchFile !== undefined)
    printer.say(`${isPassed ? "the changes" : "what it had changed"}: ${visible(patchFile)}`);
  if (!isPassed && count("failed") === 0)
    printer.say("what could not be told did not pass; `--allow-unchecked` lets it");
  if (merge.length > 0) printer.say(`to merge them:\n${merge.map((line) => `  ${line}`).join("\n")}`);
}

function mergeCommands({ path }: Repository, agentId: string, patchFile: string): string[] {
  const git = `git -C ${shellWord(path)}`;
  return [
    `${git} apply --3way --index ${shellWord(patchFile)}`,
    `${git} commit -m ${shellWord(`task ${agentId}`)}`,
    `surcingle ledger done ${shellWord(agentId)} --status merged`,
  ];
}
