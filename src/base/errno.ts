/** What a failed system call means, in words. */

const meanings: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the disk",
  EDQUOT: "the disk quota is used up",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  EEXIST: "it already exists",
  ENOTEMPTY: "the directory is not empty",
  EXDEV: "it is on another file system",
  EBUSY: "it is in use",
  ETXTBSY: "the program is running",
  EIO: "the disk reports an error",
  ENOEXEC: "it is not a program for this machine",
  E2BIG: "the command line is too long",
};

/** Takes what was thrown, or its code. */
export function explainErrno(error: unknown): string {
  const code = typeof error === "string" ? error : (error as NodeJS.ErrnoException | undefined)?.code;
  return (code !== undefined && meanings[code]) || `the system reports ${code ?? "an unknown error"}`;
}
