/** What the file system refused, for people. */
import { type Problem, problem } from "../base/problem.ts";

const failures: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "permission is denied",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is not a directory",
  ENAMETOOLONG: "a name is too long",
  EBUSY: "the directory is in use, for example as a mount point",
  EMFILE: "too many files are open",
  EIO: "the disk reports an error",
};

/**
 * A refusal of the file system as a problem. Anything else is our own bug and is thrown on.
 * `known`: codes of which the caller knows what they mean here.
 */
export function explainFailure(error: unknown, path: string, known: Readonly<Record<string, string>> = {}): Problem {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) throw error;
  const code = String(error.code);
  const why = known[code] ?? failures[code] ?? error.message;
  return problem("output-unwritable", path, `cannot write \`${path}\`: ${why}`, "what stood there before is untouched");
}

/** Whether an error of the file system says that there is nothing at the path. */
export function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
