/** Writes the hash of `node_modules` for every system; `--check` only reports whether the hashes are up to date. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const hashesFile = join(root, "nix/node-modules-hashes.json");

/** The same files and the same command as in nix/node-modules.nix. */
function hashOf(flags) {
  const directory = mkdtempSync(join(tmpdir(), "surcingle-node-modules-"));
  try {
    for (const file of [".npmrc", "package.json", "package-lock.json"]) {
      copyFileSync(join(root, file), join(directory, file));
    }
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--no-update-notifier"];
    execFileSync("npm", ["ci", ...flags.split(" "), ...quiet], {
      cwd: directory,
      stdio: ["ignore", "ignore", "inherit"],
    });
    rmSync(join(directory, "node_modules/.package-lock.json"));
    for (const file of [".npmrc", "package.json", "package-lock.json"]) rmSync(join(directory, file));
    const hash = ["--extra-experimental-features", "nix-command", "hash", "path", "--type", "sha256", directory];
    return execFileSync("nix", hash, { encoding: "utf8" }).trim();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const isCheck = process.argv[2] === "--check";
const asked = process.argv.slice(isCheck ? 3 : 2);
const written = JSON.parse(readFileSync(hashesFile, "utf8"));
const unknown = asked.filter((system) => !(system in written));
if (unknown.length > 0) {
  console.error(`unknown system ${unknown.join(", ")}; known systems: ${Object.keys(written).join(", ")}`);
  process.exit(2);
}

const stale = [];
for (const [system, { flags, hash }] of Object.entries(written)) {
  if (asked.length > 0 && !asked.includes(system)) continue;
  const fresh = hashOf(flags);
  console.log(`${system} ${fresh}${fresh === hash ? "" : isCheck ? ` (written: ${hash})` : " (new)"}`);
  if (fresh !== hash) stale.push(system);
  written[system].hash = fresh;
}

if (!isCheck) {
  writeFileSync(hashesFile, `${JSON.stringify(written, null, 2)}\n`);
} else if (stale.length > 0) {
  console.error(`nix/node-modules-hashes.json is stale for ${stale.join(", ")}`);
  console.error("refresh it: node scripts/refresh-node-modules-hashes.mjs");
  process.exit(1);
}
