/** The settings for commands that need no definitions: those of the roots, then those of the command line. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Diagnostic, hasErrors, type Report } from "../base/diagnostic.ts";
import { harnesses } from "../harness/all.ts";
import type { Settings } from "../model/settings.ts";
import { mergeSettings, parseSettings, type SettingsDocument } from "../parse/settings.ts";
import { readSettingsFile } from "../read/settings.ts";
import { checkSettings } from "../resolve/settings.ts";
import { type Denial, readDenials } from "../skill/kode/deny-rules.ts";
import { discoverDirectories } from "../skill/kode/discover.ts";
import { type CliCall, usageError } from "./command.ts";
import type { rootOptions, settingsOptions } from "./options.ts";
import type { CommandContext } from "./print.ts";

export interface MachineSettings {
  readonly settings: Settings;
  readonly home: string;
  readonly denials: readonly Denial[];
  /** Where Kode skills are looked for; earlier ones take precedence. */
  readonly skillDirectories: readonly string[];
}

interface Placed extends SettingsDocument {
  /** Where its relative paths start. */
  readonly base: string;
}

type MachineCall = CliCall<typeof rootOptions & typeof settingsOptions>;

/** Undefined if the settings are wrong; the problems are already printed. */
export function readMachineSettings(context: MachineCall): MachineSettings | undefined {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const documents = readDocuments(context, report);
  checkSettings(documents, harnesses, report);
  const denials = readDenials(documents, report);
  context.printer.diagnostics(diagnostics);
  if (hasErrors(diagnostics)) return undefined;
  // As for installed files: only `skill exec` and tasks render with these settings, and a client reads the result.
  const settings = mergeSettings(documents, true);
  const home = homeOf(context);
  const base = documents.findLast(({ fields }) => fields.kode?.native_skills_dir !== undefined)?.base ?? context.cwd;
  return { settings, home, denials, skillDirectories: discoverDirectories(settings.kode.nativeSkillsDir, base, home) };
}

function homeOf({ env }: CommandContext): string {
  const home = env["HOME"] || homedir();
  if (!home.startsWith("/")) throw usageError("the home directory is not known: set HOME");
  return home;
}

function readDocuments({ cwd, options }: MachineCall, report: Report): Placed[] {
  const own = options.root.map((root) => join(root, "surcingle.toml"));
  const chosen = options.settings;
  const files = [...own.filter((path) => existsSync(resolve(cwd, path))), ...(chosen === undefined ? [] : [chosen])];
  return files.flatMap((path): Placed[] => {
    const full = resolve(cwd, path);
    const file = readSettingsFile(full, path, report);
    const document = file && parseSettings(file, report);
    return document ? [{ ...document, base: dirname(full) }] : [];
  });
}
