/** The definitions and how each client supports them, as plain data for the text, the JSON and the page. */
import type { Loss } from "../base/diagnostic.ts";
import type { Agent } from "../model/agent.ts";
import type { Command } from "../model/command.ts";
import type { Model } from "../model/model.ts";
import { type Policy, type Rule, type Tool, tools, type Verdict, verdicts } from "../model/permission.ts";
import type { Skill } from "../model/skill.ts";
import { explainLimit } from "../policy/explain.ts";

/** How a client supports one field, from best to worst. */
export const supports = ["native", "gate", "narrowed", "lost"] as const;
export type FieldSupport = (typeof supports)[number];

export interface ReportHarness {
  readonly id: string;
  readonly title: string;
}

interface SupportedField {
  readonly field: string;
  readonly support: FieldSupport;
  /** Empty for `native`. */
  readonly why: readonly string[];
}

export interface ClientSupport {
  readonly harness: string;
  /** False: the client has no such thing, so nothing is written for it. */
  readonly isRendered: boolean;
  readonly fields: readonly SupportedField[];
}

/** One line of a permission table: the agent's own rule, or a pack with all its rules. */
export type PermissionLine =
  | { readonly pattern: string; readonly verdict: Verdict; readonly from: string }
  | { readonly pack: string; readonly rules: number };

export interface ToolPermissions {
  readonly tool: Tool;
  /** Written by the author; otherwise the default of every governed agent. */
  readonly isNamed: boolean;
  readonly intent: Verdict;
  /** In the order in which they are matched. */
  readonly lines: readonly PermissionLine[];
}

export interface ReportAgent {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: "agent" | "command";
  readonly mode: string;
  readonly path: string;
  readonly role: string | undefined;
  readonly skills: readonly string[];
  readonly packs: readonly string[];
  readonly delegates: readonly string[];
  /** Undefined if ungoverned. */
  readonly permissions: readonly ToolPermissions[] | undefined;
  /** What its role forbids regardless of the rules, as clauses. */
  readonly limits: readonly { readonly text: string; readonly from: string }[];
  readonly clients: readonly ClientSupport[];
  readonly policy: Policy | undefined;
}

export interface ReportPack {
  readonly name: string;
  readonly tool: Tool;
  readonly path: string;
  readonly rules: readonly { readonly pattern: string; readonly verdict: Verdict; readonly from: string }[];
  readonly usedBy: readonly string[];
}

/** A skill or a command. */
export interface ReportItem {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly usedBy: readonly string[];
  readonly clients: readonly ClientSupport[];
}

export interface RootReport {
  readonly surcingle: string;
  readonly harnesses: readonly ReportHarness[];
  readonly agents: readonly ReportAgent[];
  readonly packs: readonly ReportPack[];
  readonly skills: readonly ReportItem[];
  readonly commands: readonly ReportItem[];
}

interface ReportInput {
  readonly version: string;
  readonly model: Model;
  /** Commands that are agents themselves. */
  readonly commandAgents: readonly Agent[];
  readonly harnesses: readonly ReportHarness[];
  readonly losses: readonly Loss[];
}

export function makeReport({ version, model, commandAgents, harnesses, losses }: ReportInput): RootReport {
  const lost = groupLosses(losses);
  const clientsOf = (name: string, fields: readonly string[]): ClientSupport[] =>
    harnesses.map(({ id }) => clientSupport(id, fields, lost.get(`${id} ${name}`) ?? []));
  const agents = [
    ...model.agents.map((agent) => reportAgent(agent, "agent", clientsOf(agent.name, fieldsOf(agent)))),
    ...commandAgents.map((agent) => reportAgent(agent, "command", clientsOf(agent.name, fieldsOf(agent)))),
  ];
  const plain = ({ id, title }: ReportHarness): ReportHarness => ({ id, title });
  return {
    surcingle: version,
    harnesses: harnesses.map(plain),
    agents,
    packs: packsOf(agents),
    skills: model.skills.map((skill) => reportSkill(skill, model, clientsOf)),
    commands: model.commands.map((command) => reportCommand(command, clientsOf)),
  };
}

function groupLosses(losses: readonly Loss[]): ReadonlyMap<string, readonly Loss[]> {
  const groups = new Map<string, Loss[]>();
  for (const loss of losses) {
    const key = `${loss.harness} ${loss.definition}`;
    const group = groups.get(key);
    if (group) group.push(loss);
    else groups.set(key, [loss]);
  }
  return groups;
}

/** The fields that the author used. */
function fieldsOf(agent: Agent): readonly string[] {
  const { displayName, tags, maxTurns, skills, rules, context, role, policy } = agent;
  const used: readonly (readonly [string, boolean])[] = [
    ["description", true],
    ["mode", true],
    ["display_name", displayName !== undefined],
    ["tags", tags.length > 0],
    ["max_turns", maxTurns !== undefined],
    ["skills", skills.length > 0],
    ["rules", rules.length > 0],
    ["context", context.length > 0],
    ["role", role !== undefined],
    ...tools.map((tool) => [`permissions.${tool}`, policy !== undefined] as const),
  ];
  return used.filter(([, isUsed]) => isUsed).map(([field]) => field);
}

/** The worst report for a field counts; a report for a table also applies to its keys. */
function clientSupport(harness: string, used: readonly string[], losses: readonly Loss[]): ClientSupport {
  const isRendered = !losses.some(({ field, support }) => field === "name" && support === "lost");
  if (!isRendered) return { harness, isRendered, fields: [] };
  const others = losses.map(({ field }) => field).filter((field) => !used.includes(field));
  const whole = others.filter((field) => used.some((each) => each.startsWith(`${field}.`)));
  const names = [...used, ...new Set(others.filter((field) => !whole.includes(field)))];
  const fields = names.map((field): SupportedField => {
    const own = losses.filter(
      (loss) => loss.field === field || (whole.includes(loss.field) && field.startsWith(`${loss.field}.`)),
    );
    const support = supports.findLast((each) => own.some((loss) => loss.support === each)) ?? "native";
    const why = own.filter((loss) => loss.support === support).map((loss) => loss.why);
    return { field, support, why: [...new Set(why)] };
  });
  return { harness, isRendered, fields };
}

function reportAgent(agent: Agent, kind: ReportAgent["kind"], clients: readonly ClientSupport[]): ReportAgent {
  const { name, displayName, description, mode, path, role, skills, policy } = agent;
  return {
    name,
    title: displayName ?? name,
    description,
    kind,
    mode,
    path,
    role: role?.name,
    skills: skills.map((skill) => skill.name),
    packs: [...new Set((policy?.rules ?? []).flatMap((rule) => packOf(rule) ?? []))],
    delegates: policy?.delegates ?? [],
    permissions: policy && tools.map((tool) => toolPermissions(policy, tool)),
    limits: (policy?.limits ?? []).map((limit) => ({ text: explainLimit(limit), from: limit.from })),
    clients,
    policy,
  };
}

/** The name of the pack that a rule comes from. */
function packOf({ isPacked, from }: Rule): string | undefined {
  return isPacked ? /packs\/([^/]+)\.toml:\d+:\d+$/.exec(from)?.[1] : undefined;
}

function toolPermissions(policy: Policy, tool: Tool): ToolPermissions {
  const lines: PermissionLine[] = [];
  for (const rule of policy.rules) {
    if (rule.tool !== tool) continue;
    const pack = packOf(rule);
    const last = lines.at(-1);
    if (pack === undefined) lines.push({ pattern: rule.pattern, verdict: rule.verdict, from: rule.from });
    else if (last && "pack" in last && last.pack === pack) lines[lines.length - 1] = { pack, rules: last.rules + 1 };
    else lines.push({ pack, rules: 1 });
  }
  return { tool, isNamed: policy.named.includes(tool), intent: policy.otherwise[tool], lines };
}

function packsOf(agents: readonly ReportAgent[]): readonly ReportPack[] {
  const packs = new Map<string, ReportPack>();
  for (const { name, policy } of agents)
    for (const rule of policy?.rules ?? []) {
      const pack = packOf(rule);
      if (pack === undefined) continue;
      const { tool, pattern, verdict, from } = rule;
      const known = packs.get(pack) ?? { name: pack, tool, path: from.replace(/:\d+:\d+$/, ""), rules: [], usedBy: [] };
      const isKnown = known.rules.some((each) => each.from === from);
      packs.set(pack, {
        ...known,
        rules: isKnown ? known.rules : [...known.rules, { pattern, verdict, from }],
        usedBy: known.usedBy.includes(name) ? known.usedBy : [...known.usedBy, name],
      });
    }
  return [...packs.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

type ClientsOf = (name: string, fields: readonly string[]) => readonly ClientSupport[];

function reportSkill({ name, description, path, text }: Skill, { agents }: Model, clientsOf: ClientsOf): ReportItem {
  const usedBy = agents.filter(({ skills }) => skills.some((skill) => skill.name === name)).map((agent) => agent.name);
  return { name, description, path, usedBy, clients: clientsOf(name, Object.keys(text.fields)) };
}

function reportCommand({ name, slug, description, path, behavior }: Command, clientsOf: ClientsOf): ReportItem {
  const fields = Object.entries(behavior).flatMap(([field, value]) =>
    value === undefined ? [] : [`behavior.${field}`],
  );
  return {
    name: slug === name ? name : `${name} (${slug})`,
    description,
    path,
    usedBy: [],
    clients: clientsOf(name, fields),
  };
}

/** How many fields each client supports, and how. */
export function countSupport({ fields }: ClientSupport): Readonly<Record<FieldSupport, number>> {
  const count = (support: FieldSupport): number => fields.filter((each) => each.support === support).length;
  return { native: count("native"), gate: count("gate"), narrowed: count("narrowed"), lost: count("lost") };
}

/** What is narrowed or lost; fields with the same reason are one entry. */
export function notableFields(
  fields: readonly SupportedField[],
): readonly { readonly fields: readonly string[]; readonly support: FieldSupport; readonly why: readonly string[] }[] {
  const groups = new Map<string, { fields: string[]; support: FieldSupport; why: readonly string[] }>();
  for (const { field, support, why } of fields) {
    if (support !== "narrowed" && support !== "lost") continue;
    const key = JSON.stringify([support, why]);
    const group = groups.get(key);
    if (group) group.fields.push(field);
    else groups.set(key, { fields: [field], support, why });
  }
  return [...groups.values()];
}

/** How many rules of each verdict a permission table has, without the rules of packs. */
export function countVerdicts(lines: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  return Object.fromEntries(
    verdicts.map((verdict) => [verdict, lines.filter((each) => each.verdict === verdict).length]),
  ) as Record<Verdict, number>;
}
