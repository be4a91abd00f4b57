// Bundles the programs: the command line, and what is shipped inside the output.
import { chmodSync, cpSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const root = new URL("..", import.meta.url).pathname;
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  charset: "utf8",
};

await build({ ...common, entryPoints: ["src/gate/pi-extension.ts"], format: "esm", outfile: "dist/pi-extension.mjs" });
await build({
  ...common,
  entryPoints: ["src/gate/opencode-plugin-entry.ts"],
  format: "esm",
  outfile: "dist/opencode-plugin.mjs",
});
/** One letter beyond Latin-1 makes V8 keep a whole file in two bytes per letter, and read it more slowly. */
const program = { ...common, charset: "ascii" };
// CommonJS starts a few per cent faster, and the gate starts at every tool call.
await build({
  ...program,
  entryPoints: ["src/gate/main.ts"],
  format: "cjs",
  outfile: "dist/surcingle-gate.cjs",
  banner: { js: "#!/usr/bin/env node" },
});
// In parts: a command loads only what it needs, and what it needs takes most of the time of a small run.
const inParts = {
  ...program,
  // It holds a program for each system, so it stays a package; Node 22 and newer have their own and never load it.
  external: ["@photostructure/sqlite"],
  format: "esm",
  splitting: true,
  outdir: "dist",
  chunkNames: "part-[name]-[hash]",
  outExtension: { ".js": ".mjs" },
  metafile: true,
  banner: {
    // A library asks for node's modules through `require`, which an ES module does not have.
    js: '#!/usr/bin/env node\nimport{createRequire}from"node:module";const require=createRequire(import.meta.url);',
  },
};
// What `build` shares with other commands would be thirty small parts, each as slow to find as a large one to read: it
// has a bundle of its own.
const buildPart = "part-build";
const apart = {
  name: "build-apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/commands\/build\.ts$/ }, () => ({ path: `./${buildPart}.mjs`, external: true })),
};
const bundles = [
  await build({ ...inParts, entryPoints: { surcingle: "src/cli/main.ts" }, plugins: [apart] }),
  await build({ ...inParts, entryPoints: { [buildPart]: "src/cli/commands/build.ts" } }),
];
// The name of a part tells its content, so those of the bundle before are still there.
const parts = new Set(bundles.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
for (const name of readdirSync(`${root}dist`)) {
  if (name.startsWith("part-") && !parts.has(`dist/${name}`)) rmSync(`${root}dist/${name}`);
}
// The roles and capabilities that every root has below it.
rmSync(`${root}dist/definitions`, { recursive: true, force: true });
for (const directory of ["capabilities", "roles"])
  cpSync(`${root}${directory}`, `${root}dist/definitions/${directory}`, { recursive: true });
for (const name of ["surcingle.mjs", "surcingle-gate.cjs"]) chmodSync(`${root}dist/${name}`, 0o755);
