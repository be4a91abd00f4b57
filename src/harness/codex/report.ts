/** What an agent loses on Codex, or has more strictly there. */
import type { Report } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";
import { type Policy, tools } from "../../model/permission.ts";
import { losses, reportTags } from "../render/losses.ts";
import { isAlwaysDenied, possibleVerdicts } from "../render/whole-tools.ts";
import { mayAllSearch, type Role } from "./profile.ts";
import { isBehindProfile } from "./roles.ts";
import { maySearch } from "./tools.ts";

/** What became of one agent. */
export interface Outcome {
  /** It is a profile; then the hook in it is trusted, or the profile is closed. */
  readonly profile: "gated" | "closed" | undefined;
  /** It is a role that some session can start. */
  readonly isRole: boolean;
  /** The roles that only its own profile knows. */
  readonly roles: readonly Role[];
}

/** The key of the trust holds the path of the profile. */
const cure = "use `apply`, or name the `home` in the settings";

const borrowed = "whose hook, sandbox and lack of tools hold for it too; there it starts no other agent";

type Lose = ReturnType<typeof losses>;

export function reportLosses(
  harness: { readonly id: string; readonly title: string },
  agent: Agent,
  outcome: Outcome,
  report: Report,
): void {
  const lose = losses(harness, report);
  reportTags(agent, lose);
  if (agent.displayName !== undefined) lose(agent, "display_name", "lost", "has no label for an agent");
  if (agent.maxTurns !== undefined) lose(agent, "max_turns", "lost", "has no limit of turns");
  reportMode(agent, outcome, lose);
  if (!agent.policy) return;
  if (outcome.profile === "closed") reportClosed(agent, lose);
  // A role without a hook is one that needs none, and what is nothing at all has no permissions either.
  else if (outcome.profile === "gated" || (outcome.isRole && isBehindProfile(agent)))
    reportPermissions(agent, agent.policy, outcome, lose);
}

function reportMode(agent: Agent, { profile, isRole }: Outcome, lose: Lose): void {
  const { name, mode, policy } = agent;
  if (mode !== "subagent" && profile === undefined)
    lose(agent, "mode", "lost", `reads profiles in the home only, so \`${name}\` is no main agent here`);
  if (mode === "primary" || !policy || !isBehindProfile(agent)) return;
  const why = isRole
    ? `gives work to \`${name}\` only in sessions of our profiles, ${borrowed}`
    : `cannot start \`${name}\` here: it needs a profile in the home with a trusted hook, so ${cure}`;
  lose(agent, "mode", "narrowed", why);
}

function reportClosed(agent: Agent, lose: Lose): void {
  const why = `skips a hook that is not trusted: \`${agent.name}\` has no shell and changes no file, so ${cure}`;
  lose(agent, "permissions", "narrowed", why);
}

function reportPermissions(agent: Agent, policy: Policy, outcome: Outcome, lose: Lose): void {
  for (const tool of tools) {
    const field = `permissions.${tool}`;
    const possible = possibleVerdicts(policy, tool);
    if (isAlwaysDenied(policy, tool)) continue;
    if (tool === "webfetch") lose(agent, field, "lost", "has no tool for `webfetch`");
    else if (tool === "websearch") reportSearch(agent, policy, outcome, lose);
    else if (possible.has("ask"))
      lose(agent, field, "narrowed", `asks nobody: what is \`ask\` for \`${tool}\` is denied`);
    else lose(agent, field, "gate", `asks the gate about \`${tool}\``);
  }
  if (!isAlwaysDenied(policy, "bash")) {
    const why = "refuses `rm -f`, and runs commands without network and without writing outside the project";
    lose(agent, "permissions.bash", "narrowed", why);
  }
}

function reportSearch(agent: Agent, policy: Policy, { roles }: Outcome, lose: Lose): void {
  if (!maySearch(policy)) lose(agent, "permissions.websearch", "narrowed", "lets no hook see a search, so it is off");
  else if (!mayAllSearch(policy, roles))
    lose(agent, "permissions.websearch", "narrowed", "searches in the roles as in the profile, so it is off for both");
}
