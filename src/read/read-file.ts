/** One file of a root: is it there, is it inside, is it text. What is wrong with it is reported. */
import { isUtf8 } from "node:buffer";
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Report } from "../base/diagnostic.ts";
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
  return text === undefined ? undefined : checkText(root, path, text, report);
}

function read<T>(
  root: Root,
  path: string,
  { size, limit }: SizeLimit,
  load: (full: string) => T,
  report: Report,
): T | undefined {
  if (size > limit) {
    const message = `the file has ${(size / 1024 / 1024).toFixed(1)} MB; at most ${limit / 1024 / 1024} MB are read`;
    report({ code: "too-large", severity: "error", message, span: fileStart(root.name(path)) });
    return undefined;
  }
  try {
    return load(join(root.directory, path));
  } catch (error) {
    reportUnreadable(root.name(path), error, report);
    return undefined;
  }
}

/** What was read as text is UTF-8 with LF then, or was reported. */
export function checkText(root: Root, path: string, text: string, report: Report): SourceFile | undefined {
  const file = root.name(path, text.includes("\r") ? text.replaceAll("\r\n", "\n") : text);
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
  // What is no letter was read as this sign, which may also be written in the file.
  const strange = file.text.indexOf("\ufffd");
  if (strange >= 0 && !isUtf8(readFileSync(join(root.directory, path)))) {
    return problem("the file is not valid UTF-8", strange, "these bytes are no letter", "save it as UTF-8");
  }
  if (text.startsWith("\ufeff")) {
    return problem("the file begins with a byte order mark", 0, "an invisible mark", "save it as UTF-8 without BOM");
  }
  const nul = file.text.indexOf("\0");
  if (nul >= 0) return problem("the file holds a NUL character", nul, "here", "it is most likely not a text file");
  return file;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "it is not a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "it is a link to itself",
};

export function reportUnreadable(file: SourceFile, error: unknown, report: Report, hint?: string): void {
  const { code = "", message } = error as NodeJS.ErrnoException;
  report({
    code: "unreadable-file",
    severity: "error",
    message: `cannot read \`${file.label ?? file.path}\`: ${reasons[code] ?? message}`,
    span: fileStart(file),
    hint,
  });
}
