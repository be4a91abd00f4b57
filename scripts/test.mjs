// `npm test` runs the fast tests, `npm run test:slow` those named `*.slow.test.ts`, `npm test -- PATH…` the given files
// and those in the given directories.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import glob from "fast-glob";

const root = fileURLToPath(new URL("..", import.meta.url));
const words = process.argv.slice(2);
const isSlow = words.includes("--slow");
const given = words.filter((word) => word !== "--slow");
const common = {
  absWorkingDir: root,
  bundle: true,
  packages: "external",
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "error",
};
const slowFiles = "**/*.slow.test.ts";
const testFiles = isSlow ? slowFiles : "**/*.test.ts";
const missing = given.find((path) => !existsSync(path));
if (missing !== undefined) {
  console.error(`no such file or directory: ${missing}`);
  process.exit(1);
}
const patterns = (given.length > 0 ? given : ["src", "test"]).map((path) =>
  statSync(path).isDirectory() ? `${path.replace(/\/+$/, "")}/${testFiles}` : path,
);
const files = await glob(patterns, {
  ignore: isSlow || given.some((path) => path.includes(".slow.")) ? [] : [slowFiles],
});
if (files.length === 0) {
  console.error("no test files found");
  process.exit(1);
}

/**
 * Whether a file that the tests import mentions the bundled programs. May return true unnecessarily; never misses one.
 */
async function needsBundles() {
  if (given.length === 0) return true;
  const { metafile } = await build({ ...common, entryPoints: files, write: false, metafile: true, outdir: "unused" });
  return Object.keys(metafile.inputs).some((path) => /\bdist\b/.test(readFileSync(`${root}${path}`, "utf8")));
}

/** Each file starts its own process, and loading hundreds of sources through tsx takes a third of the suite's time. */
async function bundleTests(directory) {
  // A bundled file is elsewhere, so `import.meta` must name its source.
  const places = (path) => ({ $directory: dirname(path), $file: path, $url: pathToFileURL(path).href });
  const define = { "import.meta.dirname": "$directory", "import.meta.filename": "$file", "import.meta.url": "$url" };
  const keepPlaces = {
    name: "keep-places",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/(?:src|test|scripts)\/.*\.ts$/ }, ({ path }) => {
        const constants = Object.entries(places(path)).map(
          ([name, text]) => `const ${name} = ${JSON.stringify(text)};`,
        );
        return { contents: `${constants.join(" ")} ${readFileSync(path, "utf8")}`, loader: "ts" };
      }),
  };
  const outExtension = { ".js": ".mjs" };
  const options = { entryPoints: files, outdir: directory, outbase: root, outExtension, splitting: true };
  await build({ ...common, ...options, sourcemap: "linked", define, plugins: [keepPlaces] });
  return files.map((path) => `${directory}/${path.replace(/\.ts$/, ".mjs")}`);
}

if (await needsBundles()) {
  const { status } = spawnSync(process.execPath, [`${root}scripts/bundle.mjs`], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
mkdirSync(`${root}out`, { recursive: true });
const directory = mkdtempSync(`${root}out/tests-`);
// Some tests switch to an ordinary user.
chmodSync(directory, 0o755);
try {
  const [loader, tests] =
    given.length > 0 ? [["--import", "tsx"], files] : [["--enable-source-maps"], await bundleTests(directory)];
  // The program prints other commands if npm started it.
  const { npm_command: _, ...env } = process.env;
  if (isSlow) env.PROPERTY_RUNS ??= "2000";
  const options = [...loader, "--test", `--test-concurrency=${availableParallelism()}`];
  const { status } = spawnSync(process.execPath, [...options, ...tests.sort()], { stdio: "inherit", env });
  process.exitCode = status ?? 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
