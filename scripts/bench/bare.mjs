// The least a program can do to write a tree: reads all contents from one file, makes each directory once, writes each
// file once. It checks nothing, keeps no manifest and cannot be interrupted safely. `build` is measured against it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [pack, out] = process.argv.slice(2);
const bytes = readFileSync(pack);
const headLength = bytes.readUInt32LE(0);
const { directories, files } = JSON.parse(bytes.toString("utf8", 4, 4 + headLength));
mkdirSync(out);
for (const directory of directories) mkdirSync(`${out}/${directory}`);
let at = 4 + headLength;
for (const [path, length] of files) {
  writeFileSync(`${out}/${path}`, bytes.subarray(at, at + length));
  at += length;
}
