// Bundles the programs: the command line, and what is shipped inside the output.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, readFileSync, rmSync } from "node:fs";
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

await build({ ...common, entryPoints: ["src/gate/pi-extension.ts"], format: "esm", outfile: "dist/pi-extension.mjs" });
await build({
  ...common,
  entryPoints: ["src/gate/opencode-plugin-entry.ts"],
  format: "esm",
  outfile: "dist/opencode-plugin.mjs",
});
// CommonJS starts a few per cent faster, and the gate starts at every tool call.
await build({
  ...common,
  entryPoints: ["src/gate/main.ts"],
  format: "cjs",
  outfile: "dist/surcingle-gate.cjs",
  banner: { js: "#!/usr/bin/env node" },
});
// The roles, capabilities and packs that every root has below it.
rmSync(`${root}dist/definitions`, { recursive: true, force: true });
for (const directory of ["capabilities", "packs", "roles"])
  cpSync(`${root}${directory}`, `${root}dist/definitions/${directory}`, { recursive: true });

// The command line: a text that V8 has compiled already, and a few lines that start it. The gate has no such second
// form: it is one file that can be read from top to bottom.
const [text, compiled] = ["surcingle-program.cjs", "surcingle-program.compiled"].map((name) => `${root}dist/${name}`);
await build({
  ...common,
  entryPoints: ["src/cli/main.ts"],
  format: "cjs",
  outfile: text,
  // It holds a program for each system, so it stays a package; Node 22 and newer have their own and never load it.
  external: ["@photostructure/sqlite"],
  // Code that is loaded when it is needed stays in this one text.
  supported: { "dynamic-import": false },
  define: { "import.meta.dirname": "programDirectory", "import.meta.filename": "programFile" },
  banner: { js: "(function(require,programDirectory,programFile){" },
  footer: { js: "})" },
});
// What a run of `build` needs is compiled: the definitions of this repository show it as well as any. While they are
// wrong there is no compiled form, and the program starts without it.
const scratch = `${root}dist/compiling`;
for (const path of [compiled, scratch]) rmSync(path, { recursive: true, force: true });
const words = [`${root}dist`, "build", "--out", scratch];
spawnSync(process.execPath, ["--hash-seed=1", "scripts/compile.mjs", ...words], { cwd: root });
rmSync(scratch, { recursive: true, force: true });
const digest = createHash("sha256");
for (const part of [text, compiled]) if (existsSync(part)) digest.update(readFileSync(part));
await build({
  ...common,
  entryPoints: ["src/cli/start.ts"],
  format: "cjs",
  outfile: "dist/surcingle.cjs",
  define: { partsDigest: JSON.stringify(digest.digest("hex")) },
  banner: { js: "#!/usr/bin/env node" },
});
for (const name of ["surcingle.cjs", "surcingle-gate.cjs"]) chmodSync(`${root}dist/${name}`, 0o755);
