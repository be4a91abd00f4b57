/** `surcingle apply`: installs the files into a home or a repository, for people without home-manager. */

import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { type Problem, problem } from "../../../base/problem.ts";
import { apply as applyOutputs, previewApply } from "../../../build/write/apply.ts";
import type { HarnessOutput } from "../../../build/write/harness-output.ts";
import { statePath } from "../../../build/write/state.ts";
import { checkGate, differentPrograms, gateCallsIn } from "../../../doctor/gate-program.ts";
import type { Scope } from "../../../harness/harness.ts";
import { findProgram } from "../../../process/find-program.ts";
import { defineCommand } from "../../command.ts";
import { rootsOf, shellWord, verboseOption } from "../../options.ts";
import { makeOutputs, renderOptions, repeatOptions, titleOf } from "../../outputs.ts";
import { makeProgress } from "../../progress.ts";
import { type ApplyMode, isChange, printChanges, shownTarget } from "./changes.ts";

export const apply = defineCommand({
  name: "apply",
  summary: "install the files into a home directory or a repository",
  description: [
    "Writes each client's files where the client looks for them. If a file that surcingle did not write, or that you edited, is in the way, the error names it and nothing is written; `--adopt` moves it to a backup and replaces it. Files that are no longer produced are removed, unless they came from other roots.",
    `What was written is recorded in ${statePath("user")} or, in a repository, in ${statePath("project")}; commit that file with the others, or ignore them all.`,
    "In OpenCode, a governed agent can do nothing without surcingle's plugin, which grants its permissions. To write them into the agent's own file instead, set `opencode.require_plugin = false` (docs/security.md).",
  ],
  options: {
    to: { value: "DIR", isRequired: true, text: "home directory or repository to install into" },
    "dry-run": { text: "show what would change, change nothing" },
    check: { text: "show what differs, change nothing; exit with 1 if anything differs" },
    adopt: { text: "back up files that surcingle did not write, then replace them" },
    replace: { text: "also remove files that came from other roots" },
    verbose: verboseOption,
    "with-shared": { text: "also merge surcingle's keys into files that you or the client write; other keys stay" },
    ...renderOptions,
  },
  examples: [
    "surcingle apply --to ~ --dry-run",
    "surcingle apply --to ~ --adopt --harness claude-code",
    "surcingle apply --to . --scope project --check",
  ],
  run: async (call) => {
    const { options, printer, cwd } = call;
    const { to } = options;
    const shownAs = shownTarget(to, call);
    const progress = makeProgress(call, printer);
    const made = await makeOutputs(options, printer, resolve(cwd, to), call.env, progress);
    if (!made) return 1;
    const [isCheck, isDry] = [options.check, options["dry-run"]];
    const { scope, outputs } = made;
    const request = {
      ...{ to, cwd, scope, outputs, withShared: options["with-shared"], replace: options.replace },
      roots: rootsName(rootsOf(call), resolve(cwd, to), scope),
      adopt: options.adopt ? backupName() : undefined,
    };
    const gates = gatesIn(outputs);
    const temporary = gates.flat().find((word) => word.split("/").includes("_npx"));
    if (temporary !== undefined) {
      printer.problems([temporaryGate(temporary)]);
      printer.say(`nothing was written to ${shownAs}`);
      return 1;
    }
    progress(isCheck || isDry ? "comparing with existing files" : "writing");
    const result = isCheck || isDry ? previewApply(request) : applyOutputs(request);
    progress("");
    if (result.kind === "refused") {
      printer.problems(result.problems);
      printer.say(`nothing was written to ${shownAs}`);
      return 1;
    }
    const isDrift = result.isInterrupted || result.changes.some(isChange);
    const mode = isCheck ? "check" : isDry ? "dry-run" : "apply";
    const clients = outputs.filter(({ files }) => files.length > 0).map(({ id }) => titleOf(id));
    printChanges(printer, { to, shownAs, clients, mode, isVerbose: options.verbose, result });
    if (!isCheck) for (const line of made.losses) printer.say(line);
    const environment = { PATH: call.env["PATH"] ?? "" };
    for (const { outcome, message, fix = "" } of await checkGate(gates, cwd, environment)) {
      if (outcome !== "failed") continue;
      printer.emit({ event: "missing-gate", message, hint: fix });
      printer.say(`${printer.paint("warning", "warning")}: ${message}; ${fix}`);
    }
    const missing = missingSandbox(made.sandboxed, environment);
    if (missing !== undefined) {
      printer.emit({ event: "missing-sandbox", message: missing });
      printer.say(`${printer.paint("warning", "warning")}: ${missing}`);
    }
    const next = isDrift ? nextStep[mode] : undefined;
    if (next && scope === "user") printer.say(`next: ${next(repeatOptions(options), shownAs)}`);
    return isCheck && isDrift ? 1 : 0;
  },
});

/** The command to suggest after a run that found something to do. */
const nextStep: Readonly<Partial<Record<ApplyMode, (options: string, to: string) => string>>> = {
  "dry-run": (options, to) => `\`surcingle apply${options} --to ${shellWord(to)}\` writes them`,
  apply: () => "`surcingle doctor` tests that your clients deny what the policy denies",
};

/** Without bubblewrap, these agents cannot run commands; other systems have no sandbox. */
function missingSandbox(agents: readonly string[], environment: { readonly PATH: string }): string | undefined {
  if (agents.length === 0 || process.platform !== "linux" || findProgram("bwrap", environment)) return undefined;
  const names = agents.length > 3 ? `${agents.slice(0, 3).join(", ")} and others` : agents.join(", ");
  return (
    `commands of ${names} run in a sandbox, but \`bwrap\` is not on PATH, so they cannot run; ` +
    'install bubblewrap, or set `use = "off"` in `[sandbox]` of surcingle.toml'
  );
}

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
    `the gate would run from \`${path}\` in the npx cache, which npm may clear`,
    "install surcingle globally (see the README) and run `surcingle apply` again; or set `gate_command` in the settings",
  );
}

/** Names the backup directory of this run. */
export function backupName(): string {
  return new Date().toISOString().replaceAll(":", "-");
}

/**
 * The roots as recorded in the target, one per line. Machine-independent if possible: relative in a repository, from
 * `~` in a home. A path in the Nix store loses its hash, which changes with every update.
 */
function rootsName(roots: readonly string[], target: string, scope: Scope): string {
  return roots
    .map((root) => {
      const real = realPath(root).replace(/^(\/nix\/store\/)[a-z0-9]{32}-/, "$1");
      const inner = relative(realPath(target), real);
      if (inner.startsWith("..") || isAbsolute(inner)) return real;
      if (scope === "project") return inner === "" ? "." : inner;
      return inner === "" ? "~" : `~/${inner}`;
    })
    .join("\n");
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
