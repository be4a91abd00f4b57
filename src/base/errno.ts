/** Errors of the file system in words. */
import { type Problem, problem } from "./problem.ts";

const meanings: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  EEXIST: "it already exists",
  ENOTEMPTY: "the directory is not empty",
  EXDEV: "it is on another file system",
  EBUSY: "it is in use, for example as a mount point",
  ETXTBSY: "the program is running",
  ENXIO: "it is a socket or a device",
  EIO: "the disk reports an error",
  ENOEXEC: "it is not a program for this machine",
  E2BIG: "the command line is too long",
};

/** Takes what was thrown, or its code. */
export function explainErrno(error: unknown): string {
  const code = typeof error === "string" ? error : (error as NodeJS.ErrnoException | undefined)?.code;
  return (code !== undefined && meanings[code]) || `the system reports ${code ?? "an unknown error"}`;
}

/** Why a path could not be written, as a problem. Throws what is not an error of the file system. `known` adds meanings. */
export function explainFailure(error: unknown, path: string, known: Readonly<Record<string, string>> = {}): Problem {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) throw error;
  const code = String(error.code);
  const why = known[code] ?? explainErrno(code);
  return problem("output-unwritable", path, `cannot write \`${path}\`: ${why}`, "nothing was changed there");
}

/** Whether an error of the file system says that there is nothing at the path. */
export function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
