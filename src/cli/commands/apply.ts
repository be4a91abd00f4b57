/** `surcingle apply`: puts the files into a home or a repository, for people without home-manager. */

import { resolve } from "node:path";
import { type Problem, problem } from "../../base/problem.ts";
import { plural, visible } from "../../base/text.ts";
import { apply as applyOutputs, previewApply } from "../../build/write/apply.ts";
import type { PlannedChange } from "../../build/write/change.ts";
import type { HarnessOutput } from "../../build/write/harness-output.ts";
import { statePath } from "../../build/write/state.ts";
import { checkGate, differentPrograms, gateCallsIn } from "../../doctor/gate-program.ts";
import { defineCommand } from "../command.ts";
import { makeOutputs, renderOptions } from "../outputs.ts";
import type { Printer } from "../print.ts";
import { makeProgress } from "../progress.ts";

export const apply = defineCommand({
  name: "apply",
  summary: "install the files into a home directory or a repository",
  description: [
    "Writes each client's files where the client looks for them. A file that surcingle did not write, or that you edited, is refused by name, and nothing is written. Files that are no longer produced are removed.",
    `What was written is recorded in ${statePath("user")} or, in a repository, in ${statePath("project")}; commit that file with the others, or ignore them all.`,
    "In OpenCode a governed agent can do nothing without our plugin, which brings its permissions. `opencode.require_plugin = false` in the settings writes them into its own file (docs/security.md).",
  ],
  options: {
    to: { value: "DIR", isRequired: true, text: "home directory or repository to install into" },
    "dry-run": { text: "show what would change, change nothing" },
    check: { text: "show what differs, change nothing; exit with 1 if anything does" },
    "with-shared": { text: "also merge our keys into files that you or the client write; other keys stay" },
    ...renderOptions,
  },
  examples: [
    "surcingle apply --to ~ --dry-run",
    "surcingle apply --to ~ --harness opencode --harness claude-code",
    "surcingle apply --to . --scope project --check",
  ],
  run: async (call) => {
    const { options, printer, cwd } = call;
    const { to } = options;
    const progress = makeProgress(call, printer);
    const made = await makeOutputs(options, printer, resolve(cwd, to), progress);
    if (!made) return 1;
    const [isCheck, isDry] = [options.check, options["dry-run"]];
    const { scope, outputs } = made;
    const request = { to, cwd, scope, outputs, withShared: options["with-shared"] };
    const gates = gatesIn(outputs);
    const temporary = gates.flat().find((word) => word.split("/").includes("_npx"));
    if (temporary !== undefined) {
      printer.problems([temporaryGate(temporary)]);
      printer.say(`nothing was written to ${to}`);
      return 1;
    }
    progress(isCheck || isDry ? "comparing with what is there" : "writing");
    const result = isCheck || isDry ? previewApply(request) : applyOutputs(request);
    progress("");
    if (result.kind === "refused") {
      printer.problems(result.problems);
      printer.say(`nothing was written to ${to}`);
      return 1;
    }
    const isDrift = result.isInterrupted || result.changes.some(isChange);
    const mode = isCheck ? "check" : isDry ? "dry-run" : "apply";
    printChanges(printer, to, mode, result.changes);
    if (result.isInterrupted) printer.say(interrupted[mode]);
    if (!isCheck) for (const line of made.losses) printer.say(line);
    const environment = { PATH: call.env["PATH"] ?? "" };
    for (const { outcome, message, cure = "" } of await checkGate(gates, cwd, environment)) {
      if (outcome !== "failed") continue;
      printer.emit({ event: "missing-gate", message, hint: cure });
      printer.say(`warning: ${message}; ${cure}`);
    }
    return isCheck && isDrift ? 1 : 0;
  },
});

/** The commands with which hooks in these files start the gate. */
function gatesIn(outputs: readonly HarnessOutput[]): readonly (readonly string[])[] {
  const texts = outputs.flatMap(({ files }) =>
    files.flatMap((file) => (file.kind === "whole" && typeof file.content === "string" ? [file.content] : [])),
  );
  return differentPrograms(texts.flatMap(gateCallsIn));
}

function temporaryGate(path: string): Problem {
  return problem(
    "temporary-gate",
    path,
    `the gate would be started from \`${path}\`, in the cache of npx, which npm may remove`,
    "run `npm install --global surcingle` and then `surcingle apply`, or set `gate_command` in the settings",
  );
}

type Mode = "check" | "dry-run" | "apply";

const interrupted: Readonly<Record<Mode, string>> = {
  check: "an earlier run was interrupted; `surcingle apply` ends its work",
  "dry-run": "an earlier run was interrupted; `surcingle apply` ends its work first",
  apply: "an earlier run was interrupted; its work was ended first",
};

function isChange({ kind }: PlannedChange): boolean {
  return kind === "write" || kind === "merge" || kind === "remove";
}

function printChanges(printer: Printer, to: string, mode: Mode, changes: readonly PlannedChange[]): void {
  const count = { write: 0, merge: 0, remove: 0, keep: 0, adopt: 0, skip: 0, refuse: 0 };
  for (const change of changes) {
    const kind = change.kind === "keep" && change.isAdopted ? "adopt" : change.kind;
    count[kind]++;
    if (kind !== "keep") printer.emit({ event: "change", change: kind, path: change.path });
    // Thousands of new files are no news; what is changed or taken away is.
    const isShown = isChange(change) && (mode !== "apply" || change.kind !== "write");
    if (isShown || kind === "adopt") printer.say(`  ${kind.padEnd(6)} ${visible(change.path)}`);
  }
  const { write, merge, remove, keep, adopt } = count;
  printer.emit({ event: "apply", mode, to, write, merge, remove, keep, adopt, skip: count.skip });
  const parts = [
    write > 0 && `${plural(write, "file")} ${mode === "apply" ? "written" : "to write"}`,
    merge > 0 && `${plural(merge, "file")} ${mode === "apply" ? "merged" : "to merge"}`,
    remove > 0 && `${plural(remove, "file")} ${mode === "apply" ? "removed" : "to remove"}`,
    keep > 0 && `${keep} unchanged`,
    adopt > 0 && `${adopt} found with the same content and taken over`,
  ].filter((part) => part !== false);
  const summary = parts.length > 0 ? parts.join(", ") : "nothing to do";
  printer.say(`${to}: ${summary}`);
  for (const change of changes) {
    if (change.kind !== "skip") continue;
    const why = `belongs to the client too; --with-shared merges our keys, \`build\` writes them to ${change.built}`;
    printer.say(`  left alone: ${visible(change.path)} ${why}`);
  }
}
