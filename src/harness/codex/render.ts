/** Renders Codex: a profile with its own hook and trust per main agent, a role per subagent. */
import type { Report } from "../../base/diagnostic.ts";
import { printToml } from "../../formats/toml-print.ts";
import type { Agent } from "../../model/agent.ts";
import type { Entries, OutputFile, WholeFile } from "../../model/output.ts";
import { type Policy, type Tool, tools } from "../../model/permission.ts";
import { invocationOf, type Skill, type SkillFile } from "../../model/skill.ts";
import { sandboxSettings } from "../../sandbox/compile.ts";
import type { Enforcement, FieldLoss, LossFinders, Renderer } from "../harness.ts";
import { lazyFile, renderPolicies, sourcesOf } from "../render/agent-files.ts";
import { originText } from "../render/front-matter.ts";
import { openSkills, renderSkills } from "../render/skills.ts";
import { isAlwaysDenied, possibleVerdicts } from "../render/whole-tools.ts";
import { renderCommands } from "./commands.ts";
import { codex } from "./index.ts";
import { maySearch, unenforcedRules } from "./permissions.ts";
import { profileEntries, profilePath } from "./profile.ts";
import { type CodexAgent, codexAgents, isInProfileFolder, mayAllSearch, roleEntries, rolePath } from "./roles.ts";

const { skills = "" } = codex.roots;

/** The file beside SKILL.md that controls who may start a skill. */
const openaiFile = "agents/openai.yaml";
const hidden = "policy:\n  allow_implicit_invocation: false\n";

/** Codex 0.166 hides a skill with this policy from the model. */
export function codexSkills(skills: readonly Skill[], report: Report): Skill[] {
  return skills.map((skill) => {
    if (invocationOf(skill.text.fields).modelInvokes) return skill;
    const own = skill.files.find((file) => file.path === openaiFile);
    const content = withPolicy(own);
    if (content === undefined) {
      const message = `Codex reads \`policy\` in ${openaiFile}, where \`${skill.name}\` contradicts \`disable-model-invocation\``;
      const span = skill.text.at(["disable-model-invocation"], "key");
      const hint = "write `allow_implicit_invocation: false` there, or remove its `policy`";
      report({ code: "not-expressible", severity: "error", message, span, hint });
      return skill;
    }
    const rest = skill.files.filter((file) => file.path !== openaiFile);
    return { ...skill, files: [...rest, { path: openaiFile, content, executable: false }] };
  });
}

/** Keeps the author's own file and adds the policy; undefined if it already has a contradicting one. */
function withPolicy(own: SkillFile | undefined): string | undefined {
  if (!own) return hidden;
  const text = typeof own.content === "string" ? own.content : Buffer.from(own.content).toString("utf8");
  if (/^policy:\s*\n(?:[ \t]+.*\n|[ \t]*\n)*?[ \t]+allow_implicit_invocation:[ \t]*false\b/m.test(text)) return text;
  if (/^["']?policy["']?\s*:|^[{[]/m.test(text)) return undefined;
  return `${text.trimEnd()}${text.trim() === "" ? "" : "\n"}${hidden}`;
}

/** The key of the trust entry contains the path of the profile. */
const fix = "use `apply`, or set `home` in the settings";

const borrowed = "whose hook, sandbox and tool limits also apply to it; it cannot delegate further there";

const losses: LossFinders = {
  description: (model, context) => {
    const agents = codexAgents(model, context);
    return (agent): readonly FieldLoss[] =>
      agents.outcomeOf(agent).isRole ? [] : [{ support: "lost", why: "has descriptions for roles only" }];
  },
  mode: (model, context) => {
    const agents = codexAgents(model, context);
    return (agent) => modeLosses(agent, agents.outcomeOf(agent));
  },
  permissions: (model, context) => {
    const agents = codexAgents(model, context);
    return (agent) => (agent.policy ? permissionLosses(agent, agent.policy, agents.outcomeOf(agent)) : []);
  },
};

function modeLosses(agent: Agent, { profile, isRole }: CodexAgent): readonly FieldLoss[] {
  const { name, mode, policy } = agent;
  const found: FieldLoss[] = [];
  if (mode !== "subagent" && profile === undefined)
    found.push({ support: "lost", why: `reads profiles in the home only, so \`${name}\` is not a main agent here` });
  if (mode === "primary" || !policy || !isInProfileFolder(agent)) return found;
  const why = isRole
    ? `delegates to \`${name}\` only in sessions of the generated profiles, ${borrowed}`
    : `cannot start \`${name}\` here: it needs a profile in the home with a trusted hook. To get one, ${fix}`;
  return [...found, { support: "narrowed", why }];
}

function permissionLosses(agent: Agent, policy: Policy, codexAgent: CodexAgent): readonly FieldLoss[] {
  const { profile, isRole } = codexAgent;
  if (profile === "locked") {
    const why = `skips untrusted hooks, so \`${agent.name}\` has no shell and cannot change files. To change that, ${fix}`;
    return [{ support: "narrowed", why }];
  }
  // An agent that is neither a profile nor such a role is not rendered, which `modeLosses` reports.
  if (profile !== "gated" && !(isRole && isInProfileFolder(agent))) return [];
  return tools.flatMap((part) => (isAlwaysDenied(policy, part) ? [] : toolLosses(part, policy, codexAgent)));
}

function toolLosses(part: Tool, policy: Policy, { roles }: CodexAgent): readonly FieldLoss[] {
  // A tool that the client lacks is not a loss.
  if (part === "webfetch") return [];
  if (part === "websearch") {
    if (!maySearch(policy))
      return [{ part, support: "narrowed", why: "does not run hooks for searches, so search is off" }];
    const why = "has one search setting for a profile and its roles, so search is off for all of them";
    return mayAllSearch(policy, roles) ? [] : [{ part, support: "narrowed", why }];
  }
  const asks = possibleVerdicts(policy, part).has("ask");
  const why = asks ? `cannot ask, so \`ask\` for \`${part}\` becomes deny` : `asks the gate about \`${part}\``;
  const found: FieldLoss = { part, support: asks ? "narrowed" : "gate", why };
  return part === "bash"
    ? [found, { part, support: "narrowed", why: plainSandbox }, ...sandboxLosses(policy)]
    : [found];
}

const plainSandbox = "refuses `rm -f`, and runs commands without network and without writes outside the project";

/** Where Codex's sandbox restricts programs less than ours does elsewhere. The gate still judges every call. */
function sandboxLosses(policy: Policy): readonly FieldLoss[] {
  if (sandboxSettings(policy) === undefined) return [];
  const names = unenforcedRules(policy).map((pattern) => `\`${pattern}\``);
  const rules = `does not enforce ${names.join(", ")} of \`edit\` for programs that a command starts`;
  const outside = "lets programs read files outside the project, except secrets";
  const role = "runs a role in the sandbox of the profile that started it";
  return [...(names.length === 0 ? [] : [rules]), outside, role].map((why) => ({ part: "bash", support: "lost", why }));
}

export const renderer: Renderer = {
  losses,
  enforcement: (policy, { tool, subject }, verdict): Enforcement => {
    if (tool === "webfetch") return { support: "native", how: "the client has no such tool" };
    if (tool === "websearch")
      return maySearch(policy)
        ? { support: "native", how: "search is on" }
        : { support: "narrowed", how: "search is off, because no hook sees it" };
    if (tool === "bash" && isAlwaysDenied(policy, tool)) return { support: "native", how: "the shell is off" };
    if (verdict === "ask") return { support: "narrowed", how: "hooks cannot ask, so it is denied" };
    if (tool === "bash" && verdict === "allow" && /\brm\b.*\s-\w*f/s.test(subject))
      return { support: "narrowed", how: "the client denies `rm -f`, which needs approval" };
    return { support: "gate", how: "the hook in the profile asks the gate, also for the roles of that session" };
  },
  render: (model, context, report): OutputFile[] => {
    const { directory, profiles, roles, rolesOf } = codexAgents(model, context);
    return [
      ...profiles.map((agent) =>
        page(profilePath(agent), agent, () =>
          profileEntries(agent, { settings: model.settings, context, directory, roles: rolesOf(agent) }),
        ),
      ),
      ...roles.map((agent) => page(rolePath(agent), agent, () => roleEntries(agent, model))),
      // Only the hook in a profile reads them.
      ...renderPolicies(context.scope === "user" ? model.agents : []),
      ...renderSkills(codexSkills(openSkills(model.skills), report), skills),
      ...renderCommands(model, { target: codex, context, skills, directory }, report),
    ];
  },
};

function page(path: string, agent: Agent, entries: () => Entries): WholeFile {
  return lazyFile(path, sourcesOf(agent), () => `# ${originText(agent.path)}\n${printToml(entries())}`);
}
