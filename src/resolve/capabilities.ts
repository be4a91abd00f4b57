/** The capabilities of all roots, each compared with the code that stands behind it. */
import type { Report } from "../base/diagnostic.ts";
import { checkCapability } from "../capability/check-definition.ts";
import type { Capability } from "../model/capability.ts";

/** What disagrees with its code is reported and left out: half enforced it would promise too much. */
export function resolveCapabilities(
  capabilities: ReadonlyMap<string, Capability>,
  report: Report,
): { readonly capabilities: ReadonlyMap<string, Capability>; readonly broken: ReadonlySet<string> } {
  const broken = new Set<string>();
  for (const capability of capabilities.values()) {
    checkCapability(capability, (diagnostic) => {
      if (diagnostic.severity === "error") broken.add(capability.name);
      report(diagnostic);
    });
  }
  return { capabilities: new Map([...capabilities].filter(([name]) => !broken.has(name))), broken };
}
