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

export function readBytes(root: Root, path: string, size: number, limit: number, report: Report): Buffer | undefined {
  if (size > limit) {
    const message = `the file has ${(size / 1024 / 1024).toFixed(1)} MB; at most ${limit / 1024 / 1024} MB are read`;
    report({ code: "too-large", severity: "error", message, span: fileStart(root.name(path)) });
    return undefined;
  }
  try {
    return readFileSync(join(root.directory, path));
  } catch (error) {
    reportUnreadable(root.name(path), error, report);
    return undefined;
  }
}

/** UTF-8 with LF, or a report. CRLF is read as LF. */
export function decodeText(root: Root, path: string, bytes: Buffer, report: Report): SourceFile | undefined {
  const text = bytes.toString("utf8");
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
  if (!isUtf8(bytes)) {
    return problem(
      "the file is not valid UTF-8",
      file.text.indexOf("\ufffd"),
      "these bytes are no letter",
      "save it as UTF-8",
    );
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

export function reportUnreadable(file: SourceFile, error: unknown, report: Report): void {
  const { code = "", message } = error as NodeJS.ErrnoException;
  report({
    code: "unreadable-file",
    severity: "error",
    message: `cannot read \`${file.label ?? file.path}\`: ${reasons[code] ?? message}`,
    span: fileStart(file),
  });
}
