// `npm test` runs the fast tests, `npm run test:slow` those named `*.slow.test.ts`, `npm test -- FILE…` the named files.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import glob from "fast-glob";

const root = fileURLToPath(new URL("..", import.meta.url));
const words = process.argv.slice(2);
const isSlow = words.includes("--slow");
const given = words.filter((word) => word !== "--slow");
const slowFiles = "**/*.slow.test.ts";
const tests = ["src/**/*.test.ts", "test/**/*.test.ts"];
const files =
  given.length > 0
    ? given
    : await glob(isSlow ? [`src/${slowFiles}`, `test/${slowFiles}`] : tests, { ignore: isSlow ? [] : [slowFiles] });
if (files.length === 0) {
  console.error("no test files found");
  process.exit(1);
}

/** Whether a file that the tests import mentions the bundled programs. May say yes unnecessarily; never misses one. */
async function needsBundles() {
  if (given.length === 0) return true;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: given,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "unused",
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
  return Object.keys(metafile.inputs).some((path) => /\bdist\b/.test(readFileSync(`${root}${path}`, "utf8")));
}

if (await needsBundles()) {
  const { status } = spawnSync(process.execPath, [`${root}scripts/bundle.mjs`], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", `--test-concurrency=${availableParallelism()}`, ...files.sort()],
  { stdio: "inherit" },
);
process.exit(status ?? 1);
