/** Roles and capabilities of several roots to one set: later roots replace by name, and all of them what is shipped. */
import type { Report } from "../base/diagnostic.ts";
import { sortBy } from "../base/order.ts";
import { placeForPeople, type Span } from "../base/source.ts";
import type { Capability } from "../model/capability.ts";
import type { Role } from "../model/role.ts";
import type { RoleDocument, RoleDocuments } from "../parse/role.ts";
import { resolveCapabilities } from "./capabilities.ts";
import { resolveRoles } from "./roles.ts";

export interface RoleSet {
  /** Both are sorted by name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly capabilities: ReadonlyMap<string, Capability>;
  /** Names whose definition is wrong: that they are missing is a consequence, not a second cause. */
  readonly broken: ReadonlySet<string>;
}

export const noRoles: RoleSet = { roles: new Map(), capabilities: new Map(), broken: new Set() };

/** `shipped` stands below all of them. */
export function layerRoles(shipped: RoleDocuments, roots: readonly RoleDocuments[], report: Report): RoleSet {
  for (const root of roots) reportDuplicates(root, report);
  const all = [shipped, ...roots];
  const written = byName<Capability>(all.flatMap(({ capabilities }) => capabilities.map((each) => [each.name, each])));
  const { capabilities, broken: unfit } = resolveCapabilities(written, report);
  const broken = new Set([...unfit, ...all.flatMap((root) => [...root.broken])]);
  const documents = byName<RoleDocument>(
    all.flatMap(({ roles }) => roles.map((each) => [each.fields.role.name, each])),
  );
  const roles = resolveRoles({ documents, capabilities, broken }, report);
  const wrong = [...documents.keys()].filter((name) => !roles.has(name));
  return { roles, capabilities, broken: new Set([...broken, ...wrong]) };
}

/** The order is stable, so among definitions of one name that of the last root counts. */
function byName<T>(entries: readonly (readonly [string, T])[]): Map<string, T> {
  return new Map(sortBy(entries, ([name]) => name));
}

/** Both places: the second is the span, the first stands in the hint. */
function reportDuplicates({ roles, capabilities }: RoleDocuments, report: Report): void {
  const all: (readonly [kind: string, name: string, span: Span])[] = [
    ...roles.map(({ fields, toml }) => ["roles", fields.role.name, toml.at(["role", "name"])] as const),
    ...capabilities.map(({ name, span }) => ["capabilities", name, span] as const),
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
      message: `two ${kind} of one root have the name \`${name}\``,
      span,
      label: "the second",
      hint: `the first is at ${placeForPeople(earlier)}; rename one of them`,
    });
  }
}
