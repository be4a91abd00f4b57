/** Downloads a skill from the hub: one JSON document over HTTPS, with size and time limits. */

import { createHash } from "node:crypto";
import { explainErrno } from "../../base/errno.ts";
import { isProblem, type Problem, problem } from "../../base/problem.ts";
import { valueAt } from "../../base/unchecked.ts";
import { kodeSlug } from "./fields.ts";
import {
  type Bundle,
  type BundleFile,
  bundleLimits,
  checkBundle,
  pathProblem,
  tooLarge,
  unsafe,
} from "./install-bundle.ts";

export const defaultHub = "https://hub.koder.dev";

/** 10 MB of files are 13.4 MB in base64; the rest is for names, hashes and escapes. */
const largestAnswer = 24 * 1024 * 1024;

interface HubRequest {
  readonly slug: string;
  /** From the settings; undefined means the default. */
  readonly hubUrl: string | undefined;
  readonly seconds: number;
}

export async function fetchSkill({ slug, hubUrl, seconds }: HubRequest): Promise<Bundle | Problem> {
  if (!kodeSlug.test(slug)) {
    return problem(
      "hub-unknown-skill",
      slug,
      `\`${slug}\` is not a valid skill name`,
      "use lowercase letters, digits and hyphens; to install a directory, pass a path with a `/`",
    );
  }
  const url = skillUrl(slug, hubUrl ?? defaultHub);
  if (!(url instanceof URL)) return url;
  const answer = await ask(url, slug, seconds);
  return typeof answer === "string" ? await readHubBundle(answer, slug, url.href) : answer;
}

/** Plain HTTP can be read and changed in transit, except to this machine. */
function skillUrl(slug: string, base: string): URL | Problem {
  const wrong = (why: string, shown = base): Problem =>
    problem("hub-url", shown, `the hub's address \`${shown}\` ${why}`, "fix `hub_url` in the settings");
  let url: URL;
  try {
    url = new URL(base.includes("://") ? base : `https://${base}`);
  } catch {
    return wrong("is not a URL");
  }
  // Not shown, because the message may be logged.
  if (url.username !== "" || url.password !== "") return wrong("contains a user name or a password", url.host);
  if (url.search !== "" || url.hash !== "") return wrong("has a query or a fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    return wrong("does not start with https (plain http works only for this machine)");
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/api/v1/skills/${slug}`;
  return url;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

async function ask(url: URL, slug: string, seconds: number): Promise<string | Problem> {
  const clock = AbortSignal.timeout(seconds * 1000);
  try {
    const headers = { accept: "application/json", "user-agent": "surcingle" };
    // A redirect could lead to an unencrypted address, so none is followed.
    const response = await fetch(url, { headers, signal: clock, redirect: "manual" });
    if (response.status !== 200) {
      await response.body?.cancel();
      return statusProblem(response, url, slug);
    }
    return await readText(response, url, slug);
  } catch (error) {
    return unreachable(url, slug, clock.aborted ? `it did not answer within ${seconds} seconds` : reasonOf(error));
  }
}

async function readText(response: Response, url: URL, slug: string): Promise<string | Problem> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > largestAnswer) {
      return problem(
        "skill-too-large",
        slug,
        `the hub's answer at ${url} is larger than ${largestAnswer / 1024 / 1024} MB`,
        "the limits are 10 MB and 1,000 files; nothing was installed",
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function statusProblem({ status, headers }: Response, url: URL, slug: string): Problem {
  if (status === 404 || status === 410) {
    return problem(
      "hub-unknown-skill",
      slug,
      `the hub has no skill \`${slug}\` (${url} answered ${status})`,
      `check the spelling; to install a directory, pass its path: \`surcingle skill install ./${slug}\``,
    );
  }
  if (status >= 300 && status < 400) {
    const to = headers.get("location") ?? "another address";
    return problem(
      "hub-bad-answer",
      slug,
      `the hub redirects to \`${to}\`, which is not followed`,
      "if you trust that address, set it as `hub_url` in the settings",
    );
  }
  return unreachable(url, slug, `it answered ${status}`);
}

function unreachable(url: URL, slug: string, why: string): Problem {
  return problem(
    "hub-unreachable",
    slug,
    `the hub at ${url.origin} did not send \`${slug}\`: ${why}`,
    "nothing was installed; try again later, check `hub_url` in the settings, or install from a directory: `surcingle skill install ./PATH`",
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "the host name cannot be resolved",
  ECONNRESET: "the connection was lost",
  UND_ERR_SOCKET: "the answer was incomplete",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted",
  CERT_HAS_EXPIRED: "its certificate has expired",
};

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return reasons[code] ?? (/^E[A-Z]/.test(code) ? explainErrno(code) : "the connection failed");
}

const hubFormat = 1;

async function readHubBundle(text: string, slug: string, url: string): Promise<Bundle | Problem> {
  const wrong = (why: string): Problem =>
    problem(
      "hub-bad-answer",
      slug,
      `the hub's answer at ${url} cannot be used: ${why}`,
      "nothing was installed; try again, or install from a directory: `surcingle skill install ./PATH`",
    );
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return wrong("it is not complete JSON");
  }
  const [type, format, name] = ["type", "format", "slug"].map((key) => valueAt(answer, key));
  if (type !== "skill") return wrong('its `type` is not "skill"');
  if (format !== hubFormat)
    return wrong(`its \`format\` is ${JSON.stringify(format)}, and only ${hubFormat} is supported`);
  if (name !== slug) return wrong(`it contains the skill ${JSON.stringify(name)}`);
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
  if (kind !== "file") return unsafe(slug, `${JSON.stringify(path)} is a ${String(kind)}, not a regular file`);
  const named = `the file ${JSON.stringify(path)}`;
  const content = contentOf(entry);
  if (content === undefined) return wrong(`${named} has neither \`text\` nor \`base64\`, or both`);
  const [size, hash] = [valueAt(entry, "size"), valueAt(entry, "sha256")];
  if (size !== content.length) return wrong(`${named} has ${content.length} bytes instead of ${JSON.stringify(size)}`);
  if (hash !== createHash("sha256").update(content).digest("hex")) return wrong(`${named} does not match its sha256`);
  const executable = valueAt(entry, "executable") ?? false;
  if (typeof executable !== "boolean") return wrong(`${named} has an \`executable\` that is neither true nor false`);
  return { path, content, executable };
}

function contentOf(entry: unknown): Uint8Array | undefined {
  const [text, base64] = [valueAt(entry, "text"), valueAt(entry, "base64")];
  if (typeof text === "string" && base64 === undefined) return Buffer.from(text, "utf8");
  if (typeof base64 !== "string" || text !== undefined) return undefined;
  const bytes = Buffer.from(base64, "base64");
  // The decoder ignores invalid characters, so only canonical base64 is accepted.
  return bytes.toString("base64") === base64 ? bytes : undefined;
}
