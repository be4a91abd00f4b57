/** `surcingle doctor`: asks the installed clients whether our agents are loaded and the gate denies what it must. */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { plural, visible, wrap } from "../../base/text.ts";
import { readState, statePath } from "../../build/write/state.ts";
import type { ClientChecks } from "../../doctor/checks.ts";
import { examine } from "../../doctor/examine.ts";
import { type Finding, note } from "../../doctor/findings.ts";
import type { OwnFile } from "../../doctor/own-files.ts";
import { type Home, projectAround } from "../../doctor/project.ts";
import { doctors } from "../../harness/doctors.ts";
import type { Harness } from "../../harness/harness.ts";
import { findProgram } from "../../process/find-program.ts";
import { stopAllPrograms } from "../../process/run.ts";
import { type CliCall, defineCommand, usageError } from "../command.ts";
import { readMachineSettings } from "../machine-settings.ts";
import { rootOptions, settingsOptions } from "../options.ts";
import { chosenHarnesses, harnessOptions } from "../outputs.ts";
import type { CommandContext, Printer } from "../print.ts";
import { makeProgress } from "../progress.ts";

const doctorOptions = {
  home: { value: "DIR", text: "home directory to examine (default: yours)" },
  client: { value: "ID=PROGRAM", many: true, text: "program of a client that is not on PATH" },
  ...rootOptions,
  ...settingsOptions,
  ...harnessOptions,
} as const;

type DoctorCall = CliCall<typeof doctorOptions>;

export const doctor = defineCommand({
  name: "doctor",
  summary: "test that the gate works in the installed clients",
  description: [
    "Asks each installed client whether the applied agents are loaded, whether the gate is active, and whether a forbidden call is really denied. The client runs in a temporary home with a copy of the applied files and of the few settings that affect the gate, against a scripted model on this machine. Your home is read and never changed; no credentials are used, and nothing leaves the machine. The client finds the gate on your own PATH.",
    "Tests the clients in `harnesses` of the settings, or all of them if it is not set; `--harness` overrides it.",
    "A client that is not installed is listed and does not fail. Only agents in the home are tested; those of a repository depend on how the client is started there (docs/security.md). The project around the working directory, and your environment, are searched for anything that could answer instead of the gate: settings that disable hooks or set variables, hooks, plugins, extensions, agents of the same name, preloaded libraries.",
  ],
  options: doctorOptions,
  tables: [
    {
      title: "Exit codes",
      rows: [
        ["0", "no failure"],
        ["1", "something is wrong; the output says what to do"],
        ["2", "the command line is not valid"],
      ],
    },
  ],
  examples: [
    "surcingle doctor",
    "surcingle doctor --harness claude-code --harness opencode",
    "surcingle doctor --client codex=/opt/codex/bin/codex",
  ],
  run: async (context) => {
    const { printer } = context;
    const home = homeOf(context);
    const own = ownFiles(home);
    const project = projectAround(context.cwd, home);
    const programs = programsOf(context);
    const settings = context.options.harness.length > 0 ? undefined : readMachineSettings(context);
    if (context.options.harness.length === 0 && !settings) return 1;
    const chosen = chosenHarnesses(context.options)
      .filter((each) => isNamed(each, settings?.settings.harnesses))
      .map(({ id }) => id);
    const holding = new Set<() => void>();
    const release = cleanUpOnSignal(holding);
    const counts = { installed: 0, tried: 0, failed: 0 };
    try {
      for (const checks of doctors) {
        if (!chosen.includes(checks.harness.id)) {
          if (settings)
            print(context, printer, checks, [note("client", leftOut, `test it with --harness ${checks.harness.id}`)]);
          continue;
        }
        const word = programs.get(checks.harness.id) ?? checks.command;
        const program = findProgram(word, context.env);
        const progress = makeProgress(context, printer);
        const found =
          program === undefined
            ? [note("client", `not installed: \`${word}\` is not on PATH`)]
            : await examine({
                ...{ checks, home, project, program: [program], progress, holding, environment: context.env },
                own: own.filter(({ harness: id }) => id === checks.harness.id),
              });
        progress("");
        if (program !== undefined) counts.installed += 1;
        if (found.some(({ check, outcome }) => check === "refused" && outcome === "ok")) counts.tried += 1;
        counts.failed += found.filter(({ outcome }) => outcome === "failed").length;
        print(context, printer, checks, found);
      }
    } finally {
      release();
    }
    return conclude(printer, counts);
  },
});

const leftOut = "not tested: `harnesses` in the settings does not list it";

/** Accepts an alias too. Without the setting, every client is tested. */
function isNamed({ id, alias }: Harness, names: readonly string[] | undefined): boolean {
  return names === undefined || names.includes(id) || (alias !== undefined && names.includes(alias));
}

function homeOf(context: DoctorCall): Home {
  const own = context.env["HOME"] ?? homedir();
  const named = context.options.home;
  const directory = resolve(context.cwd, named ?? own);
  if (!existsSync(directory)) throw usageError(`\`${directory}\` does not exist`);
  return { directory, label: directory === resolve(own) ? "~" : directory };
}

/** What `apply` recorded; home-manager records nothing of the kind. */
function ownFiles({ directory }: Home): readonly OwnFile[] {
  try {
    return readState(readFileSync(join(directory, statePath("user")), "utf8"))?.files ?? [];
  } catch {
    return [];
  }
}

function programsOf(context: DoctorCall): ReadonlyMap<string, string> {
  return new Map(
    context.options.client.map((text) => {
      const [id = "", ...rest] = text.split("=");
      const known = doctors.map((checks) => checks.harness.id);
      if (rest.length === 0 || !known.includes(id))
        throw usageError(`\`--client\` is ID=PROGRAM, where ID is one of ${known.join(", ")}; not \`${text}\``);
      const program = resolve(context.cwd, rest.join("="));
      if (findProgram(program, {}) === undefined) throw usageError(`\`${program}\` is not a program`);
      return [id, program];
    }),
  );
}

/** Cleans up processes and temporary files if the user interrupts. */
function cleanUpOnSignal(holding: ReadonlySet<() => void>): () => void {
  const end = (signal: NodeJS.Signals): void => {
    stopAllPrograms();
    for (const dispose of holding) dispose();
    release();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, end);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  return release;
}

const style = { ok: "faint", failed: "error", note: "faint" } as const;

function print(
  context: CommandContext,
  printer: Printer,
  { harness: { id, title } }: ClientChecks,
  found: readonly Finding[],
): void {
  for (const { check, outcome, message, fix, agent } of found) {
    printer.emit({ event: "finding", harness: id, check, outcome, agent, message, fix });
    const columns = context.isTerminal ? 80 : Number.POSITIVE_INFINITY;
    const label = `${title}: ${outcome}: `;
    const text = wrap(label + visible(message), columns)
      .slice(label.length)
      .replaceAll("\n", "\n  ");
    const line = `${title}: ${printer.paint(style[outcome], outcome)}: ${text}\n`;
    const help = wrap(visible(fix ?? ""), columns - 10).replaceAll("\n", `\n${" ".repeat(10)}`);
    const more = fix === undefined ? "" : `  ${printer.paint("faint", "=")} help: ${help}\n`;
    // Failures are printed even with `--quiet`.
    if (!printer.isJson && (outcome === "failed" || !printer.isQuiet)) context.out(line + more);
  }
}

function conclude(printer: Printer, counts: { installed: number; tried: number; failed: number }): number {
  printer.emit({ event: "doctor", ...counts });
  if (counts.failed > 0) printer.say(`${plural(counts.failed, "failure")}`);
  else if (counts.installed === 0) printer.say("none of these clients is installed, so nothing was tested");
  else if (counts.tried === 0) printer.say("nothing was tested; `surcingle apply` installs agents");
  else printer.say(`the gate is active in ${plural(counts.tried, "client")}`);
  return counts.failed > 0 ? 1 : 0;
}
