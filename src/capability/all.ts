/** Every capability that has code. One line each; a declared module key leads here. */
import { capabilityAliases } from "../model/capability.ts";
import { bashAllowlist } from "./bash-allowlist.ts";
import type { CapabilityCode } from "./capability-code.ts";
import { cargoCheckGreen } from "./cargo-check-green.ts";
import { constructorPattern } from "./constructor-pattern.ts";
import { denyTools } from "./deny-tools.ts";
import { filesDenylist } from "./files-denylist.ts";
import { filesWhitelist } from "./files-whitelist.ts";
import { noDepBump } from "./no-dep-bump.ts";
import { noGitOps } from "./no-git-ops.ts";
import { reportFormat } from "./report-format.ts";
import { severityGrade } from "./severity-grade.ts";
import { testsGreen } from "./tests-green.ts";

export const capabilityCodes: readonly CapabilityCode[] = [
  noGitOps,
  filesWhitelist,
  filesDenylist,
  constructorPattern,
  cargoCheckGreen,
  testsGreen,
  noDepBump,
  reportFormat,
  severityGrade,
  denyTools,
  bashAllowlist,
];

export type Face = "gate" | "verify";

const prefixes = { gate: "gates::", verify: "verifies::" } as const;

/** `gates::policy_no_git_ops` for the gate of `policy::no-git-ops`. */
export function moduleKey(face: Face, name: string): string {
  return prefixes[face] + name.replace("::", "_").replaceAll("-", "_");
}

export function hasFace(code: CapabilityCode, face: Face): boolean {
  return (face === "gate" ? code.limits : code.verify) !== undefined;
}

/** The code behind a module key; a key of the wrong kind, or of a face that was never written, leads nowhere. */
export function codeOf(face: Face, key: string): CapabilityCode | undefined {
  return codesByKey.get(key)?.face === face ? codesByKey.get(key)?.code : undefined;
}

/** The code written for a capability of this name. A fork has a name of its own, so it has none. */
export function codeNamed(name: string): CapabilityCode | undefined {
  return capabilityCodes.find((code) => code.name === (capabilityAliases[name] ?? name));
}

const codesByKey: ReadonlyMap<string, { readonly face: Face; readonly code: CapabilityCode }> = new Map(
  (["gate", "verify"] as const).flatMap((face) =>
    capabilityCodes
      .filter((code) => hasFace(code, face))
      .flatMap((code) => {
        const old = Object.keys(capabilityAliases).filter((name) => capabilityAliases[name] === code.name);
        return [code.name, ...old].map((name) => [moduleKey(face, name), { face, code }] as const);
      }),
  ),
);
