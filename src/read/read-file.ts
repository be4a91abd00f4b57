/** One file of a root: is it there, is it inside, is it text. What is wrong with it is reported. */
import { isUtf8 } from "node:buffer";
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Report } from "../base/diagnostic.ts";
import { errorCode, explainErrno } from "../base/errno.ts";
import { fileStart, type SourceFile } from "../base/source.ts";

export interface Root {
  readonly directory: string;
  readonly real: string;
  /** The file as it is named to a person. */
  readonly name: (path: string, text?: string) => SourceFile;
}

/** What the entry is after following links, or undefined when it was reported. */
export function look(root: Root, path: string, isLink: boolean, report: Report): Stats | undefined {
  const full = join(root.directory, path);
  try {
    if (isLink && !isInside(root, realpathSync(full))) {
      report({
        code: "outside-root",
        severity: "error",
        message: `the link \`${path}\` leads out of its root`,
        span: fileStart(root.name(path)),
        hint: "copy what it leads to into the root, or add that directory as a root of its own",
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

/** The size was seen before; what has grown since is read all the same. */
export interface SizeLimit {
  readonly size: number;
  readonly limit: number;
}

export function readBytes(root: Root, path: string, sizes: SizeLimit, report: Report): Buffer | undefined {
  return read(root, path, sizes, (full) => readFileSync(full), report);
}

/** UTF-8 with LF, or a report. CRLF is read as LF. */
export function readText(root: Root, path: string, sizes: SizeLimit, report: Report): SourceFile | undefined {
  const text = read(root, path, sizes, (full) => readFileSync(full, "utf8"), report);
  const isValid = (): boolean => isUtf8(readFileSync(join(root.directory, path)));
  return text === undefined ? undefined : checkText((normal) => root.name(path, normal), text, isValid, report);
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
  const message = `the file has ${(size / 1024 / 1024).toFixed(1)} MB; at most ${limit / 1024 / 1024} MB are read`;
  report({ code: "too-large", severity: "error", message, span: fileStart(file) });
  return true;
}

/** A file that is named by its path and is in no root. Throws what the system says; an encoding is reported. */
export function readNamedText(
  path: string,
  { shown, limit }: { readonly shown: string; readonly limit: number },
  report: Report,
): NamedText | undefined {
  if (isTooLarge({ path: shown, text: "" }, { size: statSync(path).size, limit }, report)) return undefined;
  const bytes = readFileSync(path);
  const written = bytes.toString("utf8");
  const file = checkText(
    (text) => ({ path: shown, text }),
    written,
    () => isUtf8(bytes),
    report,
  );
  return file && { file, written };
}

export interface NamedText {
  readonly file: SourceFile;
  /** With its line ends as they are. */
  readonly written: string;
}

/** Text that is UTF-8, with LF; undefined if it is not, which was reported. */
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
  // Bytes that are not UTF-8 were read as this character, which may also be in the file itself.
  const strange = file.text.indexOf("\ufffd");
  if (strange >= 0 && !isValid()) {
    return problem("the file is not valid UTF-8", strange, "not valid UTF-8", "save it as UTF-8");
  }
  if (text.startsWith("\ufeff")) {
    return problem("the file begins with a byte order mark", 0, "an invisible mark", "save it as UTF-8 without BOM");
  }
  const nul = file.text.indexOf("\0");
  if (nul >= 0) return problem("the file holds a NUL character", nul, "here", "it is most likely not a text file");
  return file;
}

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: "it is not a directory",
  ELOOP: "it is a link to itself",
};

export function reportUnreadable(file: SourceFile, error: unknown, report: Report, hint?: string): void {
  const code = errorCode(error);
  const why = code === undefined ? (error as Error).message : (reasons[code] ?? explainErrno(code));
  report({
    code: "unreadable-file",
    severity: "error",
    message: `cannot read \`${file.label ?? file.path}\`: ${why}`,
    span: fileStart(file),
    hint,
  });
}
