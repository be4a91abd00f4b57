/** A skill's folder from disk: what is in it, and its main file as text. Follows no link out of the folder. */
import { type Dirent, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Code } from "../../base/codes/all.ts";
import type { Report } from "../../base/diagnostic.ts";
import { compare } from "../../base/order.ts";
import { fileStart, type SourceFile } from "../../base/source.ts";
import { limits } from "../../formats/limits.ts";
import { asText, type FolderFile, type SkillFolder } from "./folder.ts";

const mostEntries = 10_000;
const deepest = 16;
/** Left behind by editors, systems and package managers. */
const ignored = new Set([".DS_Store", ".git", "node_modules", "__pycache__"]);

/** `directory` as a person wrote it, so that places can be opened from where they stand. */
export function readFolder(directory: string, report: Report): SkillFolder {
  const files = new Map<string, FolderFile>();
  const real = realpathSync(directory);
  const fail = (code: Code, path: string, message: string): void =>
    report({ code, severity: "error", message, span: fileStart({ path: join(directory, path), text: "" }) });
  let entriesLeft = mostEntries;
  const walk = (path: string, depth: number): void => {
    if (depth > deepest) return fail("too-deep", path, `directories are nested deeper than ${deepest} levels`);
    let entries: Dirent[];
    try {
      entries = readdirSync(join(directory, path), { withFileTypes: true });
    } catch (error) {
      return fail("unreadable-file", path, `cannot read \`${path}\`: ${(error as NodeJS.ErrnoException).code}`);
    }
    for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
      if (ignored.has(entry.name) || entriesLeft-- <= 0) continue;
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) walk(inner, depth + 1);
      else visit(inner, entry, depth);
    }
  };
  const visit = (path: string, entry: Dirent, depth: number): void => {
    const full = join(directory, path);
    let facts: Stats;
    try {
      if (entry.isSymbolicLink() && !`${realpathSync(full)}${sep}`.startsWith(`${real}${sep}`))
        return fail("outside-root", path, `the link \`${path}\` leads out of the skill`);
      facts = statSync(full);
    } catch (error) {
      return fail("unreadable-file", path, `cannot read \`${path}\`: ${(error as NodeJS.ErrnoException).code}`);
    }
    if (facts.isDirectory()) return walk(path, depth + 1);
    // Opening a pipe would wait for ever.
    if (!facts.isFile()) return fail("unreadable-file", path, `\`${path}\` is not a regular file`);
    const text = (): string | undefined => (facts.size > limits.fileBytes ? undefined : asText(readFileSync(full)));
    files.set(path, { executable: (facts.mode & 0o111) !== 0, text });
  };
  walk("", 0);
  if (entriesLeft <= 0) fail("too-many", "", `the skill holds more than ${mostEntries} files`);
  return files;
}

/** UTF-8 with LF, or a report. CRLF is read as LF. */
export function readMain(path: string, report: Report): SourceFile | undefined {
  const fail = (code: Code, message: string): undefined =>
    void report({ code, severity: "error", message, span: fileStart({ path, text: "" }) });
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > limits.fileBytes)
      return fail("too-large", `the file has ${(size / 1024 / 1024).toFixed(1)} MB; at most 1 MB is read`);
    bytes = readFileSync(path);
  } catch (error) {
    return fail("unreadable-file", `cannot read \`${path}\`: ${(error as NodeJS.ErrnoException).code}`);
  }
  return decode(path, bytes, report);
}

function decode(path: string, bytes: Buffer, report: Report): SourceFile | undefined {
  const text = bytes.toString("utf8");
  const file = { path, text: text.replaceAll("\r\n", "\n") };
  const found = [
    {
      offset: text.startsWith("\ufeff") ? 0 : -1,
      message: "the file begins with a byte order mark",
      label: "an invisible mark",
      hint: "save it as UTF-8 without BOM",
    },
    {
      offset: file.text.indexOf("\0"),
      message: "the file holds a NUL character",
      label: "here",
      hint: "it is most likely not a text file",
    },
    {
      offset: Buffer.from(text).equals(bytes) ? -1 : file.text.indexOf("\ufffd"),
      message: "the file is not valid UTF-8",
      label: "these bytes are no letter",
      hint: "save it as UTF-8",
    },
  ].find(({ offset }) => offset >= 0);
  if (!found) return file;
  const { offset, ...rest } = found;
  report({ code: "bad-encoding", severity: "error", span: { file, start: offset, end: offset + 1 }, ...rest });
  return undefined;
}
