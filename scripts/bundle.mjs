// Bundles the programs: the command line, and what is shipped inside the output.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { build, transform } from "esbuild";

const root = new URL("..", import.meta.url).pathname;
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  // One character beyond Latin-1 makes V8 store a whole file with two bytes per character, and read it more slowly.
  charset: "ascii",
};

const programs = JSON.parse(readFileSync(`${root}src/harness/programs.json`, "utf8"));
for (const { entry, bundle } of programs)
  await build({ ...common, entryPoints: [entry], format: "esm", outfile: `dist/${bundle}` });
// The gate starts at every tool call. Only the sandbox needs a hash, and loading Node's crypto takes a tenth of an
// answer.
const lateCrypto = {
  name: "late-crypto",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:crypto$/, namespace: "file" }, () => ({ path: "crypto", namespace: "late" }));
    onLoad({ filter: /.*/, namespace: "late" }, () => ({
      contents: ["createHash", "randomBytes"]
        .map((name) => `export const ${name} = (...words) => require("node:crypto").${name}(...words);`)
        .join("\n"),
    }));
  },
};
await build({
  ...common,
  entryPoints: ["src/gate/main.ts"],
  // CommonJS starts a few per cent faster.
  format: "cjs",
  outfile: "dist/surcingle-gate.cjs",
  banner: { js: "#!/usr/bin/env node" },
  plugins: [lateCrypto],
});
// The page of `surcingle report`: the gate's engine for a browser. It computes no hash, so that module is empty.
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
  target: "chrome123",
  outfile: "dist/report-page.css",
});
// The shipped roles, capabilities and packs.
rmSync(`${root}dist/definitions`, { recursive: true, force: true });
for (const directory of ["capabilities", "packs", "roles"])
  cpSync(`${root}${directory}`, `${root}dist/definitions/${directory}`, { recursive: true });
// What `surcingle init` writes.
rmSync(`${root}dist/templates`, { recursive: true, force: true });
cpSync(`${root}templates/start`, `${root}dist/templates/start`, { recursive: true });
cpSync(`${root}templates/tasks`, `${root}dist/templates/tasks`, { recursive: true });

await copySqlite();
await buildCommandLine();
copyFileSync(`${root}src/sandbox/surcingle-sandbox.sh`, `${root}dist/surcingle-sandbox`);
for (const name of ["surcingle.cjs", "surcingle-gate.cjs", "surcingle-sandbox"])
  chmodSync(`${root}dist/${name}`, 0o755);

/**
 * SQLite for Node 20; newer versions have their own and never load it. It has a binary for each system, so these are
 * next to a bundle of the rest. As a dependency it would need an install script, which is useless once the binaries
 * exist and which npm 11.19 asks users to allow.
 */
async function copySqlite() {
  const from = `${root}node_modules/@photostructure/sqlite`;
  const to = `${root}dist/sqlite`;
  const entryPoints = [`${from}/dist/index.cjs`];
  await build({ ...common, entryPoints, format: "cjs", outfile: `${to}/lib/index.cjs` });
  copyFileSync(`${from}/LICENSE`, `${to}/LICENSE`);
  for (const system of ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"]) {
    const target = `${to}/prebuilds/${system}`;
    // Writing to a file that another process has mapped would crash it.
    if (!existsSync(target)) cpSync(`${from}/prebuilds/${system}`, target, { recursive: true });
  }
}

/**
 * `surcingle.cjs` and, in `cli/`, what each command adds when it runs: loading everything takes Node longer than
 * starting. esbuild splits only ES modules, and Node starts CommonJS faster, so each part is converted to CommonJS.
 */
async function buildCommandLine() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: { surcingle: "src/cli/main.ts" },
    format: "esm",
    splitting: true,
    write: false,
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    chunkNames: "cli/[name]-[hash]",
    // Relative to `cli/`, where every command is.
    alias: { "@photostructure/sqlite": "../sqlite/lib/index.cjs" },
    external: ["../sqlite/lib/index.cjs"],
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
  });
  const parts = `${root}dist/cli`;
  mkdirSync(parts, { recursive: true });
  const old = new Set(readdirSync(parts).map((name) => `${parts}/${name}`));
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      minify: true,
      charset: "ascii",
      supported: { "dynamic-import": false },
    });
    writeFileSync(path, path.startsWith(parts) ? code : `#!/usr/bin/env node\n${code}`);
    old.delete(path);
  }
  // Last, so that a running program finds the parts it was started with.
  for (const path of old) rmSync(path);
}
