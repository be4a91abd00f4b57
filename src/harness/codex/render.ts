/** Codex: a profile per main agent with its own hook and trust, a role per subagent. */

import { printToml } from "../../formats/toml-print.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile, WholeFile } from "../../model/output.ts";
import type { Enforcement, RenderContext, Renderer } from "../harness.ts";
import { sourcesOf } from "../render/body.ts";
import { lateFile } from "../render/lazy-content.ts";
import { openSkills } from "../render/open-skills.ts";
import { renderPolicies } from "../render/policy-file.ts";
import { reportSkillLosses } from "../render/skill-losses.ts";
import { renderSkills } from "../render/skills.ts";
import { delegatesOf, isAlwaysDenied } from "../render/whole-tools.ts";
import { renderCommands } from "./commands.ts";
import { profileEntries, profilePath, type Role } from "./profile.ts";
import { type Outcome, reportLosses } from "./report.ts";
import { isBehindProfile, roleEntries, rolePath } from "./roles.ts";
import { codexSkills } from "./skills.ts";
import { maySearch } from "./tools.ts";

const { user: root, skills = "" } = codex.roots;

import { codex } from "./index.ts";

export const renderer: Renderer = {
  enforcement: (policy, { tool, subject }, verdict): Enforcement => {
    if (tool === "webfetch") return { support: "narrowed", how: "there is no such tool" };
    if (tool === "websearch")
      return maySearch(policy)
        ? { support: "native", how: "the search is on" }
        : { support: "narrowed", how: "the search is off, as no hook sees it" };
    if (tool === "bash" && isAlwaysDenied(policy, tool)) return { support: "native", how: "the shell is switched off" };
    if (verdict === "ask") return { support: "narrowed", how: "a hook can ask nobody, so it is denied" };
    if (tool === "bash" && verdict === "allow" && /\brm\b.*\s-\w*f/s.test(subject))
      return { support: "narrowed", how: "the client refuses `rm -f`, as nobody approves it" };
    return { support: "gate", how: "the hook in the profile asks the gate, for the roles of that session too" };
  },
  render: (model, context, report): OutputFile[] => {
    const files = filesOf(model, context);
    for (const agent of model.agents) reportLosses(codex, agent, outcomeOf(agent, files), report);
    reportSkillLosses(codex, model.skills, report);
    return [
      ...files.profiles.map((agent) => page(profilePath(agent), agent, () => profile(agent, model, files))),
      ...files.roles.map((agent) => page(rolePath(agent), agent, () => roleEntries(agent, model))),
      // Only the hook in a profile reads them.
      ...renderPolicies(context.scope === "user" ? model.agents : []),
      ...renderSkills(codexSkills(openSkills(model.skills), report), skills),
      ...renderCommands(model, { target: codex, context, skills, directory: files.directory }, report),
    ];
  },
};

/** Which agent becomes what. A profile is read in the home only, and what needs a profile is nothing without one. */
interface Files {
  readonly context: RenderContext;
  /** The client's directory, absolute, where it is known. */
  readonly directory: string | undefined;
  readonly profiles: readonly Agent[];
  readonly roles: readonly Agent[];
}

function filesOf({ agents, settings }: Model, context: RenderContext): Files {
  const home = context.home ?? settings.home;
  const directory = home && `${home.replace(/\/+$/, "")}/${root}`;
  const profiles = context.scope === "user" ? agents.filter(({ mode }) => mode !== "subagent") : [];
  const gated = directory === undefined ? [] : profiles.filter(({ policy }) => policy);
  const isStarted = ({ name }: Agent): boolean =>
    gated.some(({ policy }) => policy && delegatesOf(policy).includes(name));
  const roles = agents.filter((agent) => agent.mode !== "primary" && (!isBehindProfile(agent) || isStarted(agent)));
  return { context, directory, profiles, roles };
}

function outcomeOf(agent: Agent, { directory, profiles, roles }: Files): Outcome {
  const profile = profiles.includes(agent) ? (directory === undefined ? "closed" : "gated") : undefined;
  return { profile, isRole: roles.includes(agent), roles: rolesOf(agent, roles) };
}

function profile(agent: Agent, { settings }: Model, { context, directory, roles }: Files): Entries {
  return profileEntries(agent, { settings, context, directory, roles: rolesOf(agent, roles) });
}

/** Those that lie in `agents/` are known to every session: named twice, Codex complains. */
function rolesOf({ policy }: Agent, roles: readonly Agent[]): Role[] {
  const own = roles.filter((role) => isBehindProfile(role) && policy && delegatesOf(policy).includes(role.name));
  return own.map((agent) => ({ agent, path: rolePath(agent) }));
}

function page(path: string, agent: Agent, entries: () => Entries): WholeFile {
  return lateFile(path, sourcesOf(agent), () => printToml(entries()));
}
