/** scope::files-whitelist: a task names its files, and no other file may change. */

import { failed, passed } from "../checks/result.ts";
import { insideProject, isInScope, touchedPaths } from "../checks/scope.ts";
import type { CapabilityCode } from "../contract.ts";
import { limitsOfRestricts } from "../restricts.ts";

export const filesWhitelist: CapabilityCode = {
  name: "scope::files-whitelist",
  code: "FW",
  events: ["PreToolUse:Edit|Write"],
  reads: ["files-whitelist"],
  // In a task an empty list counts: nothing may be edited. `**` is every file of the repository, not of the disk.
  limits: (capability, _role, parameters) => [
    ...limitsOfRestricts(capability),
    ...(parameters ? [{ kind: "only-paths", patterns: parameters.scope.filesWhitelist } as const, insideProject] : []),
  ],
  verify: async (_capability, { task, changes }) => {
    const patterns = task.scope.filesWhitelist;
    const outside = touchedPaths(changes).filter((path) => !isInScope(path, patterns));
    if (outside.length === 0) return passed(`every changed file is in \`files-whitelist\``);
    const why = patterns.length === 0 ? "the task has an empty `files-whitelist`" : "outside `files-whitelist`";
    return failed(`${count(outside.length)} changed, ${why}`, outside);
  },
};

function count(files: number): string {
  return files === 1 ? "one file" : `${files} files`;
}
