/** Finds files whose content git already has: a sandbox that shows `.git` gains nothing by hiding them. */
import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const longestFile = 65_536;
const longestIndex = 64 * 1024 * 1024;

/**
 * Whether the file is the same as in git's index. A hidden one would make `git diff` fail for the whole project.
 * `index` is the path of git's index; one that cannot be read means no.
 */
export function committedFiles(root: string, index: string): (path: string) => boolean {
  let known: ReadonlyMap<string, string> | undefined;
  return (path) => {
    try {
      const found = lstatSync(path);
      if (!found.isFile() || found.size > longestFile) return false;
      known ??= readIndex(readFile(index));
      const blob = known.get(relative(root, path));
      return blob !== undefined && blob === blobHash(readFileSync(path));
    } catch {
      return false;
    }
  };
}

function readFile(path: string): Buffer {
  return lstatSync(path).size > longestIndex ? Buffer.alloc(0) : readFileSync(path);
}

function blobHash(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

const [headLength, entryLength, hashLength] = [12, 62, 20];

/** Paths and blobs of the versions 2 and 3 of the format, with SHA-1; empty for every other (gitformat-index(5)). */
function readIndex(bytes: Buffer): ReadonlyMap<string, string> {
  const blobs = new Map<string, string>();
  const end = bytes.length - hashLength;
  if (end < headLength || bytes.toString("latin1", 0, 4) !== "DIRC") return blobs;
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  const isWhole = createHash("sha1").update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end));
  if (!isWhole || (version !== 2 && version !== 3)) return blobs;
  for (let i = 0, at = headLength; i < count && at + entryLength < end; i++) {
    const mode = bytes.readUInt32BE(at + 24);
    const flags = bytes.readUInt16BE(at + 60);
    const start = at + entryLength + (version === 3 && flags & 0x4000 ? 2 : 0);
    const stop = bytes.indexOf(0, start);
    const isPlain = mode >> 12 === 0b1000 && (flags & 0x3000) === 0;
    if (isPlain) blobs.set(bytes.toString("utf8", start, stop), bytes.toString("hex", at + 40, at + 60));
    // One to eight zero bytes, so that the length of an entry is a multiple of eight.
    at += Math.ceil((stop - at + 1) / 8) * 8;
  }
  return blobs;
}
