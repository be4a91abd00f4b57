// Runs when npm prepares the package: after `npm ci` in a checkout, before `npm pack`, and on installation from git.
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, unlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

const root = new URL("..", import.meta.url).pathname;

function isBundlerThere() {
  try {
    createRequire(import.meta.url).resolve("esbuild");
    return true;
  } catch {
    return false;
  }
}

/** The global package as a link to this directory, if there is one. */
function linkToHere() {
  const prefix = process.env.npm_config_global_prefix ?? process.env.npm_config_prefix;
  if (prefix === undefined) return undefined;
  const path = join(prefix, "lib/node_modules/surcingle");
  try {
    return realpathSync(path) === realpathSync(root) ? path : undefined;
  } catch {
    return undefined;
  }
}

// `npm install --global git+…` (npm 11.19) passes its `--global` to the install in the clone, which then gets no
// packages.
if (!isBundlerThere()) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || /registry|cafile|cache/i.test(name)),
  );
  const words = ["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", words, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
// That install also replaces the directory that npm created for the package with a link to the clone. npm would unpack
// into the clone and then remove it.
if (basename(realpathSync(root)).startsWith("git-clone")) {
  const link = linkToHere();
  if (link !== undefined) {
    unlinkSync(link);
    mkdirSync(link);
  }
}
await import("./bundle.mjs");
