/** The output of a harness: files that only surcingle writes, and keys in files that others also write. */

export type Scalar = string | number | boolean | null;
/** Ordered pairs, because clients read order and objects move integer-like keys to the front. */
export interface Fields {
  readonly fields: Entries;
}
export type Value = Scalar | Fields | readonly Value[];
export type Entries = readonly (readonly [key: string, value: Value])[];

interface OutputCommon {
  /** Relative to the harness's directory in the output, with forward slashes. */
  readonly path: string;
  /** The definitions it came from, relative to their roots. */
  readonly from: readonly string[];
}

/** Only surcingle writes it: may be a read-only link. */
export interface WholeFile extends OutputCommon {
  readonly kind: "whole";
  readonly content: string | Uint8Array;
  readonly executable?: boolean;
  /** If the user has their own file at this path, `apply` leaves ours out and reports it. */
  readonly isOptional?: true;
}

/** The client or another module also writes it: never linked, never overwritten; our keys are merged on request. */
export interface SharedFile extends OutputCommon {
  readonly kind: "shared";
  readonly format: "json" | "toml";
  readonly keys: Entries;
}

export type OutputFile = WholeFile | SharedFile;
