/** Reads one side of a diff: the agents of a root, of a build, or of a root at a git commit. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { generate } from "../../../build/generate.ts";
import { commandAgents } from "../../../harness/render/command-agent.ts";
import type { Model } from "../../../model/model.ts";
import { type Policy, policyVersion } from "../../../model/permission.ts";
import { identityOf } from "../../../policy/compare/compare.ts";
import type { SideAgent } from "../../../report/diff/compare-sides.ts";
import { usageError } from "../../command.ts";
import { generateOptions, type RenderValues } from "../../outputs.ts";
import type { Printer } from "../../print.ts";

/** Undefined if the definitions are wrong; the problems are already printed. */
export async function readRoots(
  roots: readonly string[],
  options: RenderValues,
  printer: Printer,
): Promise<readonly SideAgent[] | undefined> {
  const { result, diagnostics } = await generate({ ...generateOptions(options, []), roots });
  if (!result) printer.diagnostics(diagnostics);
  return result && agentsOf(result.model);
}

function agentsOf({ agents, commands }: Model): readonly SideAgent[] {
  const all = [...agents, ...commandAgents(commands).map(({ agent }) => agent)];
  return all.map(({ name, policy, path }) => ({ name, policy, path }));
}

/** A root or the output of `build`. */
export async function readSide(
  path: string,
  options: RenderValues,
  printer: Printer,
): Promise<readonly SideAgent[] | undefined> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw usageError(`\`${path}\` is not a directory`);
  return isBuild(path) ? readBuild(path) : readRoots([path], options, printer);
}

function isBuild(path: string): boolean {
  const manifest = join(path, "manifest.json");
  return existsSync(manifest) && !existsSync(join(path, "agents"));
}

/** Every harness has a copy of the policies. If they differ, each counts as a separate agent. */
function readBuild(out: string): readonly SideAgent[] {
  const found = new Map<string, SideAgent & { readonly policy: Policy }>();
  for (const path of policyFiles(out)) {
    const policy = readPolicy(join(out, path));
    if (!policy) continue;
    const name = policy.agent;
    const same = found.get(name);
    if (!same) found.set(name, { name, policy, path });
    else if (identityOf(same.policy) !== identityOf(policy)) {
      const own = `${name} (${path.split("/")[0]})`;
      found.set(own, { name: own, policy, path });
    }
  }
  return [...found.values()];
}

function policyFiles(out: string): readonly string[] {
  const all = readdirSync(out, { recursive: true, encoding: "utf8" }).sort();
  return all.filter((path) => {
    const [file, folder, above] = [basename(path), basename(dirname(path)), basename(dirname(dirname(path)))];
    return (folder === "surcingle" && file.endsWith(".json")) || (above === "surcingle" && file === "policy.json");
  });
}

function readPolicy(path: string): Policy | undefined {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<Policy>;
    const isPolicy = value.version === policyVersion && typeof value.agent === "string" && Array.isArray(value.rules);
    return isPolicy ? (value as Policy) : undefined;
  } catch {
    return undefined;
  }
}

/** Larger than any valid definition; no policy depends on larger files. */
const largestFile = 1_048_576;

/** Writes the files of a root at a commit below `target`. Git runs no filter and no hook for this. */
export async function checkOut(root: string, revision: string, target: string): Promise<void> {
  const directory = resolve(root);
  const commit = (
    await git(directory, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], "")
  ).trim();
  if (commit === "") throw usageError(`\`${revision}\` is not a commit of the repository around \`${root}\``);
  const prefix = (await git(directory, ["rev-parse", "--show-prefix"], "")).trimEnd();
  const tree = await git(directory, ["ls-tree", "-rlz", "--full-tree", commit, ...(prefix === "" ? [] : [prefix])], "");
  const entries = tree.split("\0").flatMap((line) => {
    const [, mode = "", hash = "", size = "", path = ""] = /^(\d+) blob (\S+) +(\d+)\t(.*)$/s.exec(line) ?? [];
    return mode === "" || Number(size) > largestFile ? [] : [{ mode, hash, path: path.slice(prefix.length) }];
  });
  const contents = await readBlobs(
    directory,
    entries.map(({ hash }) => hash),
  );
  mkdirSync(target, { recursive: true });
  for (const [i, { mode, path }] of entries.entries()) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    if (mode === "120000") symlinkSync(contents[i]!.toString("utf8"), file);
    else writeFileSync(file, contents[i]!, { mode: mode === "100755" ? 0o755 : 0o644 });
  }
}

async function readBlobs(directory: string, hashes: readonly string[]): Promise<readonly Buffer[]> {
  const out = Buffer.from(
    await git(directory, ["cat-file", "--batch"], hashes.map((hash) => `${hash}\n`).join("")),
    "latin1",
  );
  let at = 0;
  return hashes.map(() => {
    const end = out.indexOf(10, at);
    const size = Number(out.toString("latin1", at, end).split(" ")[2]);
    const content = out.subarray(end + 1, end + 1 + size);
    at = end + 1 + size + 1;
    return content;
  });
}

/** Its output; empty if git fails. Bytes as Latin-1 for `cat-file`, text otherwise. */
async function git(directory: string, words: readonly string[], input: string): Promise<string> {
  const { spawnSync } = await import("node:child_process");
  const { stdout, error } = spawnSync("git", ["-C", directory, ...words], { input, maxBuffer: 1 << 30 });
  if (error && (error as NodeJS.ErrnoException).code === "ENOENT")
    throw usageError("`--git` needs git, which is not on PATH");
  return stdout.toString(words[0] === "cat-file" ? "latin1" : "utf8");
}
