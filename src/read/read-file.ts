/** Reads one file of a root and reports it if it is missing, outside the root or not text. */
import { isUtf8 } from "node:buffer";
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Report } from "../base/diagnostic.ts";
import { describeError, errorCode, suggestFix } from "../base/errno.ts";
import { fileStart, type SourceFile } from "../base/source.ts";

export interface Root {
  readonly directory: string;
  readonly real: string;
  /** The file's name in messages. */
  readonly name: (path: string, text?: string) => SourceFile;
}

/** The entry's type after following links, or undefined if a problem was reported. */
export function entryStats(root: Root, path: string, isLink: boolean, report: Report): Stats | undefined {
  const full = join(root.directory, path);
  try {
    if (isLink && !isInside(root, realpathSync(full))) {
      report({
        code: "outside-root",
        severity: "error",
        message: `the link \`${path}\` points outside its root`,
        span: fileStart(root.name(path)),
        hint: "copy the target into the root, or add its directory as another root",
      });
      return undefined;
    }
    return statSync(full);
  } catch (error) {
    reportUnreadable(root.name(path), error, report);
    return undefined;
  }
}

function isInside(root: Root, real: string): boolean {
  return real === root.real || real.startsWith(root.real.endsWith(sep) ? root.real : root.real + sep);
}

/** `size` was measured earlier; a file that has grown since is still read. */
interface SizeLimit {
  readonly size: number;
  readonly limit: number;
}

export function readBytes(root: Root, path: string, sizes: SizeLimit, report: Report): Buffer | undefined {
  return read(root, path, sizes, (full) => readFileSync(full), report);
}

/**
 * UTF-8 with LF, or a report. CRLF is read as LF. If `isLoose`, a byte order mark and NUL characters are replaced with
 * a warning.
 */
export function readText(
  root: Root,
  path: string,
  sizes: SizeLimit,
  report: Report,
  isLoose = false,
): SourceFile | undefined {
  const all = read(root, path, sizes, (full) => readFileSync(full, "utf8"), report);
  if (all === undefined) return undefined;
  const text = isLoose ? all.replace(/^\ufeff/, "").replaceAll("\0", "\ufffd") : all;
  const isValid = (): boolean => isUtf8(readFileSync(join(root.directory, path)));
  const file = checkText((normal) => root.name(path, normal), text, isValid, report);
  if (file && text !== all) {
    const hasMark = all.startsWith("\ufeff");
    const message = `the file ${hasMark ? "starts with a byte order mark" : "contains a NUL character"}, which is not kept`;
    const hint = hasMark ? "save the file as UTF-8 without BOM" : "remove it";
    report({ code: "bad-encoding", severity: "warning", message, span: fileStart(file), hint });
  }
  return file;
}

function read<T>(
  root: Root,
  path: string,
  { size, limit }: SizeLimit,
  load: (full: string) => T,
  report: Report,
): T | undefined {
  if (isTooLarge(root.name(path), { size, limit }, report)) return undefined;
  try {
    return load(join(root.directory, path));
  } catch (error) {
    reportUnreadable(root.name(path), error, report);
    return undefined;
  }
}

function isTooLarge(file: SourceFile, { size, limit }: SizeLimit, report: Report): boolean {
  if (size <= limit) return false;
  const message = `the file has ${(size / 1024 / 1024).toFixed(1)} MB; the limit is ${limit / 1024 / 1024} MB`;
  report({ code: "too-large", severity: "error", message, span: fileStart(file) });
  return true;
}

export interface NamedText {
  readonly file: SourceFile;
  /** With its original line endings. */
  readonly written: string;
}

/**
 * Reads a file outside any root. Throws the reason if it cannot be opened; reports a file that is too large or not
 * UTF-8.
 */
export function readNamedText(
  path: string,
  { shown, limit }: { readonly shown: string; readonly limit: number },
  report: Report,
): NamedText | undefined {
  const facts = statSync(path);
  // Opening a pipe without a writer would block.
  if (!facts.isFile()) throw new Error("it is not a regular file");
  if (isTooLarge({ path: shown, text: "" }, { size: facts.size, limit }, report)) return undefined;
  const bytes = readFileSync(path);
  const written = bytes.toString("utf8");
  const name = (text: string): SourceFile => ({ path: shown, text });
  const file = checkText(name, written, () => isUtf8(bytes), report);
  return file && { file, written };
}

/** Returns the text with LF line endings, or reports why it is not plain UTF-8. */
function checkText(
  name: (text: string) => SourceFile,
  text: string,
  isValid: () => boolean,
  report: Report,
): SourceFile | undefined {
  const file = name(text.includes("\r") ? text.replaceAll("\r\n", "\n") : text);
  const problem = (message: string, offset: number, label: string, hint: string): undefined => {
    report({
      code: "bad-encoding",
      severity: "error",
      message,
      span: { file, start: offset, end: offset + 1 },
      label,
      hint,
    });
  };
  // Invalid bytes decode to U+FFFD, which a valid file may contain too.
  const strange = file.text.indexOf("\ufffd");
  if (strange >= 0 && !isValid()) {
    return problem("the file is not valid UTF-8", strange, "invalid bytes", "save the file as UTF-8");
  }
  if (text.startsWith("\ufeff")) {
    return problem(
      "the file starts with a byte order mark",
      0,
      "byte order mark",
      "save the file as UTF-8 without BOM",
    );
  }
  const nul = file.text.indexOf("\0");
  if (nul >= 0) return problem("the file contains a NUL character", nul, "here", "it is probably not a text file");
  return file;
}

/** What a missing directory or a link loop means for a file of a root. */
const reasons: Readonly<Record<string, string>> = { ENOTDIR: "it is not a directory", ELOOP: "it is a link loop" };

export function reportUnreadable(file: SourceFile, error: unknown, report: Report, hint?: string): void {
  report({
    code: "unreadable-file",
    severity: "error",
    message: `cannot read \`${file.label ?? file.path}\`: ${reasons[errorCode(error) ?? ""] ?? describeError(error)}`,
    span: fileStart(file),
    hint: hint ?? suggestFix(error),
  });
}
