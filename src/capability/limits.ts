/** The limits of a role, as plain data for the engine: the gates of its capabilities and its own tool lists. */
import { place } from "../base/source.ts";
import type { Capability } from "../model/capability.ts";
import type { Limit } from "../model/permission.ts";
import type { Role } from "../model/role.ts";
import type { Parameters } from "../model/task.ts";
import { codeOf } from "./all.ts";
import type { BareLimit } from "./contract.ts";
import { limitsOfAllowed, limitsOfRestricts } from "./restricts.ts";

/** Without parameters there is no task, and restrictions that only a task sets do not apply. */
export function limitsOf(role: Role, parameters: Parameters | undefined): Limit[] {
  return [...role.capabilities.flatMap((capability) => gateLimits(capability, role, parameters)), ...ownLimits(role)];
}

/** The limits of one gate, with their source, severity and bypass. */
export function gateLimits(
  capability: Capability,
  role: Role | undefined,
  parameters: Parameters | undefined,
): readonly Limit[] {
  const { gate } = capability;
  if (!gate) return [];
  const code = gate.module === undefined ? { limits: limitsOfRestricts } : codeOf("gate", gate.module);
  // A broken definition is reported much earlier; if it still gets here, the gate must deny.
  if (!code?.limits) throw new Error(`unknown code \`${gate.module}\` of capability \`${capability.name}\``);
  // `path-patterns` apply even if the code does not read them.
  const own = code.limits(capability, role, parameters);
  const paths = limitsOfRestricts(capability).filter((limit) => limit.kind === "no-paths");
  const isThere = own.some((limit) => limit.kind === "no-paths" && JSON.stringify(limit) === JSON.stringify(paths[0]));
  return [...own, ...(isThere ? [] : paths)].map(
    (limit): Limit => ({
      ...limit,
      from: sourceOf(capability, limit),
      ...(gate.severity === "block" ? {} : { severity: gate.severity }),
      ...(gate.bypassEnv === undefined ? {} : { bypass: gate.bypassEnv }),
    }),
  );
}

/** Where the author wrote what is forbidden; for a task's parameters, where the gate is declared. */
function sourceOf({ restricts, spanOf }: Capability, { kind }: BareLimit): string {
  const isPattern = kind === "no-commands" || kind === "only-commands";
  if (isPattern && restricts.toolPatterns.length > 0) return place(spanOf("restricts", "tool-patterns"));
  if (kind === "no-paths" && restricts.pathPatterns.length > 0) return place(spanOf("restricts", "path-patterns"));
  const isTool = kind === "no-tool" || kind === "no-reading" || kind === "no-delegation";
  if (isTool && restricts.toolsDenied.length > 0) return place(spanOf("restricts", "tools-denied"));
  return place(spanOf("gate"));
}

function ownLimits({ tools }: Role): readonly Limit[] {
  if (!tools) return [];
  const { allowed, bashPatternsAllowed, from } = tools;
  return [
    ...(allowed ? limitsOfAllowed(allowed).map((limit): Limit => ({ ...limit, from: from.allowed })) : []),
    ...(bashPatternsAllowed
      ? [{ kind: "only-commands", expressions: bashPatternsAllowed, from: from.bashPatternsAllowed } as const]
      : []),
  ];
}
