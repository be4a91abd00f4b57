// `npm test [-- FILE…]`: hands the test files to node's runner, which takes names and no patterns on Node 20.
import { spawnSync } from "node:child_process";
import glob from "fast-glob";

const given = process.argv.slice(2);
const files = given.length > 0 ? given : await glob(["src/**/*.test.ts", "test/**/*.test.ts"]);
if (files.length === 0) {
  console.error("no test files found");
  process.exit(1);
}
const { status } = spawnSync(process.execPath, ["--import", "tsx", "--test", ...files.sort()], { stdio: "inherit" });
process.exit(status ?? 1);
