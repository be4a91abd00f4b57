/** What one harness gets: its files, and where they live. The writer knows no more of a harness than this. */
import { jsonPieces } from "../../formats/json.ts";
import type { OutputFile, SharedFile } from "../../model/output.ts";

export interface HarnessOutput {
  readonly id: string;
  /** Where its files live in the scope that was rendered, seen from the home directory or the repository. */
  readonly root: string;
  /** Where its skills live if not below `root`; its output then holds them under this same path. */
  readonly skills?: string | undefined;
  /** Directories that exist even when nothing is in them. */
  readonly directories: readonly string[];
  readonly files: readonly OutputFile[];
}

/** Where a file goes, seen from the home directory or the repository. */
export function targetPath({ root, skills }: HarnessOutput, path: string): string {
  return skills !== undefined && path.startsWith(`${skills}/`) ? path : `${root}/${path}`;
}

/** The bytes of a file in a built tree; a shared file stands there with our keys alone. */
export function outputContent(file: OutputFile): string | Uint8Array {
  return file.kind === "whole" ? file.content : [...sharedPieces(file)].join("");
}

export function sharedPieces(file: SharedFile): Iterable<string> {
  if (file.format === "json") return jsonPieces(file.keys);
  throw new Error(`there is no printer yet for the shared file \`${file.path}\``);
}
