/** Checks one skill against one profile. Its problems do not affect other skills. */
import { basename, join } from "node:path";
import { type Diagnostic, hasErrors, type Report } from "../../base/diagnostic.ts";
import { inOrder } from "../../base/excerpt.ts";
import { fileStart } from "../../base/source.ts";
import { profileRules, type SkillProfile, type SkillText } from "../../model/skill.ts";
import { checkSkillFields, readSkillText } from "../../parse/skill.ts";
import { readHooks } from "../../parse/skill-hooks.ts";
import { reportUnreadable } from "../../read/read-file.ts";
import { readKodeFields } from "../kode/fields.ts";
import { lintSkill } from "./lint.ts";
import { readFolder, readMain, type SkillFolder } from "./read-folder.ts";

export interface SkillVerdict {
  /** The main file, as shown to the user. */
  readonly path: string;
  readonly name: string;
  readonly profile: SkillProfile;
  readonly valid: boolean;
  /** In order of place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The token cost of each stage of loading. Absent for a skill that cannot be read. */
  readonly tokens?: SkillTokens;
}

/** Estimates: four bytes of text are about one token. */
export interface SkillTokens {
  /** Name and description, in every session. */
  readonly start: number;
  /** The body, when the skill is used. */
  readonly body: number;
  /** All other texts of the folder; an agent opens those that it needs. */
  readonly references: number;
}

interface CheckOptions {
  readonly profile: SkillProfile;
  /** Warnings count as errors. */
  readonly isStrict: boolean;
  /** Codes of warnings that are not shown. */
  readonly ignore?: readonly string[];
}

/** `shown` is the directory as the user wrote it, `directory` its absolute path. */
export async function checkSkill(shown: string, directory: string, options: CheckOptions): Promise<SkillVerdict> {
  const { profile, isStrict, ignore = [] } = options;
  const found: Diagnostic[] = [];
  const report: Report = (diagnostic) => {
    if (diagnostic.severity !== "warning" || !ignore.includes(diagnostic.code)) found.push(diagnostic);
  };
  const name = basename(directory);
  const folder = readFolderOf(shown, report);
  const main = folder && mainFile(folder, shown, name, report);
  const path = join(shown, main ?? "SKILL.md");
  const file = main === undefined ? undefined : readMain(shown, main, profile, report);
  const text = file && (await readSkillText(file, report, profile === "claude" ? name : undefined));
  if (text && folder) {
    checkFields(text, name, profile, report);
    lintSkill(
      { text, folder, nameOf: (inner, content) => ({ path: join(shown, inner), text: content }) },
      profile,
      report,
    );
  }
  // INVARIANT: a skill without text is never valid, whatever was reported.
  if (!text && !hasErrors(found)) {
    const message = `\`${path}\` is not a regular file`;
    report({ code: "unreadable-file", severity: "error", message, span: fileStart({ path, text: "" }) });
  }
  const diagnostics = inOrder(isStrict ? found.map((each) => ({ ...each, severity: "error" as const })) : found);
  const written = text?.fields["name"];
  return {
    path,
    name: typeof written === "string" && written !== "" ? written : name,
    profile,
    valid: !hasErrors(diagnostics),
    diagnostics,
    ...(text && folder ? { tokens: tokensOf(text, folder, main) } : {}),
  };
}

function tokensOf({ fields, body }: SkillText, folder: SkillFolder, main: string | undefined): SkillTokens {
  const count = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
  const head = [fields["name"], fields["description"]].filter((each) => typeof each === "string").join(": ");
  const others = [...folder].filter(([path]) => path !== main && /\.(?:md|txt)$/i.test(path));
  const references = others.reduce((sum, [, file]) => sum + count(file.text() ?? ""), 0);
  return { start: count(head), body: count(body.trim()), references };
}

function readFolderOf(directory: string, report: Report): SkillFolder | undefined {
  try {
    return readFolder(directory, report);
  } catch (error) {
    reportUnreadable({ path: directory, text: "" }, error, report);
    return undefined;
  }
}

function mainFile(folder: SkillFolder, shown: string, name: string, report: Report): string | undefined {
  if (folder.has("SKILL.md")) return "SKILL.md";
  const other = [...folder.keys()].find((path) => path.toLowerCase() === "skill.md");
  // An existing SKILL.md that cannot be read is already reported.
  if (other === undefined) return undefined;
  report({
    code: "skill-file-name",
    severity: "warning",
    message: `the main file of the skill \`${name}\` should be named SKILL.md`,
    span: fileStart({ path: join(shown, other), text: "" }),
    hint: "rename it: clients expect `SKILL.md`, and `surcingle build` writes it so",
  });
  return other;
}

function checkFields(text: SkillText, name: string, profile: SkillProfile, report: Report): void {
  checkSkillFields(text, name, profile, report);
  if (profile === "claude") readHooks(text, report);
  if (profileRules[profile].hasOwnMetadata) readKodeFields(text, report);
}
