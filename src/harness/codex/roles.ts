/** A subagent is a role, one TOML file. Where it lies decides who can start it. */
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, Value } from "../../model/output.ts";
import { renderBody } from "../render/body.ts";
import { hasShell } from "./tools.ts";

/**
 * Codex offers every file in `agents/` to every session, also to those without our hook, and no setting of a role takes
 * patches or searches away. So only ungoverned agents lie there; the others are named by our profiles alone.
 */
export function rolePath({ name, policy }: Agent): string {
  return !policy ? `agents/${name}.toml` : `surcingle/roles/${name}.toml`;
}

export function isBehindProfile(agent: Agent): boolean {
  return rolePath(agent).startsWith("surcingle/");
}

/** An unknown key makes Codex ignore the whole file. */
export function roleEntries(agent: Agent, { settings }: Model): Entries {
  const { name, description, policy } = agent;
  const off = policy ? [...(hasShell(policy) ? [] : ["shell_tool"]), "apps", "plugins"] : [];
  const fields: [string, Value | undefined][] = [
    ["name", name],
    ["description", description],
    ["model", settings.models["codex"]?.[name]],
    ["developer_instructions", renderBody(agent)],
    ["features", off.length === 0 ? undefined : { fields: off.map((feature) => [feature, false] as const) }],
  ];
  return fields.filter((field): field is [string, Value] => field[1] !== undefined);
}
