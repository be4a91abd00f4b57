/** Prints what `apply` and `remove` did or would do: one line, or every path if asked. */

import { resolve } from "node:path";
import { listed, plural, visible } from "../../../base/text.ts";
import type { ApplyResult } from "../../../build/write/apply.ts";
import type { PlannedChange } from "../../../build/write/change.ts";
import type { CliCall, CliOptions } from "../../command.ts";
import type { Printer } from "../../print.ts";

export type ApplyMode = "check" | "dry-run" | "apply" | "remove";

const interrupted: Readonly<Record<ApplyMode, string>> = {
  check: "an earlier run was interrupted; `surcingle apply` completes it",
  "dry-run": "an earlier run was interrupted; the next one completes it first",
  apply: "an earlier run was interrupted and has been completed first",
  remove: "an earlier run was interrupted and has been completed first",
};

export function isChange({ kind }: PlannedChange): boolean {
  return kind === "write" || kind === "merge" || kind === "remove";
}

/** The target's name in messages: `~` for the home, which a shell has already expanded. */
export function shownTarget(to: string, { cwd, env }: Pick<CliCall<CliOptions>, "cwd" | "env">): string {
  return resolve(cwd, to) === env["HOME"] ? "~" : to;
}

interface ChangeReport {
  readonly to: string;
  /** From `shownTarget`. */
  readonly shownAs: string;
  /** Titles of the clients that get files. */
  readonly clients?: readonly string[];
  readonly mode: ApplyMode;
  readonly isVerbose: boolean;
  readonly result: Extract<ApplyResult, { kind: "planned" }>;
}

export function printChanges(
  printer: Printer,
  { to, shownAs, clients = [], mode, isVerbose, result }: ChangeReport,
): void {
  const { changes, others } = result;
  const count = { write: 0, merge: 0, remove: 0, keep: 0, adopt: 0, skip: 0, leave: 0, refuse: 0 };
  const backups: string[] = [];
  for (const change of changes) {
    const kind = change.kind === "keep" && change.isAdopted ? "adopt" : change.kind;
    count[kind]++;
    const backup = "backup" in change ? change.backup : undefined;
    if (backup !== undefined) backups.push(backup);
    if (kind !== "keep") printer.emit({ event: "change", change: kind, path: change.path, backup });
    const isShown = isChange(change) || kind === "adopt";
    if (isShown && (isVerbose || mode === "dry-run" || mode === "check"))
      printer.say(`  ${kind.padEnd(6)} ${visible(change.path)}`);
  }
  const { write, merge, remove, keep, adopt, skip, leave } = count;
  printer.emit({ event: "apply", mode, to, write, merge, remove, keep, adopt, skip, leave, backups: backups.length });
  const isDone = mode === "apply" || mode === "remove";
  const recipients = clients.length > 0 ? ` for ${listed(clients)}` : "";
  const parts = [
    write > 0 && `${plural(write, "file")} ${isDone ? "written" : "to write"}${recipients}`,
    merge > 0 && `${plural(merge, "file")} ${isDone ? "merged" : "to merge"}`,
    remove > 0 && `${plural(remove, "file")} ${isDone ? "removed" : "to remove"}`,
    keep > 0 && `${keep} unchanged`,
    adopt > 0 && `${adopt} already there with the same content`,
  ].filter((part) => part !== false);
  const done = parts.length > 0 ? parts.join(", ") : "nothing to do";
  printer.say(`${visible(shownAs)}: ${done}`);
  if (result.isInterrupted) printer.say(interrupted[mode]);
  printDetails(printer, { changes, backups, others, isDone });
}

interface Details {
  readonly changes: readonly PlannedChange[];
  readonly backups: readonly string[];
  readonly others: ReadonlyMap<string, number>;
  readonly isDone: boolean;
}

function printDetails(printer: Printer, { changes, backups, others, isDone }: Details): void {
  const [first] = backups;
  if (first !== undefined) {
    const directory = first.replace(/(\/backup\/[^/]+)\/.*$/s, "$1");
    printer.say(`  ${plural(backups.length, "file")} ${isDone ? "moved" : "would move"} to ${visible(directory)}`);
  }
  for (const change of changes) {
    if (change.kind === "leave") printer.say(`  left unchanged: ${visible(change.path)} is your own file`);
    if (change.kind !== "skip") continue;
    const text = `not merged: ${visible(change.path)}, which the client also writes; --with-shared adds surcingle's keys`;
    printer.say(`  ${text}`);
  }
  for (const [roots, files] of others) {
    printer.emit({ event: "other-roots", roots: roots.split("\n"), files });
    printer.say(
      `  kept: ${plural(files, "file")} from ${visible(roots.replaceAll("\n", ", "))}; --replace removes them`,
    );
  }
}
