// Runs when npm prepares the package: after `npm ci` in a checkout, before `npm pack`, and when it is installed from git.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const root = new URL("..", import.meta.url).pathname;

function isBundlerThere() {
  try {
    createRequire(import.meta.url).resolve("esbuild");
    return true;
  } catch {
    return false;
  }
}

// `npm install --global git+…` (npm 11.19) hands its own `--global` to the install in the clone, which then gets no packages.
if (!isBundlerThere()) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || /registry|cafile|cache/i.test(name)),
  );
  const words = ["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", words, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
await import("./bundle.mjs");
