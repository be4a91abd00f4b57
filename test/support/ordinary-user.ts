/** Runs tests about file permissions as an ordinary user, because they mean nothing to root. */
import { statSync } from "node:fs";
import { dirname } from "node:path";

const isRoot = process.getuid?.() === 0;

function isOpen(directory: string): boolean {
  const isEntered = (statSync(directory).mode & 0o001) !== 0;
  return isEntered && (dirname(directory) === directory || isOpen(dirname(directory)));
}

/** That user must still be able to load the program. */
const canChange = isRoot && isOpen(import.meta.dirname);

/** Why permissions cannot be tested here, or false. */
export const noPermissions: string | false =
  isRoot && !canChange ? "root runs the tests, in a directory that no other user may enter" : false;

export function becomeOrdinaryUser(): void {
  if (!canChange) return;
  process.setegid!(65_534);
  process.seteuid!(65_534);
}

export function becomeRootAgain(): void {
  if (!canChange) return;
  process.seteuid!(0);
  process.setegid!(0);
}
