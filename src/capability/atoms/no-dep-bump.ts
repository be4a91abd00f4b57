/** safety::no-dep-bump: dependencies do not change unless the task opts in. */

import { dependenciesOf, dependencyCommands, lockFiles, manifests } from "../checks/dependencies.ts";
import { failed, passed } from "../checks/result.ts";
import { isInScope, touchedPaths } from "../checks/scope.ts";
import type { CapabilityCode, CheckContext } from "../contract.ts";
import { limitsOfRestricts } from "../restricts.ts";

const anywhere = (names: readonly string[]): readonly string[] => names.map((name) => `**/${name}`);

export const noDepBump: CapabilityCode = {
  name: "safety::no-dep-bump",
  code: "ND",
  events: ["PreToolUse:Edit|Write"],
  reads: ["allow-dep-bump"],
  limits: (capability, _role, parameters) => [
    ...limitsOfRestricts(capability),
    ...(parameters?.scope.allowDepBump
      ? []
      : ([
          { kind: "no-commands", expressions: dependencyCommands },
          { kind: "no-paths", patterns: anywhere([...manifests, ...lockFiles]), isTopOnly: true },
        ] as const)),
  ],
  verify: async (_capability, context) => {
    if (context.task.scope.allowDepBump) return passed("the task may change dependencies");
    const touched = touchedPaths(context.changes);
    const found: string[] = [];
    for (const path of touched) found.push(...(await compare(path, context)));
    if (found.length > 0) return failed("dependencies changed, and the task does not allow it", found);
    return passed("no lock file or dependency changed");
  },
};

async function compare(path: string, { read, readBefore }: CheckContext): Promise<readonly string[]> {
  const isLock = isInScope(path, anywhere(lockFiles));
  if (!isLock && !isInScope(path, anywhere(manifests))) return [];
  const [before, after] = [await readBefore(path), await read(path)];
  if (before === after && before !== undefined) return [];
  if (isLock) return [`${path} ${before === undefined ? "is new" : after === undefined ? "was removed" : "changed"}`];
  const [old, now] = [dependenciesOf(path, before ?? ""), dependenciesOf(path, after ?? "")];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => `${path}: ${name} was ${old.get(name) ?? "absent"} and is ${now.get(name) ?? "gone"}`);
}
