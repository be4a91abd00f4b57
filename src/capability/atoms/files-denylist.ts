/** scope::files-denylist: files that a task must not change, even if its whitelist names them. */

import { failed, passed } from "../checks/result.ts";
import { denyPatterns, insideProject, isInScope, touchedPaths } from "../checks/scope.ts";
import type { CapabilityCode } from "../contract.ts";
import { limitsOfRestricts } from "../restricts.ts";

export const filesDenylist: CapabilityCode = {
  name: "scope::files-denylist",
  code: "FD",
  events: ["PreToolUse:Edit|Write"],
  reads: ["files-denylist"],
  limits: (capability, _role, parameters) => {
    const patterns = denyPatterns(parameters?.scope.filesDenylist ?? []);
    return [
      ...limitsOfRestricts(capability),
      ...(patterns.length > 0 ? [{ kind: "no-paths", patterns } as const] : []),
      ...(parameters ? [insideProject] : []),
    ];
  },
  verify: async (_capability, { task, changes }) => {
    const inside = touchedPaths(changes).filter((path) => isInScope(path, denyPatterns(task.scope.filesDenylist)));
    if (inside.length === 0) return passed("no file in `files-denylist` changed");
    return failed(`${inside.length === 1 ? "a file" : `${inside.length} files`} in \`files-denylist\` changed`, inside);
  },
};
