/**
 * Merges the roles and capabilities of several roots by name: later roots replace earlier ones, and all replace shipped
 * ones.
 */
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { sortBy } from "../base/order.ts";
import { placeForPeople, type Span } from "../base/source.ts";
import type { Capability, CapabilityAlias } from "../model/capability.ts";
import type { Role } from "../model/role.ts";
import type { RoleDocument, RoleDocuments } from "../parse/role.ts";
import { type CapabilitySet, resolveCapabilities } from "./capabilities.ts";
import { resolveRoles } from "./roles.ts";

/** Roles and capabilities are sorted by name. `broken` also has roles, with the errors that prevent their use. */
export interface RoleSet extends CapabilitySet {
  readonly roles: ReadonlyMap<string, Role>;
}

export const noRoles: RoleSet = {
  roles: new Map(),
  capabilities: new Map(),
  aliases: new Map(),
  broken: new Map(),
};

/** `shipped` is the lowest layer. `reportBroken` reports invalid definitions. */
export function layerRoles(shipped: RoleDocuments, roots: readonly RoleDocuments[], report: Report): RoleSet {
  for (const root of roots) reportDuplicates(root, report);
  const all = [shipped, ...roots];
  const written = lastOf<Capability | CapabilityAlias>(all, isCapability, ({ capabilities, aliases }) =>
    [...capabilities, ...aliases].map((each) => [each.name, each]),
  );
  const set = resolveCapabilities(written.found, written.broken, report);
  const documents = lastOf<RoleDocument>(
    all,
    (name) => !isCapability(name),
    ({ roles }) => roles.map((each) => [each.fields.role.name, each]),
  );
  const sources = { ...set, documents: documents.found, brokenRoles: documents.broken };
  const { roles, broken } = resolveRoles(sources, report);
  return { ...set, roles, broken: new Map([...set.broken, ...broken]) };
}

/** Errors in definitions that are used are errors; those in unused ones are warnings. */
export function reportBroken({ broken }: RoleSet, used: Iterable<string>, report: Report): void {
  const needed = new Set([...used].flatMap((name) => broken.get(name) ?? []));
  for (const diagnostic of new Set([...broken.values()].flat()))
    report(needed.has(diagnostic) ? diagnostic : { ...diagnostic, severity: "warning" });
}

function isCapability(name: string): boolean {
  return name.includes("::");
}

/**
 * Among definitions of one name the last root's is used, even if it is invalid: the one below it may be looser. Sorted
 * by name.
 */
function lastOf<T>(
  roots: readonly RoleDocuments[],
  isKind: (name: string) => boolean,
  pick: (root: RoleDocuments) => readonly (readonly [string, T])[],
): { readonly found: ReadonlyMap<string, T>; readonly broken: ReadonlyMap<string, readonly Diagnostic[]> } {
  const found = new Map<string, T>();
  const broken = new Map<string, readonly Diagnostic[]>();
  for (const root of roots) {
    for (const [name, definition] of pick(root)) {
      found.set(name, definition);
      broken.delete(name);
    }
    for (const [name, errors] of root.broken) {
      if (!isKind(name)) continue;
      found.delete(name);
      broken.set(name, errors);
    }
  }
  return { found: new Map(sortBy([...found], ([name]) => name)), broken };
}

/** The span is the second definition; the hint names the first. */
function reportDuplicates({ roles, capabilities, aliases }: RoleDocuments, report: Report): void {
  const all: (readonly [kind: string, name: string, span: Span])[] = [
    ...roles.map(({ fields, toml }) => ["roles", fields.role.name, toml.at(["role", "name"])] as const),
    ...[...capabilities, ...aliases].map(({ name, span }) => ["capabilities", name, span] as const),
  ];
  const first = new Map<string, Span>();
  for (const [kind, name, span] of all) {
    const earlier = first.get(`${kind} ${name}`);
    if (!earlier) {
      first.set(`${kind} ${name}`, span);
      continue;
    }
    report({
      code: "duplicate-name",
      severity: "error",
      message: `two ${kind} of one root are named \`${name}\``,
      span,
      label: "the second",
      hint: `the first is at ${placeForPeople(earlier)}; rename one of them`,
    });
  }
}
