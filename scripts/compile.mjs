// Runs the program that lies in a directory, and keeps beside it what V8 made of its text:
// `node --hash-seed=1 scripts/compile.mjs DIRECTORY ARGUMENT…`. With a fixed seed the result is the same bytes each time.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import v8 from "node:v8";
import { Script } from "node:vm";

const [node, , directory, ...words] = process.argv;
// The name becomes a part of the result, and does not say where the file lies.
const filename = "surcingle-program.cjs";
const file = join(directory, filename);
const require = createRequire(file);
const { setFlagsFromString } = v8;
// V8 takes compiled code only under the flags it was made with, so the program may not set any, and the seed goes back.
require("node:v8").setFlagsFromString = () => undefined;
const script = new Script(readFileSync(file, "latin1"), { filename });
process.argv = [node, file, ...words];
process.on("exit", (code) => {
  if (code !== 0) return;
  setFlagsFromString("--hash-seed=0");
  writeFileSync(join(directory, "surcingle-program.compiled"), script.createCachedData());
});
script.runInThisContext()(require, directory, file);
