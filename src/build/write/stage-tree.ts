/** Writes a tree of files into a new directory, with the same bytes and modes on every machine. */
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import type { OutputFile } from "../../model/output.ts";
import { type HarnessOutput, sharedPieces } from "./harness-output.ts";
import { describeFile, sha256, type WrittenOutput } from "./manifest.ts";

/** Outputs are released once they are written, because together they need a lot of memory. */
export function stageOutput(directory: string, output: HarnessOutput): WrittenOutput {
  const { id, root: place, directories } = output;
  const root = `${directory}/${id}`;
  const made = new Set<string>();
  mkdirSync(root);
  for (const path of directories) makeDirectory(root, path, made);
  const files = output.files.map((file) => {
    makeDirectory(root, file.path.slice(0, Math.max(0, file.path.lastIndexOf("/"))), made);
    return describeFile(id, file, stageFile(`${root}/${file.path}`, file));
  });
  return { id, root: place, directories, files };
}

/** Returns the hash. */
function stageFile(path: string, file: OutputFile): string {
  if (file.kind === "shared") return writeInPieces(path, sharedPieces(file));
  const bytes = encode(file.content);
  writeNew(path, bytes, file.executable === true);
  return sha256(bytes);
}

// One buffer for all files: a new one for each would stay in memory until garbage collection.
const scratch = Buffer.allocUnsafe(256 * 1024);

export function writeNew(path: string, content: string | Uint8Array, isExecutable: boolean): void {
  const handle = openSync(path, "wx", isExecutable ? 0o755 : 0o644);
  try {
    writeAll(handle, encode(content));
  } finally {
    closeSync(handle);
  }
}

/** For content that is too large for memory. Returns the hash. */
export function writeInPieces(path: string, pieces: Iterable<string>): string {
  const hash = createHash("sha256");
  const handle = openSync(path, "wx", 0o644);
  const write = (text: string): void => {
    const bytes = encode(text);
    hash.update(bytes);
    writeAll(handle, bytes);
  };
  try {
    let waiting = "";
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length * 4 < scratch.length) continue;
      write(waiting);
      waiting = "";
    }
    write(waiting);
  } finally {
    closeSync(handle);
  }
  return hash.digest("hex");
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(handle, bytes, written, bytes.length - written);
  }
}

/** The bytes are valid until the next call. */
function encode(content: string | Uint8Array): Uint8Array {
  if (typeof content !== "string") return content;
  // A UTF-16 unit takes at most three bytes.
  return content.length * 3 <= scratch.length ? scratch.subarray(0, scratch.write(content)) : Buffer.from(content);
}

/** Every writer here is synchronous, so no other code of this process runs with the changed umask. */
export function withPlainModes<T>(write: () => T): T {
  const mask = process.umask(0o022);
  try {
    return write();
  } finally {
    process.umask(mask);
  }
}

function makeDirectory(root: string, path: string, made: Set<string>): void {
  if (path === "" || made.has(path)) return;
  makeDirectory(root, path.slice(0, Math.max(0, path.lastIndexOf("/"))), made);
  mkdirSync(`${root}/${path}`);
  made.add(path);
}
