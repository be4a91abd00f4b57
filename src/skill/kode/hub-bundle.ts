/** The hub's JSON document to a skill. Every size and every hash in it is checked before a file is believed. */

import { createHash } from "node:crypto";
import { valueAt } from "../../base/peek.ts";
import { isProblem, type Problem, problem } from "../../base/problem.ts";
import {
  type Bundle,
  type BundleFile,
  bundleLimits,
  checkBundle,
  pathProblem,
  tooLarge,
  unsafe,
} from "./install-bundle.ts";

export const hubFormat = 1;

export async function readHubBundle(text: string, slug: string, url: string): Promise<Bundle | Problem> {
  const wrong = (why: string): Problem =>
    problem(
      "hub-bad-answer",
      slug,
      `the hub's answer at ${url} cannot be used: ${why}`,
      "nothing was installed; try again, or install from a folder: `surcingle skill install ./PATH`",
    );
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return wrong("it is not complete JSON");
  }
  const [type, format, name] = ["type", "format", "slug"].map((key) => valueAt(answer, key));
  if (type !== "skill") return wrong('its `type` is not "skill"');
  if (format !== hubFormat) return wrong(`its \`format\` is ${JSON.stringify(format)}, and only ${hubFormat} is known`);
  if (name !== slug) return wrong(`it is about ${JSON.stringify(name)}`);
  const list = valueAt(answer, "files");
  if (!Array.isArray(list)) return wrong("it has no list of files");
  if (list.length > bundleLimits.files) return tooLarge(slug, `has ${list.length} files`);
  const files: BundleFile[] = [];
  let bytes = 0;
  for (const entry of list as readonly unknown[]) {
    const file = readFile(entry, slug, wrong);
    if (isProblem(file)) return file;
    bytes += file.content.length;
    if (bytes > bundleLimits.bytes) return tooLarge(slug, "has more than 10 MB");
    files.push(file);
  }
  const size = valueAt(answer, "size");
  if (size !== bytes) return wrong(`its \`size\` is ${JSON.stringify(size)}, but its files have ${bytes} bytes`);
  const bundle = await checkBundle(slug, slug, files);
  if (isProblem(bundle)) return bundle;
  const version = valueAt(answer, "version");
  if (version !== bundle.version)
    return wrong(`its \`version\` is ${JSON.stringify(version)}, but SKILL.md says ${bundle.version}`);
  return bundle;
}

function readFile(entry: unknown, slug: string, wrong: (why: string) => Problem): BundleFile | Problem {
  const path = valueAt(entry, "path");
  if (typeof path !== "string") return wrong("a file has no path");
  const problem = pathProblem(path);
  if (problem) return unsafe(slug, problem);
  const kind = valueAt(entry, "kind") ?? "file";
  if (kind !== "file") return unsafe(slug, `${JSON.stringify(path)} is a ${String(kind)} and no regular file`);
  const named = `the file ${JSON.stringify(path)}`;
  const content = contentOf(entry);
  if (content === undefined) return wrong(`${named} has neither \`text\` nor \`base64\`, or both`);
  const [size, hash] = [valueAt(entry, "size"), valueAt(entry, "sha256")];
  if (size !== content.length) return wrong(`${named} has ${content.length} bytes instead of ${JSON.stringify(size)}`);
  if (hash !== createHash("sha256").update(content).digest("hex")) return wrong(`${named} does not have its sha256`);
  const executable = valueAt(entry, "executable") ?? false;
  if (typeof executable !== "boolean") return wrong(`${named} has an \`executable\` that is neither true nor false`);
  return { path, content, executable };
}

function contentOf(entry: unknown): Uint8Array | undefined {
  const [text, base64] = [valueAt(entry, "text"), valueAt(entry, "base64")];
  if (typeof text === "string" && base64 === undefined) return Buffer.from(text, "utf8");
  if (typeof base64 !== "string" || text !== undefined) return undefined;
  const bytes = Buffer.from(base64, "base64");
  // The decoder passes over what it does not know; a text that is not exactly its own is refused.
  return bytes.toString("base64") === base64 ? bytes : undefined;
}
