/** Renders a subagent as a role, one TOML file. Its directory decides who can start it. */
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, Value } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import type { RenderContext } from "../harness.ts";
import { renderBody } from "../render/agent-files.ts";
import { delegatesOf } from "../render/whole-tools.ts";
import { codex } from "./index.ts";
import { deniedFeatures, maySearch } from "./permissions.ts";

/**
 * Codex offers every file in `agents/` to every session, even those without our hook, and no setting of a role removes
 * patches or searches. So only ungoverned agents are there; the others are named only by our profiles.
 */
export function rolePath({ name, policy }: Agent): string {
  return !policy ? `agents/${name}.toml` : `surcingle/roles/${name}.toml`;
}

export function isInProfileFolder(agent: Agent): boolean {
  return rolePath(agent).startsWith("surcingle/");
}

/** An unknown key makes Codex ignore the whole file. */
export function roleEntries(agent: Agent, { settings }: Model): Entries {
  const { name, description, policy } = agent;
  const off = policy ? [...deniedFeatures(policy), "apps", "plugins"] : [];
  const fields: [string, Value | undefined][] = [
    ["name", name],
    ["description", description],
    ["model", settings.models["codex"]?.[name]],
    ["developer_instructions", renderBody(agent)],
    ["features", off.length === 0 ? undefined : { fields: off.map((feature) => [feature, false] as const) }],
  ];
  return fields.filter((field): field is [string, Value] => field[1] !== undefined);
}

/** A role that only a profile knows, whose hook also judges it. */
export interface ProfileRole {
  readonly agent: Agent;
  readonly path: string;
}

/** How one agent is rendered. */
export interface CodexAgent {
  /** It is a profile. Either its hook is trusted, or the profile is locked. */
  readonly profile: "gated" | "locked" | undefined;
  /** It is a role that some session can start. */
  readonly isRole: boolean;
  /** The roles that only its own profile knows. */
  readonly roles: readonly ProfileRole[];
}

/**
 * How all agents are rendered. Codex reads profiles only in the home; an agent that needs one is not rendered without
 * it.
 */
interface CodexAgents {
  /** The client's directory, absolute, if known. */
  readonly directory: string | undefined;
  readonly profiles: readonly Agent[];
  readonly roles: readonly Agent[];
  /** Without those in `agents/`, which every session knows: Codex complains about a role that is named twice. */
  readonly rolesOf: (agent: Agent) => readonly ProfileRole[];
  readonly outcomeOf: (agent: Agent) => CodexAgent;
}

export function codexAgents({ agents, settings }: Model, context: RenderContext): CodexAgents {
  const home = context.home ?? settings.home;
  const directory = home && `${home.replace(/\/+$/, "")}/${codex.roots.user}`;
  const profiles = context.scope === "user" ? agents.filter(({ mode }) => mode !== "subagent") : [];
  const started = new Set(
    directory === undefined ? [] : profiles.flatMap(({ policy }) => (policy ? delegatesOf(policy) : [])),
  );
  const roles = agents.filter(
    (agent) => agent.mode !== "primary" && (!isInProfileFolder(agent) || started.has(agent.name)),
  );
  const behind = roles.filter(isInProfileFolder);
  const rolesOf = ({ policy }: Agent): readonly ProfileRole[] => {
    if (behind.length === 0) return [];
    const delegates = new Set(policy ? delegatesOf(policy) : []);
    return behind.filter(({ name }) => delegates.has(name)).map((agent) => ({ agent, path: rolePath(agent) }));
  };
  const [isProfile, isRole] = [new Set(profiles), new Set(roles)];
  const outcomeOf = (agent: Agent): CodexAgent => ({
    profile: isProfile.has(agent) ? (directory === undefined ? "locked" : "gated") : undefined,
    isRole: isRole.has(agent),
    roles: rolesOf(agent),
  });
  return { directory, profiles, roles, rolesOf, outcomeOf };
}

/** A role searches if its profile does, whatever its own file says. */
export function mayAllSearch(policy: Policy, roles: readonly ProfileRole[]): boolean {
  return maySearch(policy) && roles.every(({ agent }) => agent.policy !== undefined && maySearch(agent.policy));
}
