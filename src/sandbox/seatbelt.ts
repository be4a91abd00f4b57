/**
 * The same sandbox as a profile for macOS's sandbox-exec, where the last matching rule wins. Not run on a Mac so far.
 */
import type { Sandbox } from "./compile.ts";
import { directoryOf, inOrder, type Mount } from "./mounts.ts";

/** What every program needs to start. */
const base = [
  "(version 1)",
  "(deny default)",
  "(allow process-exec process-fork signal (target same-sandbox))",
  "(allow sysctl-read mach-lookup)",
  '(allow file-read* (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/System") (subpath "/Library") (subpath "/private/etc") (subpath "/dev"))',
  '(allow file-write* (literal "/dev/null") (literal "/dev/tty"))',
];

/** Private directories have no counterpart: they are hidden, and a directory for temporary files is passed in. */
export function seatbeltProfile(sandbox: Pick<Sandbox, "plan" | "hasNetwork">): string {
  const lines = inOrder(sandbox.plan).flatMap(([path, mount]) => rulesFor(path, mount));
  const renames = guarded(sandbox.plan).map((path) => `(deny file-write-unlink (literal ${quote(path)}))`);
  const network = sandbox.hasNetwork ? ["(allow network*)"] : ["(deny network*)"];
  return `${[...base, ...lines, ...renames, '(allow file-read* file-write* (subpath (param "TMP")))', ...network].join("\n")}\n`;
}

function rulesFor(path: string, { mode, isDirectory }: Mount): readonly string[] {
  const target = `(${isDirectory ? "subpath" : "literal"} ${quote(path)})`;
  switch (mode) {
    case "write":
      return [`(allow file-read* file-write* ${target})`];
    case "read":
      return [`(allow file-read* ${target})`, `(deny file-write* ${target})`];
    case "hide":
    case "private":
      return path === "/" ? [] : [`(deny file-read* file-write* ${target})`];
    default:
      return [];
  }
}

/** The directories above each exception: renaming one would move the exception away. */
function guarded(plan: Sandbox["plan"]): readonly string[] {
  const found = new Set<string>();
  for (const [path] of inOrder(plan)) for (let at = directoryOf(path); at !== "/"; at = directoryOf(at)) found.add(at);
  return [...found].sort();
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&")}"`;
}
