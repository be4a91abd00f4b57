/** Resolves the capabilities of all roots, each compared with its code, and their aliases. */
import { type Diagnostic, type Report, withHeldErrors } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { checkCapability } from "../capability/check-definition.ts";
import { type Capability, type CapabilityAlias, capabilityAliases } from "../model/capability.ts";

export interface CapabilitySet {
  readonly capabilities: ReadonlyMap<string, Capability>;
  /** Aliases of existing capabilities; `deprecated` says what to write instead. */
  readonly aliases: ReadonlyMap<string, { readonly target: string; readonly deprecated: string | undefined }>;
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** A definition that disagrees with its code is left out: partly enforced, it would promise too much. */
export function resolveCapabilities(
  definitions: ReadonlyMap<string, Capability | CapabilityAlias>,
  known: ReadonlyMap<string, readonly Diagnostic[]>,
  report: Report,
): CapabilitySet {
  const broken = new Map(known);
  const capabilities = new Map<string, Capability>();
  for (const [name, definition] of definitions) {
    if ("target" in definition) continue;
    const [, errors] = withHeldErrors(report, (held) => checkCapability(definition, held));
    if (errors.length > 0) broken.set(name, errors);
    else capabilities.set(name, definition);
  }
  const aliases = new Map<string, { readonly target: string; readonly deprecated: string | undefined }>();
  for (const [old, target] of Object.entries(capabilityAliases))
    if (capabilities.has(target) && !definitions.has(old) && !broken.has(old))
      aliases.set(old, { target, deprecated: undefined });
  for (const [name, definition] of definitions) {
    if (!("target" in definition)) continue;
    const target = followAlias(definition, definitions);
    if (target !== undefined && capabilities.has(target))
      aliases.set(name, { target, deprecated: definition.deprecated });
    else broken.set(name, broken.get(target ?? "") ?? [unknownTarget(definition, capabilities)]);
  }
  return { capabilities, aliases, broken };
}

/** Undefined if it leads back to itself. */
function followAlias(
  alias: CapabilityAlias,
  definitions: ReadonlyMap<string, Capability | CapabilityAlias>,
): string | undefined {
  const seen = new Set([alias.name]);
  let target = alias.target;
  for (;;) {
    if (seen.has(target)) return undefined;
    seen.add(target);
    const next = definitions.get(target);
    if (!next) return capabilityAliases[target] ?? target;
    if (!("target" in next)) return target;
    target = next.target;
  }
}

function unknownTarget({ name, target, span }: CapabilityAlias, known: ReadonlyMap<string, Capability>): Diagnostic {
  const guess = nearest(target, known.keys());
  return {
    code: "unknown-capability",
    severity: "error",
    message: `\`${name}\` is an alias of unknown capability \`${target}\``,
    span,
    label: `no capabilities/${target.replace("::", "/")}/capability.toml`,
    hint: didYouMean(guess),
  };
}
