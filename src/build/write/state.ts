/** The record of what `apply` wrote last time, by which our own files and keys are recognized. */
import { compare, sortBy } from "../../base/order.ts";
import { valueAt } from "../../base/unchecked.ts";
import type { Scope } from "../../harness/harness.ts";
import type { Entries } from "../../model/output.ts";
import { isHash, isPath, isPathList, manifestName, parseObject } from "./manifest.ts";

export interface AppliedFile {
  /** Relative to the home or the repository. */
  readonly path: string;
  readonly harness: string;
  readonly sha256: string;
  /** The roots it came from. Other roots do not remove it. */
  readonly roots?: string | undefined;
}

/** Our keys in a shared file. */
export interface OwnKeys {
  readonly path: string;
  readonly harness: string;
  readonly keys: Entries;
  /** Objects that we created for our keys. */
  readonly made: readonly (readonly string[])[];
  /** We created the file. */
  readonly isNew: boolean;
  /** The roots they were made from; one file can have keys of several. */
  readonly roots?: string | undefined;
}

export interface State {
  readonly files: readonly AppliedFile[];
  readonly shared: readonly OwnKeys[];
  /** Directories we created; removed when they are empty. */
  readonly directories: readonly string[];
}

export const noState: State = { files: [], shared: [], directories: [] };

const stateVersion = 1;

/**
 * Where `apply` keeps its manifest. In a repository it is next to the files it describes and is committed or ignored
 * together with them, so that a clone can be updated without refusals.
 */
export function stateDirectory(scope: Scope): string {
  return scope === "user" ? ".local/state/surcingle" : ".surcingle";
}

export function statePath(scope: Scope): string {
  return `${stateDirectory(scope)}/${manifestName}`;
}

export function printState(state: State): string {
  const lists = {
    files: sortBy(state.files, ({ path }) => path).map(({ path, harness, sha256, roots }) => ({
      ...{ path, harness, sha256, roots },
    })),
    shared: sortBy(state.shared, ({ path, roots = "" }) => `${path}\0${roots}`),
    directories: state.directories.toSorted(compare),
  };
  const lines = Object.entries(lists).map(([key, entries]) => {
    const inner = entries.map((entry) => `\n    ${JSON.stringify(entry)}`).join(",");
    return `  "${key}": [${inner}${inner && "\n  "}]`;
  });
  return `{\n  "applied": ${stateVersion},\n${lines.join(",\n")}\n}\n`;
}

/** Undefined if it cannot be parsed; then no file is known to be ours. */
export function readState(text: string): State | undefined {
  const value = parseObject(text);
  return valueAt(value, "applied") === stateVersion && isState(value) ? value : undefined;
}

export function isState(value: unknown): value is State {
  const [files, shared, directories] = ["files", "shared", "directories"].map((key) => valueAt(value, key));
  return (
    Array.isArray(files) &&
    files.every((file) => isOwn(file) && isHash(valueAt(file, "sha256"))) &&
    Array.isArray(shared) &&
    shared.every((own) => isOwn(own) && isEntries(valueAt(own, "keys")) && isKeyPaths(valueAt(own, "made"))) &&
    isPathList(directories)
  );
}

function isOwn(value: unknown): boolean {
  const roots = valueAt(value, "roots");
  return (
    isPath(valueAt(value, "path")) &&
    typeof valueAt(value, "harness") === "string" &&
    (roots === undefined || typeof roots === "string")
  );
}

function isKeyPaths(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((path) => Array.isArray(path) && path.every((key) => typeof key === "string"))
  );
}

function isEntries(value: unknown): value is Entries {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" && isValue(pair[1]))
  );
}

function isValue(value: unknown): boolean {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  return Array.isArray(value) ? value.every(isValue) : isEntries(valueAt(value, "fields"));
}
