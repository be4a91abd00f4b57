/** Packs a directory into one file that `bare.mjs` can write out again. The same tree gives the same bytes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "../../src/base/order.ts";

export interface Packed {
  readonly files: number;
  readonly bytes: number;
}

export function packTree(root: string, pack: string): Packed {
  const directories: string[] = [];
  const files: (readonly [path: string, length: number])[] = [];
  const contents: Buffer[] = [];
  const visit = (prefix: string): void => {
    const entries = readdirSync(join(root, prefix), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) {
        directories.push(path);
        visit(`${path}/`);
        continue;
      }
      const content = readFileSync(join(root, path));
      files.push([path, content.length]);
      contents.push(content);
    }
  };
  visit("");
  const head = Buffer.from(JSON.stringify({ directories, files }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  writeFileSync(pack, Buffer.concat([length, head, ...contents]));
  return { files: files.length, bytes: contents.reduce((sum, content) => sum + content.length, 0) };
}
