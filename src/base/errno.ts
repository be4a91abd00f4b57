/** File system errors as plain text. */
import { type Problem, problem } from "./problem.ts";

const meanings: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "part of the path is not a directory",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is exceeded",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  EEXIST: "it already exists",
  ENOTEMPTY: "the directory is not empty",
  EXDEV: "it is on a different file system",
  EBUSY: "it is in use, for example as a mount point",
  ETXTBSY: "the program is in use",
  EIO: "the disk reported an error",
  ENXIO: "it is a device or a socket",
  ENODEV: "it is a device",
  ENOMEM: "out of memory",
  ESTALE: "the network file system lost the file",
  ETIMEDOUT: "it timed out",
  ENOTSUP: "the file system does not support it",
  ENOEXEC: "it is not a program that this machine can run",
  E2BIG: "the command line is too long",
};

/** What went wrong, for people: system errors in words, our own errors by their message. */
export function describeError(error: unknown): string {
  const code = errorCode(error);
  if (code !== undefined && /^E[A-Z0-9]+$/.test(code)) return explainErrno(code);
  if (error instanceof SyntaxError) return "it is not valid JSON";
  return error instanceof Error ? error.message : String(error);
}

const fixes: Readonly<Record<string, string>> = {
  ENOENT: "check the path; if it is a link, its target is missing",
  ENOTDIR: "check the path",
  EISDIR: "pass a file, not a directory",
  EACCES: "check the permissions",
  EPERM: "check the permissions",
  ELOOP: "fix or remove the link",
  ENOSPC: "free some disk space and try again",
  EDQUOT: "free some disk space and try again",
  EROFS: "choose a directory that is writable",
  ENAMETOOLONG: "choose a shorter name",
  EMFILE: "close other programs, or raise `ulimit -n`",
};

/** What to do about a file system error, if that is obvious. */
export function suggestFix(error: unknown): string | undefined {
  return fixes[errorCode(error) ?? ""];
}

/** Takes what was thrown, or its code. */
export function explainErrno(error: unknown): string {
  const code = typeof error === "string" ? error : (error as NodeJS.ErrnoException | undefined)?.code;
  return (code !== undefined && meanings[code]) || `the system reported ${code ?? "an unknown error"}`;
}

/** Why a path could not be written. Rethrows anything but a file system error. `known` overrides meanings. */
export function explainFailure(error: unknown, path: string, known: Readonly<Record<string, string>> = {}): Problem {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) throw error;
  const code = String(error.code);
  const why = known[code] ?? explainErrno(code);
  // The directory that refused is often one below the target.
  const directory = /^(.+)\/[^/]*$/s.exec(String((error as NodeJS.ErrnoException).path ?? ""))?.[1];
  const isRefused = ["EACCES", "EPERM"].includes(code) && directory !== undefined;
  const fix = isRefused ? `check the permissions of \`${directory}\`` : fixes[code];
  const hint = fix === undefined ? "nothing was changed" : `${fix}; nothing was changed`;
  return problem("output-unwritable", path, `cannot write \`${path}\`: ${why}`, hint);
}

/** Whether the error means that nothing exists at the path. */
export function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
