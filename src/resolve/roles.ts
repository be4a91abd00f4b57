/** Role documents to roles: what each inherits, adds and drops. A role whose parent is wrong is left out. */
import type { Report } from "../base/diagnostic.ts";
import { nearest } from "../base/nearest.ts";
import { sortBy } from "../base/order.ts";
import { place } from "../base/source.ts";
import { limitOfTool, toolNames } from "../capability/restricts.ts";
import { type Capability, capabilityAliases } from "../model/capability.ts";
import { deepestRole, type Role, type RoleTools } from "../model/role.ts";
import type { RoleDocument } from "../parse/role.ts";

export interface RoleSources {
  readonly documents: ReadonlyMap<string, RoleDocument>;
  readonly capabilities: ReadonlyMap<string, Capability>;
  /** Names whose definition is wrong: that they are missing is a consequence, not a second cause. */
  readonly broken: ReadonlySet<string>;
}

/** Sorted by name. */
export function resolveRoles(sources: RoleSources, report: Report): Map<string, Role> {
  const done = new Map<string, Role | undefined>();
  for (const name of sources.documents.keys()) {
    for (const document of chainOf(name, sources, done, report).reverse()) {
      const own = document.fields.role.name;
      if (!done.has(own)) done.set(own, resolveRole(document, sources, done, report));
    }
  }
  const known = [...done].filter((entry): entry is [string, Role] => entry[1] !== undefined);
  return new Map(sortBy(known, ([name]) => name));
}

function parentOf({ fields }: RoleDocument): string | undefined {
  return fields.capabilities?.extends;
}

/** The role and those above it that are not resolved yet, nearest first. */
function chainOf(
  name: string,
  { documents }: RoleSources,
  done: Map<string, Role | undefined>,
  report: Report,
): RoleDocument[] {
  const chain = new Map<string, RoleDocument>();
  for (let at: string | undefined = name; at !== undefined && !done.has(at); ) {
    const document = documents.get(at);
    if (!document) break;
    if (chain.has(at)) {
      const names = [...chain.keys()];
      const circle = names.slice(names.indexOf(at));
      reportCycle(chain.get(circle.at(-1)!)!, [...circle, at], report);
      for (const member of circle) done.set(member, undefined);
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
  done: ReadonlyMap<string, Role | undefined>,
  report: Report,
): Role | undefined {
  const { fields, toml } = document;
  const parentName = parentOf(document);
  const parent = parentName === undefined ? undefined : done.get(parentName);
  if (parentName !== undefined && !parent) {
    if (!sources.documents.has(parentName)) reportNoParent(document, parentName, sources, report);
    return undefined;
  }
  const ancestors = parent ? [parent.name, ...parent.ancestors] : [];
  if (ancestors.length >= deepestRole) {
    reportDepth(document, report);
    return undefined;
  }
  const capabilities = capabilitiesOf(document, parent, sources, report);
  const tools = toolsOf(document, report);
  if (!capabilities || tools === "wrong") return undefined;
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

/** What a role of one of these names has when its file does not say it. */
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

/** The parent's first, then the own ones that are not there yet; what is relaxed goes last of all. */
function capabilitiesOf(
  { fields, toml }: RoleDocument,
  parent: Role | undefined,
  { capabilities, broken }: RoleSources,
  report: Report,
): Capability[] | undefined {
  const { required = [], relaxes = [] } = fields.capabilities ?? {};
  const flat = new Map(parent?.capabilities.map((capability) => [capability.name, capability]));
  let isWhole = true;
  for (const [i, written] of required.entries()) {
    const capability = capabilities.get(written) ?? capabilities.get(capabilityAliases[written] ?? "");
    if (capability) flat.set(capability.name, flat.get(capability.name) ?? capability);
    else isWhole = false;
    if (capability || broken.has(written)) continue;
    const guess = nearest(written, capabilities.keys());
    report({
      code: "unknown-capability",
      severity: "error",
      message: `role \`${fields.role.name}\` asks for unknown capability \`${written}\``,
      span: toml.at(["capabilities", "required", i]),
      label: `there is no capabilities/${written.replace("::", "/")}/capability.toml`,
      hint: guess && `did you mean \`${guess}\`?`,
    });
  }
  for (const [i, written] of relaxes.entries()) {
    const name = flat.has(written) ? written : (capabilityAliases[written] ?? written);
    if (flat.delete(name)) continue;
    const guess = nearest(written, flat.keys());
    report({
      code: "relaxes-nothing",
      severity: "warning",
      message: `role \`${fields.role.name}\` relaxes \`${written}\`, which it does not have`,
      span: toml.at(["capabilities", "relaxes", i]),
      label: "nothing is dropped",
      hint: guess && `did you mean \`${guess}\`?`,
    });
  }
  return isWhole ? [...flat.values()] : undefined;
}

/** Undefined: the role says nothing, and the parent's tools count. */
function toolsOf({ fields, toml }: RoleDocument, report: Report): RoleTools | "wrong" | undefined {
  if (!fields.tools) return undefined;
  const { allowed, "bash-patterns-allowed": bashPatternsAllowed } = fields.tools;
  let isFine = true;
  for (const [i, tool] of (allowed ?? []).entries()) {
    const guess = limitOfTool(tool) ? undefined : nearest(tool, toolNames);
    // A name that resembles none is a tool of a client that no permission speaks about.
    if (guess === undefined) continue;
    isFine = false;
    report({
      code: "unknown-tool",
      severity: "error",
      message: `role \`${fields.role.name}\` allows the unknown tool \`${tool}\``,
      span: toml.at(["tools", "allowed", i]),
      label: "there is no such tool",
      hint: `did you mean \`${guess}\`?`,
    });
  }
  const from = {
    allowed: place(toml.at(["tools", "allowed"])),
    bashPatternsAllowed: place(toml.at(["tools", "bash-patterns-allowed"])),
  };
  return isFine ? { allowed, bashPatternsAllowed, from } : "wrong";
}

function reportCycle({ fields, toml }: RoleDocument, circle: readonly string[], report: Report): void {
  report({
    code: "role-cycle",
    severity: "error",
    message: `role \`${fields.role.name}\` closes a circle: ${circle.map((name) => `\`${name}\``).join(" extends ")}`,
    span: toml.at(["capabilities", "extends"]),
    label: "leads back to where it began",
    hint: "let one of them extend nothing",
  });
}

function reportDepth({ fields, toml }: RoleDocument, report: Report): void {
  report({
    code: "role-depth",
    severity: "error",
    message: `role \`${fields.role.name}\` stands below ${deepestRole} others; at most ${deepestRole} stand in one line`,
    span: toml.at(["capabilities", "extends"]),
    label: "one too many",
  });
}

function reportNoParent(
  { fields, toml }: RoleDocument,
  parent: string,
  { documents, broken }: RoleSources,
  report: Report,
): void {
  if (broken.has(parent)) return;
  const guess = nearest(parent, documents.keys());
  report({
    code: "unknown-role",
    severity: "error",
    message: `role \`${fields.role.name}\` extends unknown role \`${parent}\``,
    span: toml.at(["capabilities", "extends"]),
    label: `there is no roles/${parent}.toml`,
    hint: guess && `did you mean \`${guess}\`?`,
  });
}
