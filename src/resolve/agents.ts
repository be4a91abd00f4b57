/** Resolves agent documents to agents: their texts, skills and policy. */
import type { Code } from "../base/codes/all.ts";
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { fileStart, type Span } from "../base/source.ts";
import { limitsOf } from "../capability/limits.ts";
import type { Agent } from "../model/agent.ts";
import { type Policy, tools, type Verdict } from "../model/permission.ts";
import type { Role } from "../model/role.ts";
import { sandboxUnlessDefault } from "../model/sandbox.ts";
import type { Settings } from "../model/settings.ts";
import type { Skill } from "../model/skill.ts";
import type { AgentDocument } from "../parse/agent.ts";
import type { RuleDocument } from "../parse/permissions.ts";
import { compilePolicy } from "../policy/compile.ts";
import { findAllowsMore, findUnreachable } from "../policy/rule-checks.ts";
import type { Layered } from "./layers.ts";
import { expandPacks, type PackSet } from "./packs.ts";
import { resolveContext, resolveRules, resolveSkills } from "./references.ts";
import type { RoleSet } from "./role-layers.ts";

/** Sorted by name, as the layers are. */
export function resolveAgents(
  layered: Layered,
  { roles: set, packs }: { readonly roles: RoleSet; readonly packs: PackSet },
  settings: Settings,
  report: Report,
): Agent[] {
  const isGoverned = ({ fields, role }: AgentDocument): boolean =>
    fields.permissions !== undefined || role !== undefined;
  return layered.agents.flatMap(({ agent, root }) => {
    const { fields, toml, prompt, directory } = agent;
    const skills = resolveSkills(agent, layered, report);
    const rules = resolveRules(agent, layered, report);
    const context = resolveContext(agent, root, layered, report);
    const own = expandPacks(agent, packs, report);
    reportUnreachable(agent, own, report);
    const role = resolveRole(agent, set, report);
    if (!isGoverned(agent)) reportUngoverned(agent, report);
    const policy = isGoverned(agent) ? policyOf(agent, own, { role, skills, settings }) : undefined;
    if (policy) reportAllowsMore(agent, own, policy, report);
    if (!prompt || prompt.text.trim() === "") return reportNoPrompt(agent, report);
    return [
      {
        skills,
        rules,
        context,
        name: fields.name,
        displayName: fields.display_name,
        description: fields.description,
        mode: fields.mode,
        tags: fields.tags,
        maxTurns: fields.max_turns,
        prompt: { ref: "system-prompt.md", text: prompt.text, path: `agents/${directory}/system-prompt.md` },
        ...(role && { role }),
        delegates: fields.delegates,
        policy,
        span: toml.at(["name"]),
        spanOf: spansOf(toml),
        path: toml.file.path,
      },
    ];
  });
}

/** Caches the spans: every harness asks for the same few and keeps them. */
function spansOf(toml: AgentDocument["toml"]): Agent["spanOf"] {
  const known = new Map<string, Span>();
  return (...path) => {
    const key = path.join("\0");
    const span = known.get(key) ?? toml.at(path, "key");
    known.set(key, span);
    return span;
  };
}

/** Without its role, the agent would lose the role's limits, so a missing role is an error. */
function resolveRole({ fields, toml, role }: AgentDocument, set: RoleSet, report: Report): Role | undefined {
  if (!role) return undefined;
  const found = set.roles.get(role.name);
  const problem = (code: Code, message: string, label: string, hint: string | undefined): void =>
    report({ code, severity: "error", message, span: toml.at([role.field]), label, hint });
  if (!found && !set.broken.has(role.name)) {
    const guess = nearest(role.name, set.roles.keys());
    const message = `agent \`${fields.name}\` uses unknown role \`${role.name}\``;
    problem("unknown-role", message, `no roles/${role.name}.toml`, didYouMean(guess));
  }
  if (found && !found.spawnable && fields.mode === "subagent") {
    const message = `agent \`${fields.name}\` is a subagent, but role \`${role.name}\` is for primary agents only`;
    const hint = 'write `mode = "primary"`, or choose another role (RULE 0.13)';
    problem("role-not-spawnable", message, "not spawnable", hint);
  }
  return found;
}

function policyOf(
  { fields }: AgentDocument,
  rules: readonly RuleDocument[],
  {
    role,
    skills,
    settings,
  }: {
    readonly role: Role | undefined;
    readonly skills: readonly Skill[];
    readonly settings: Settings;
  },
): Policy {
  const permissions = Object.fromEntries(
    tools.flatMap((tool) => {
      const authored: { readonly intent: Verdict } | undefined = fields.permissions?.[tool];
      return authored ? [[tool, { intent: authored.intent, rules: rules.filter((rule) => rule.tool === tool) }]] : [];
    }),
  );
  // A skill that starts a separate agent would be delegation to any agent it names.
  const loadable = skills.filter(({ isForked }) => !isForked).map(({ name }) => name);
  // There is no task here, so restrictions that only a task sets do not apply.
  const limits = role ? limitsOf(role, undefined) : [];
  const listed = role?.tools?.allowed;
  const allowTools = listed ? settings.allowTools.filter((tool) => listed.includes(tool)) : settings.allowTools;
  const { log } = settings;
  const policy = compilePolicy({ agent: fields.name, permissions, limits, skills: loadable, allowTools, log });
  const sandbox = sandboxUnlessDefault(settings.sandbox);
  return sandbox ? { ...policy, sandbox } : policy;
}

function reportUnreachable({ toml }: AgentDocument, rules: readonly RuleDocument[], report: Report): void {
  for (const tool of tools) {
    const own = rules.filter((rule) => rule.tool === tool);
    for (const { index, coveredBy } of findUnreachable(own, tool, ({ isPacked }) => isPacked === true)) {
      const [rule, earlier] = [own[index]!, own[coveredBy]!];
      // Not reported: the pack may change, so repeating one of its rules is useful.
      if (earlier.isPacked && earlier.verdict === rule.verdict) continue;
      report({
        code: "unreachable-rule",
        severity: "warning",
        message: `the rule \`${rule.pattern}:${rule.verdict}\` of \`${tool}\` can never match`,
        span: toml.at(["permissions", tool, "rules", rule.index]),
        label: `\`${earlier.pattern}\` at ${earlier.from} covers it`,
        hint:
          rule.verdict === earlier.verdict
            ? "remove it"
            : "the first match decides: put specific rules before general ones",
      });
    }
  }
}

function reportAllowsMore(
  { toml, fields }: AgentDocument,
  rules: readonly RuleDocument[],
  policy: Policy,
  report: Report,
): void {
  for (const { index, program } of findAllowsMore(policy)) {
    const { pattern, from } = policy.rules[index]!;
    const rule = rules.find((each) => each.from === from && each.pattern === pattern);
    if (!rule) continue;
    report({
      code: "allows-more",
      severity: "warning",
      message: `agent \`${fields.name}\` is read-only, but its rule \`${pattern}:allow\` lets \`${program}\` run arbitrary code`,
      span: toml.at(["permissions", "bash", "rules", rule.index]),
      label: "code can change files",
      hint: `allow specific commands, as in \`${program} --version:allow\`, or use \`ask\``,
    });
  }
}

function reportUngoverned({ fields, toml }: AgentDocument, report: Report): void {
  report({
    code: "ungoverned-agent",
    severity: "warning",
    message: `agent \`${fields.name}\` has no permissions: each client's own defaults apply`,
    span: toml.at(["name"]),
    label: "ungoverned",
    hint: 'add at least `[permissions.bash]` with `intent = "ask"`; tools that are not listed then default to `ask`',
  });
}

function reportNoPrompt({ fields, toml, prompt, directory }: AgentDocument, report: Report): [] {
  report({
    code: "missing-prompt",
    severity: "error",
    message: `agent \`${fields.name}\` has ${prompt ? "an empty" : "no"} system-prompt.md`,
    span: prompt ? fileStart(prompt) : toml.at(["name"]),
    label: prompt ? undefined : `agents/${directory}/system-prompt.md does not exist`,
    hint: "write the agent's prompt to that file",
  });
  return [];
}
