/** Every capability that has code, one line each. Declared module keys are looked up here. */
import { capabilityAliases } from "../model/capability.ts";
import { bashAllowlist } from "./atoms/bash-allowlist.ts";
import { cargoCheckGreen } from "./atoms/cargo-check-green.ts";
import { constructorPattern } from "./atoms/constructor-pattern.ts";
import { denyTools } from "./atoms/deny-tools.ts";
import { filesDenylist } from "./atoms/files-denylist.ts";
import { filesWhitelist } from "./atoms/files-whitelist.ts";
import { ledgerRowRequired } from "./atoms/ledger-row-required.ts";
import { noDepBump } from "./atoms/no-dep-bump.ts";
import { noGitOps } from "./atoms/no-git-ops.ts";
import { noMassDelete } from "./atoms/no-mass-delete.ts";
import { noWarnings } from "./atoms/no-warnings.ts";
import { reportFormat } from "./atoms/report-format.ts";
import { severityGrade } from "./atoms/severity-grade.ts";
import { testsGreen } from "./atoms/tests-green.ts";
import type { CapabilityCode } from "./contract.ts";

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
  noMassDelete,
  ledgerRowRequired,
  noWarnings,
  // Its capability.toml lists paths, which needs no code.
  { name: "scope::no-rule-edits", code: "NR" },
];

export type CodePart = "gate" | "verify";

const prefixes = { gate: "gates::", verify: "verifies::" } as const;

/** `gates::policy_no_git_ops` for the gate of `policy::no-git-ops`. */
export function moduleKey(part: CodePart, name: string): string {
  return prefixes[part] + name.replace("::", "_").replaceAll("-", "_");
}

export function hasCodePart(code: CapabilityCode, part: CodePart): boolean {
  return (part === "gate" ? code.limits : code.verify) !== undefined;
}

/** The code of a module key; undefined if the key is of the wrong kind or has no code. */
export function codeOf(part: CodePart, key: string): CapabilityCode | undefined {
  return codesByKey.get(key)?.part === part ? codesByKey.get(key)?.code : undefined;
}

/** The code for a capability of this name. A fork has another name, so it has none. */
export function codeNamed(name: string): CapabilityCode | undefined {
  return capabilityCodes.find((code) => code.name === (capabilityAliases[name] ?? name));
}

const codesByKey: ReadonlyMap<string, { readonly part: CodePart; readonly code: CapabilityCode }> = new Map(
  (["gate", "verify"] as const).flatMap((part) =>
    capabilityCodes
      .filter((code) => hasCodePart(code, part))
      .flatMap((code) => {
        const old = Object.keys(capabilityAliases).filter((name) => capabilityAliases[name] === code.name);
        return [code.name, ...old].map((name) => [moduleKey(part, name), { part, code }] as const);
      }),
  ),
);
