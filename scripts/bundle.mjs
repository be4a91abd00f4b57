// Bundles the programs: the command line, and what is shipped inside the output.
import { chmodSync, copyFileSync, cpSync, readFileSync, rmSync } from "node:fs";
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
  // One letter beyond Latin-1 makes V8 keep a whole file in two bytes per letter, and read it more slowly.
  charset: "ascii",
};

const programs = JSON.parse(readFileSync(`${root}src/harness/programs.json`, "utf8"));
for (const { entry, bundle } of programs)
  await build({ ...common, entryPoints: [entry], format: "esm", outfile: `dist/${bundle}` });
// CommonJS starts a few per cent faster, and the gate starts at every tool call.
await build({
  ...common,
  entryPoints: ["src/gate/main.ts"],
  format: "cjs",
  outfile: "dist/surcingle-gate.cjs",
  banner: { js: "#!/usr/bin/env node" },
});
// The page of `surcingle report`: the gate's engine for a browser. No hash is computed there, so that module is empty.
const noCrypto = {
  name: "no-crypto",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:crypto$/ }, () => ({ path: "crypto", namespace: "empty" }));
    onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export const createHash = undefined;" }));
  },
};
await build({
  ...common,
  entryPoints: ["src/report/page/main.ts"],
  platform: "browser",
  target: "es2022",
  format: "iife",
  outfile: "dist/report-page.js",
  plugins: [noCrypto],
});
await build({
  ...common,
  entryPoints: ["src/report/page/style.css"],
  target: "chrome111",
  outfile: "dist/report-page.css",
});
// The roles, capabilities and packs that every root has below it.
rmSync(`${root}dist/definitions`, { recursive: true, force: true });
for (const directory of ["capabilities", "packs", "roles"])
  cpSync(`${root}${directory}`, `${root}dist/definitions/${directory}`, { recursive: true });
// What `surcingle init` writes.
rmSync(`${root}dist/templates`, { recursive: true, force: true });
cpSync(`${root}templates/start`, `${root}dist/templates/start`, { recursive: true });
cpSync(`${root}templates/tasks`, `${root}dist/templates/tasks`, { recursive: true });

await build({
  ...common,
  entryPoints: ["src/cli/main.ts"],
  format: "cjs",
  outfile: "dist/surcingle.cjs",
  // It holds a program for each system, so it stays a package; Node 22 and newer have their own and never load it.
  external: ["@photostructure/sqlite"],
  // Code that is loaded when it is needed stays in this one file.
  supported: { "dynamic-import": false },
  define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
  banner: { js: "#!/usr/bin/env node" },
});
copyFileSync(`${root}src/sandbox/surcingle-sandbox.sh`, `${root}dist/surcingle-sandbox`);
for (const name of ["surcingle.cjs", "surcingle-gate.cjs", "surcingle-sandbox"])
  chmodSync(`${root}dist/${name}`, 0o755);
