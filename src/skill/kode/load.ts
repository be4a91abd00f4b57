/** Loads Kode skills from disk. A skill that does not load keeps the reason and does not affect others. */

import { closeSync, fstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Diagnostic, Report } from "../../base/diagnostic.ts";
import { describeError } from "../../base/errno.ts";
import { compare } from "../../base/order.ts";
import { fileStart, type SourceFile } from "../../base/source.ts";
import { limits } from "../../formats/limits.ts";
import { splitFrontMatter } from "../../formats/markdown.ts";
import { checkSkillFields, readSkillText } from "../../parse/skill.ts";
import { type KodeFields, readKodeFields } from "./fields.ts";

interface Found {
  /** The name of its directory. */
  readonly slug: string;
  /** The SKILL.md. */
  readonly path: string;
}

export interface KodeSkill extends Found, Parsed {
  readonly errors: readonly [];
}

/** It exists but cannot be used, for these reasons. */
export interface BrokenSkill extends Found {
  readonly errors: readonly [Diagnostic, ...Diagnostic[]];
}

export function isBroken(skill: KodeSkill | BrokenSkill): skill is BrokenSkill {
  return skill.errors.length > 0;
}

/** Every `<directory>/<slug>/SKILL.md`, sorted by slug. A missing directory counts as empty. */
export function loadSkillsDirectory(directory: string): Promise<(KodeSkill | BrokenSkill)[]> {
  let names: string[] = [];
  try {
    names = readdirSync(directory);
  } catch {
    // It may not exist.
  }
  const found = names.filter((name) => !name.startsWith(".") && holdsSkill(join(directory, name))).sort(compare);
  return Promise.all(found.map((name) => loadSkillFile(join(directory, name, "SKILL.md"))));
}

export async function loadSkillFile(path: string): Promise<KodeSkill | BrokenSkill> {
  const slug = basename(dirname(path));
  const [errors, report] = collect();
  const file = readFile(path, report);
  const skill = file && (await parseKodeSkill(file, slug, report));
  if (skill) return { ...skill, slug, path, errors: [] };
  const [first, ...others] = errors;
  if (!first) throw new Error(`${path} was refused without a reason`);
  return { slug, path, errors: [first, ...others] };
}

interface Parsed extends KodeFields {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The lines between the fences. */
  readonly frontMatter: string;
  /** The prompt template. */
  readonly body: string;
}

/** The text of a SKILL.md from any source. Undefined if it must not be loaded; the reason is already reported. */
export async function parseKodeSkill(
  file: SourceFile,
  directory: string,
  reportAny: Report,
): Promise<Parsed | undefined> {
  let hasFailed = false;
  const report: Report = (diagnostic) => {
    hasFailed ||= diagnostic.severity === "error";
    reportAny(diagnostic);
  };
  const text = await readSkillText(file, report);
  if (!text) return undefined;
  const head = checkSkillFields(text, directory, "kode", report);
  const fields = readKodeFields(text, report);
  const parts = splitFrontMatter(file.text);
  if (hasFailed || !head || typeof parts !== "object") return undefined;
  return { ...head, version: String(text.fields["version"]), ...fields, frontMatter: parts.yaml, body: text.body };
}

function collect(): [Diagnostic[], Report] {
  const list: Diagnostic[] = [];
  return [list, (diagnostic) => void (diagnostic.severity === "error" && list.push(diagnostic))];
}

function readFile(path: string, report: Report): SourceFile | undefined {
  const name = (text = ""): SourceFile => ({ path, text });
  const fail = (code: "unreadable-file" | "too-large", message: string): undefined =>
    void report({ code, severity: "error", message, span: fileStart(name()) });
  let bytes: Buffer;
  try {
    // Opening a pipe would block.
    if (!statSync(path).isFile()) return fail("unreadable-file", "SKILL.md is not a regular file");
    const handle = openSync(path, "r");
    try {
      if (fstatSync(handle).size > limits.fileBytes)
        return fail("too-large", `SKILL.md is larger than ${limits.fileBytes / 1024 / 1024} MB`);
      bytes = readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return fail("unreadable-file", `SKILL.md cannot be read: ${describeError(error)}`);
  }
  return decodeSkillText(path, bytes, report);
}

/** UTF-8 without a byte order mark and without NUL; CRLF is read as LF. */
export function decodeSkillText(path: string, bytes: Uint8Array, report: Report): SourceFile | undefined {
  const text = Buffer.from(bytes).toString("utf8");
  const problem = !Buffer.from(text).equals(bytes)
    ? "the file is not UTF-8"
    : text.startsWith("\ufeff")
      ? "the file starts with a byte order mark"
      : text.includes("\0")
        ? "the file contains a NUL character"
        : undefined;
  const file = { path, text: problem ? "" : text.replaceAll("\r\n", "\n") };
  if (problem === undefined) return file;
  report({
    code: "bad-encoding",
    severity: "error",
    message: problem,
    span: fileStart(file),
    hint: "save it as UTF-8 without BOM",
  });
  return undefined;
}

function holdsSkill(directory: string): boolean {
  try {
    return readdirSync(directory).includes("SKILL.md");
  } catch (error) {
    // A file is not a skill. An unreadable directory may be one, and is reported.
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
