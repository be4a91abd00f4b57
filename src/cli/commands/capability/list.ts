/** `surcingle capability list`: lists the capabilities of the roots and the shipped ones. */
import { codeNamed } from "../../../capability/all.ts";
import type { Capability } from "../../../model/capability.ts";
import { loadRoleSet } from "../../../task/load.ts";
import { listCommand } from "../../list.ts";

export const capabilityList = listCommand({
  kind: "capability",
  plural: "capabilities",
  description: "Letters: t means that it has a text for the agent, g a gate, v a check.",
  load: async (roots, report) => (await loadRoleSet(roots, report)).capabilities.values(),
  row: ({ name, gate, verify, description }) => [name, `t${gate ? "g" : "-"}${verify ? "v" : "-"}`, description],
  json: capabilityJson,
});

function capabilityJson(one: Capability): Readonly<Record<string, unknown>> {
  const { name, category, version, description, restricts, accepts, gate, verify, path } = one;
  return {
    name,
    category,
    version,
    description,
    code: codeNamed(name)?.code ?? "??",
    restricts: {
      "tool-patterns": restricts.toolPatterns,
      "tools-denied": restricts.toolsDenied,
      "path-patterns": restricts.pathPatterns,
    },
    accepts,
    gate: gate && {
      module: gate.module ?? null,
      event: gate.event ?? null,
      severity: gate.severity,
      "bypass-env": gate.bypassEnv ?? null,
    },
    verify: verify && {
      module: verify.module ?? null,
      command: verify.command ?? null,
      "run-mode": verify.runMode,
      when: verify.when,
    },
    path,
  };
}
