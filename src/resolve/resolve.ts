/** Resolves Documents to a Model: only the order of the steps. */
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { fileStart, type Span } from "../base/source.ts";
import type { Model } from "../model/model.ts";
import type { Settings } from "../model/settings.ts";
import type { PackDocuments } from "../parse/packs.ts";
import type { Documents } from "../parse/parse.ts";
import type { RoleDocuments } from "../parse/role.ts";
import type { SettingsDocument } from "../parse/settings.ts";
import { resolveAgents } from "./agents.ts";
import { resolveCommands } from "./commands.ts";
import { resolveDelegates } from "./delegates.ts";
import { layer } from "./layers.ts";
import { layerPacks, noPacks } from "./packs.ts";
import { layerRoles, noRoles, reportBroken } from "./role-layers.ts";

interface ResolvedSettings {
  readonly settings: Settings;
  /** Every file they came from, later ones last. */
  readonly documents: readonly SettingsDocument[];
}

/** The shipped definitions; each is loaded only if needed. */
interface Shipped {
  readonly roles: () => RoleDocuments;
  readonly packs: () => PackDocuments;
}

export function resolve(
  roots: readonly Documents[],
  shipped: Shipped,
  { settings, documents }: ResolvedSettings,
  report: Report,
  withNotes = true,
): Model {
  for (const root of roots) reportEmpty(root, report);
  const layered = layer(roots, report);
  const roles = needsRoles(roots)
    ? layerRoles(
        shipped.roles(),
        roots.map((root) => root.roles),
        report,
      )
    : noRoles;
  const used = layered.agents.flatMap(({ agent }) => (agent.role ? [agent.role.name] : []));
  reportBroken(roles, used, report);
  const packs = layerPacks(
    needsPacks(roots) ? shipped.packs() : noPacks,
    roots.map((root) => root.packs),
    report,
  );
  const commands = resolveCommands(roots, layered, report);
  const agents = resolveDelegates(
    resolveAgents(layered, { roles, packs }, settings, report),
    commands,
    report,
    withNotes,
  );
  checkAgentNames(new Set(agents.map(({ name }) => name)), documents, report);
  const span = fileStart(roots.at(-1)!.self);
  return {
    agents,
    commands,
    skills: [...layered.skills.values()],
    replaced: [...layered.replaced, ...packs.replaced],
    settings,
    span,
  };
}

function needsPacks(roots: readonly Documents[]): boolean {
  return roots.some(
    ({ agents, packs }) =>
      packs.packs.length > 0 || agents.some(({ rules }) => rules?.some((rule) => "pack" in rule) ?? false),
  );
}

function needsRoles(roots: readonly Documents[]): boolean {
  return roots.some(
    ({ agents, roles }) =>
      roles.roles.length + roles.capabilities.length > 0 || agents.some(({ role }) => role !== undefined),
  );
}

function reportEmpty(root: Documents, report: Report): void {
  if (!root.isEmpty) return;
  report({
    code: "no-definitions",
    severity: "error",
    message: `the root \`${root.self.path}\` contains no definitions`,
    span: fileStart(root.self),
    hint: emptyRootHint(root.self.path),
  });
}

function emptyRootHint(path: string): string {
  const contents = "a root contains agents/, rules/, context/, skills/ or commands/";
  const [, around] = /^(.*?)\/?(?:agents|skills|commands|rules|context)(?:\/[^/]+)?\/?$/s.exec(path) ?? [];
  if (around !== undefined) return `${contents}; did you mean \`--root ${around || "."}\`?`;
  return `${contents}; check \`--root\`. To use agents of a client, see \`surcingle import\``;
}

/** A model for an unknown agent would silently never be used. */
function checkAgentNames(names: ReadonlySet<string>, documents: readonly SettingsDocument[], report: Report): void {
  const check = (name: string, span: Span): void => {
    if (names.has(name)) return;
    const guess = nearest(name, names);
    report({
      code: "unknown-agent",
      severity: "error",
      message: `the settings name unknown agent \`${name}\``,
      span,
      label: "unknown agent",
      hint: didYouMean(guess) ?? "`surcingle list` lists the agents; remove the line, or correct the name",
    });
  };
  for (const { fields, at } of documents) {
    for (const [harness, models] of Object.entries(fields.models ?? {})) {
      for (const name of Object.keys(models)) check(name, at(["models", harness, name], "key"));
    }
    if (fields.pi?.primary !== undefined) check(fields.pi.primary, at(["pi", "primary"]));
  }
}
