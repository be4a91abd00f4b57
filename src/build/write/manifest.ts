/**
 * The manifest of a built tree, with hashes, by which our own output is recognized. Identical on every machine. What
 * `apply` wrote is in state.ts.
 */
import * as crypto from "node:crypto";
import type { Loss } from "../../base/diagnostic.ts";
import { compare, sortBy } from "../../base/order.ts";
import { valueAt } from "../../base/unchecked.ts";
import type { Scope } from "../../harness/harness.ts";
import type { Replaced } from "../../model/model.ts";
import type { OutputFile } from "../../model/output.ts";
import { policyVersion } from "../../model/permission.ts";
import type { HarnessOutput } from "./harness-output.ts";
import { isInside } from "./harness-output.ts";

export const manifestName = "manifest.json";
const schemaVersions = { agent: "1.1.0", manifest: 1, policy: policyVersion } as const;

export interface ManifestFile {
  /** `opencode/agents/chiron.md` */
  readonly path: string;
  readonly kind: "whole" | "shared";
  readonly sha256: string;
  readonly executable?: true;
  readonly from: readonly string[];
}

/** The rest of the manifest. */
export interface ManifestFacts {
  readonly version: string;
  readonly scope: Scope;
  /** A hash of all inputs. */
  readonly inputs: string;
  /** How many agents there are, and how many warnings other than losses, so that a second run can report the same. */
  readonly agents: number;
  readonly warnings: number;
  readonly losses: readonly Loss[];
  readonly replaced: readonly Replaced[];
  /** Client tools that the settings allow and no permission covers. */
  readonly allowTools: readonly string[];
}

export interface Manifest extends ManifestFacts {
  readonly harnesses: readonly Pick<HarnessOutput, "id" | "root" | "directories">[];
  readonly files: readonly ManifestFile[];
}

/** An output without its bytes, after it was written. */
export interface WrittenOutput extends Pick<HarnessOutput, "id" | "root" | "directories"> {
  readonly files: readonly ManifestFile[];
}

export function describeFile(id: string, file: OutputFile, hash: string): ManifestFile {
  return {
    path: `${id}/${file.path}`,
    kind: file.kind,
    sha256: hash,
    ...(file.kind === "whole" && file.executable ? { executable: true } : {}),
    from: file.from,
  };
}

export function makeManifest(outputs: readonly WrittenOutput[], facts: ManifestFacts): Manifest {
  return {
    ...facts,
    losses: [...facts.losses].sort(compareLosses),
    harnesses: outputs.map(({ id, root, directories }) => ({ id, root, directories })),
    files: sortBy(
      outputs.flatMap(({ files }) => files),
      (file) => file.path,
    ),
  };
}

/** Field by field, because building a key for each loss is slow: there are several per agent and harness. */
function compareLosses(a: Loss, b: Loss): number {
  return (
    compare(a.definition, b.definition) ||
    compare(a.field, b.field) ||
    compare(a.harness, b.harness) ||
    compare(a.why, b.why)
  );
}

/** One entry per line, so that manifests can be diffed; in pieces, because the text is long. */
export function* manifestPieces(manifest: Manifest): Generator<string> {
  const { version, scope, inputs, agents, warnings, allowTools } = manifest;
  const facts = { surcingle: version, schemas: schemaVersions, scope, inputs, agents, warnings, allowTools };
  const head = Object.entries(facts);
  yield `{\n${head.map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`).join(",\n")}`;
  // Each entry with its keys in this order, and no others.
  yield* listPieces("harnesses", manifest.harnesses, ({ id, root, directories }) => ({ id, root, directories }));
  yield* listPieces("files", manifest.files, ({ path, kind, sha256, executable, from }) => {
    return { path, kind, sha256, executable, from };
  });
  yield* listPieces("losses", manifest.losses, ({ harness, definition, field, support, why }) => {
    return { harness, definition, field, support, why };
  });
  yield* listPieces("replaced", manifest.replaced, ({ kind, name, root, by }) => ({ kind, name, root, by }));
  yield "\n}\n";
}

function* listPieces<T>(name: string, entries: readonly T[], inOrder: (entry: T) => object): Generator<string> {
  yield `,\n  "${name}": [`;
  let comma = "";
  for (const entry of entries) {
    yield `${comma}\n    ${JSON.stringify(inOrder(entry))}`;
    comma = ",";
  }
  yield entries.length > 0 ? "\n  ]" : "]";
}

/** Undefined for anything that we would not have written. */
export function readManifest(text: string): Manifest | undefined {
  const value = parseObject(text);
  if (valueAt(value, "schemas", "manifest") !== schemaVersions.manifest) return undefined;
  const { surcingle: version, ...rest } = value ?? {};
  const manifest = { version, ...rest };
  return isManifest(manifest) ? manifest : undefined;
}

export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

/** Only what the writer relies on is checked: which files are ours, and where they go. */
function isManifest(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & Manifest {
  const { version, scope, inputs, agents, warnings, harnesses, files, losses, replaced, allowTools } = value;
  return (
    typeof version === "string" &&
    (scope === "user" || scope === "project") &&
    typeof inputs === "string" &&
    typeof agents === "number" &&
    typeof warnings === "number" &&
    [losses, replaced, allowTools].every(Array.isArray) &&
    Array.isArray(harnesses) &&
    harnesses.every((harness) => isPath(valueAt(harness, "id")) && isPathList(valueAt(harness, "directories"))) &&
    Array.isArray(files) &&
    files.every((file) => isPath(valueAt(file, "path")) && isHash(valueAt(file, "sha256")))
  );
}

export function isPath(value: unknown): value is string {
  return typeof value === "string" && isInside(value);
}

export function isPathList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isPath);
}

export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/**
 * One call without an intermediate object if the runtime supports it (Node 20.12): thousands of small files are hashed.
 */
export const sha256: (content: string | Uint8Array) => string =
  typeof crypto.hash === "function"
    ? (content) => crypto.hash("sha256", content, "hex")
    : (content) => crypto.createHash("sha256").update(content).digest("hex");
