/** Resolves role documents to roles: what each inherits, adds and drops. A role with an invalid parent is left out. */
import { type Diagnostic, type Report, withHeldErrors } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { sortBy } from "../base/order.ts";
import { place, type Span } from "../base/source.ts";
import { limitOfTool, toolNames } from "../capability/restricts.ts";
import type { Capability } from "../model/capability.ts";
import { deepestRole, type Role, type RoleTools } from "../model/role.ts";
import type { RoleDocument } from "../parse/role.ts";
import type { CapabilitySet } from "./capabilities.ts";

interface RoleSources extends CapabilitySet {
  readonly documents: ReadonlyMap<string, RoleDocument>;
  /** Role files that could not be parsed, with the errors. */
  readonly brokenRoles: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** A role, or the errors that prevent its use: its own, and those of its parts. */
type Resolved = Role | readonly Diagnostic[];

interface ResolvedRoles {
  /** Sorted by name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
}

export function resolveRoles(sources: RoleSources, report: Report): ResolvedRoles {
  const done = new Map<string, Resolved>(sources.brokenRoles);
  for (const name of sources.documents.keys()) {
    for (const document of chainOf(name, sources, done).reverse()) {
      const own = document.fields.role.name;
      if (!done.has(own)) done.set(own, resolveRole(document, sources, done, report));
    }
  }
  const roles = [...done].flatMap(([name, one]) => (isRole(one) ? [[name, one] as const] : []));
  const broken = [...done].flatMap(([name, one]) => (isRole(one) ? [] : [[name, one] as const]));
  return { roles: new Map(sortBy(roles, ([name]) => name)), broken: new Map(broken) };
}

function isRole(resolved: Resolved): resolved is Role {
  return !Array.isArray(resolved);
}

function parentOf({ fields }: RoleDocument): string | undefined {
  return fields.capabilities?.extends;
}

/** The role and its unresolved ancestors, nearest first. */
function chainOf(name: string, { documents }: RoleSources, done: Map<string, Resolved>): RoleDocument[] {
  const chain = new Map<string, RoleDocument>();
  for (let at: string | undefined = name; at !== undefined && !done.has(at); ) {
    const document = documents.get(at);
    if (!document) break;
    if (chain.has(at)) {
      const names = [...chain.keys()];
      const circle = names.slice(names.indexOf(at));
      const errors = [cycleError(chain.get(circle.at(-1)!)!, [...circle, at])];
      for (const member of circle) done.set(member, errors);
      break;
    }
    chain.set(at, document);
    at = parentOf(document);
  }
  return [...chain.values()];
}

function resolveRole(
  document: RoleDocument,
  sources: RoleSources,
  done: ReadonlyMap<string, Resolved>,
  report: Report,
): Resolved {
  const { fields, toml } = document;
  const parentName = parentOf(document);
  const found = parentName === undefined ? undefined : done.get(parentName);
  if (found && !isRole(found)) return found;
  const parent = found;
  if (parentName !== undefined && !parent) return [noParentError(document, parentName, sources)];
  const ancestors = parent ? [parent.name, ...parent.ancestors] : [];
  if (ancestors.length >= deepestRole) return [depthError(document)];
  const broken = (fields.capabilities?.required ?? []).flatMap((name) => sources.broken.get(name) ?? []);
  const [parts, errors] = withHeldErrors(report, (held) => ({
    capabilities: capabilitiesOf(document, parent, sources, held),
    tools: toolsOf(document, held),
  }));
  if (errors.length + broken.length > 0) return [...errors, ...broken];
  const { capabilities, tools } = parts;
  const { name, description, spawnable, isolation } = fields.role;
  return {
    name,
    displayName: fields.role["display-name"],
    description,
    ancestors,
    capabilities,
    tools: tools ?? parent?.tools,
    escalation: fields.escalation?.policy ?? parent?.escalation ?? "ask-via-return",
    spawnable: spawnable ?? parent?.spawnable ?? true,
    claudeSubagentType:
      fields.role["claude-subagent-type"] ?? subagentTypes[name] ?? parent?.claudeSubagentType ?? "general-purpose",
    isolation: isolation === undefined ? (parent?.isolation ?? isolations[name]) : noneOr(isolation),
    span: toml.at(["role", "name"]),
    spanOf: (...path) => toml.at(path, "key"),
    path: toml.file.path,
  };
}

/** Defaults of roles with one of these names. */
const subagentTypes: Readonly<Record<string, string>> = {
  "edit-local": "code-implementer",
  "edit-shared": "code-implementer",
  explorer: "Explore",
  "read-only": "critic",
  "git-ops": "NOT-SPAWNABLE",
};
const isolations: Readonly<Record<string, "worktree">> = { "edit-local": "worktree", "edit-shared": "worktree" };

function noneOr(isolation: "worktree" | "none"): "worktree" | undefined {
  return isolation === "none" ? undefined : isolation;
}

/** The parent's first, then the role's own without duplicates; relaxed ones are removed at the end. */
function capabilitiesOf(
  { fields, toml }: RoleDocument,
  parent: Role | undefined,
  { capabilities, aliases, broken }: RoleSources,
  report: Report,
): Capability[] {
  const { required = [], relaxes = [] } = fields.capabilities ?? {};
  const flat = new Map(parent?.capabilities.map((capability) => [capability.name, capability]));
  for (const [i, written] of required.entries()) {
    const alias = aliases.get(written);
    const capability = capabilities.get(alias?.target ?? written);
    if (capability) flat.set(capability.name, flat.get(capability.name) ?? capability);
    if (alias?.deprecated !== undefined) {
      const span = toml.at(["capabilities", "required", i]);
      report(deprecatedWarning(fields.role.name, written, alias.deprecated, span));
    }
    if (capability || broken.has(written)) continue;
    const guess = nearest(written, capabilities.keys());
    report({
      code: "unknown-capability",
      severity: "error",
      message: `role \`${fields.role.name}\` requires unknown capability \`${written}\``,
      span: toml.at(["capabilities", "required", i]),
      label: `no capabilities/${written.replace("::", "/")}/capability.toml`,
      hint: didYouMean(guess),
    });
  }
  for (const [i, written] of relaxes.entries()) {
    const name = flat.has(written) ? written : (aliases.get(written)?.target ?? written);
    if (flat.delete(name)) continue;
    const guess = nearest(written, flat.keys());
    report({
      code: "relaxes-nothing",
      severity: "warning",
      message: `role \`${fields.role.name}\` relaxes \`${written}\`, which it does not have`,
      span: toml.at(["capabilities", "relaxes", i]),
      label: "not inherited",
      hint: didYouMean(guess),
    });
  }
  return [...flat.values()];
}

function deprecatedWarning(role: string, name: string, advice: string, span: Span): Diagnostic {
  return {
    code: "deprecated-capability",
    severity: "warning",
    message: `role \`${role}\` uses the deprecated capability \`${name}\``,
    span,
    label: "old name",
    hint: advice,
  };
}

/** Undefined: the role has none, and the parent's tools apply. */
function toolsOf({ fields, toml }: RoleDocument, report: Report): RoleTools | undefined {
  if (!fields.tools) return undefined;
  const { allowed, "bash-patterns-allowed": bashPatternsAllowed } = fields.tools;
  for (const [i, tool] of (allowed ?? []).entries()) {
    const guess = limitOfTool(tool) ? undefined : nearest(tool, toolNames);
    // A name that resembles no known one is a client tool that no permission covers.
    if (guess === undefined) continue;
    report({
      code: "unknown-tool",
      severity: "error",
      message: `role \`${fields.role.name}\` allows the unknown tool \`${tool}\``,
      span: toml.at(["tools", "allowed", i]),
      label: "unknown tool",
      hint: didYouMean(guess),
    });
  }
  const from = {
    allowed: place(toml.at(["tools", "allowed"])),
    bashPatternsAllowed: place(toml.at(["tools", "bash-patterns-allowed"])),
  };
  return { allowed, bashPatternsAllowed, from };
}

function cycleError({ fields, toml }: RoleDocument, circle: readonly string[]): Diagnostic {
  return {
    code: "role-cycle",
    severity: "error",
    message: `role \`${fields.role.name}\` closes a cycle: ${circle.map((name) => `\`${name}\``).join(" extends ")}`,
    span: toml.at(["capabilities", "extends"]),
    label: "completes the cycle",
    hint: "remove `extends` from one of them",
  };
}

function depthError({ fields, toml }: RoleDocument): Diagnostic {
  return {
    code: "role-depth",
    severity: "error",
    message: `role \`${fields.role.name}\` inherits through more than ${deepestRole} levels`,
    span: toml.at(["capabilities", "extends"]),
    label: "one level too many",
    hint: "extend a role closer to the top of the chain",
  };
}

function noParentError({ fields, toml }: RoleDocument, parent: string, { documents }: RoleSources): Diagnostic {
  const guess = nearest(parent, documents.keys());
  return {
    code: "unknown-role",
    severity: "error",
    message: `role \`${fields.role.name}\` extends unknown role \`${parent}\``,
    span: toml.at(["capabilities", "extends"]),
    label: `no roles/${parent}.toml`,
    hint: didYouMean(guess),
  };
}
