/** safety::no-mass-delete: no recursive delete, and no more deleted files than the task allows. */
import { failed, passed } from "../checks/result.ts";
import type { CapabilityCode } from "../contract.ts";
import { limitsOfRestricts } from "../restricts.ts";

/** If a task does not set `max-deletions`. */
const mostDeletions = 20;

export const noMassDelete: CapabilityCode = {
  name: "safety::no-mass-delete",
  code: "MD",
  events: ["PreToolUse:Bash"],
  reads: ["max-deletions"],
  // Written out, because expressions cannot nest repetitions.
  limits: (capability, _role, parameters) => {
    const most = parameters?.scope.maxDeletions ?? mostDeletions;
    const operands = " [^ ]+".repeat(most + 1);
    return [
      ...limitsOfRestricts(capability),
      { kind: "no-commands", expressions: [`^(rm|unlink|trash|srm|shred|git rm)${operands}`] },
    ];
  },
  verify: async (_capability, { task, changes }) => {
    const most = task.scope.maxDeletions ?? mostDeletions;
    const gone = changes.filter(({ kind }) => kind === "deleted").map(({ path }) => path);
    if (gone.length <= most) return passed(`${gone.length} of at most ${most} files were deleted`);
    return failed(`${gone.length} files were deleted, and the task allows ${most}`, gone);
  },
};
