/**
 * Agents for forked skills and isolated commands, which restrict them to their tools, because Claude Code's own
 * `allowed-tools` removes no tool. Seen on 2.1.325: a fork has the tools and hooks of the agent it names; the skill's
 * own hooks do not run in it.
 */
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile, Value } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import { compileToolList, readingTools, splitTools } from "../../policy/tool-list.ts";
import { lazyFile, renderBody, renderPolicies } from "../render/agent-files.ts";
import { commandAgents } from "../render/command-agent.ts";
import { origin, printPage } from "../render/front-matter.ts";
import { delegatesOf, isAlwaysDenied, readFirst } from "../render/whole-tools.ts";
import { claudeCode } from "./index.ts";

interface Fork {
  /** Name of the skill or command. */
  readonly name: string;
  /** The tools as written, as one text. */
  readonly tools: string;
  /** `file:line:col` of the list. */
  readonly place: string;
  /** The agent that the skill or command names. */
  readonly agent: string | undefined;
  readonly from: readonly string[];
}

export interface ForkAgent {
  readonly name: string;
  readonly files: readonly OutputFile[];
}

/** The hook that asks the gate, the same as for agents. */
type HooksOf = (agent: Pick<Agent, "name">) => Value;

const body =
  "You carry out one task in a context of your own. Do what the prompt asks, then report the result in your last message.\n";

/** Undefined if the list has `*`, if the named agent is not ours, or if an agent already has the generated name. */
export function forkAgent(fork: Fork, model: Model, hooksOf: HooksOf): ForkAgent | undefined {
  const agents = [...model.agents, ...commandAgents(model.commands).map(({ agent }) => agent)];
  const base = agents.find((agent) => agent.name === fork.agent);
  const items = splitTools(fork.tools);
  if (items.includes("*") || (fork.agent !== undefined && !base)) return undefined;
  const name = `skill-${fork.name}`;
  if (agents.some((agent) => agent.name === name)) return undefined;
  // A list of tools never restricts reading.
  const list = compileToolList(name, { custom: [...items, ...readingTools].join(" ") }, fork.place)!;
  const hasPatterns = items.some((item) => item.includes("("));
  const page = lazyFile(`agents/${name}.md`, fork.from, () => {
    const granted = base && grantedTools(base.policy);
    const names = [...new Set([...items.map((item) => item.replace(/\(.*$/s, "")), ...readingTools])];
    const hooks = [...(base?.policy ? [hooksOf(base)] : []), ...(hasPatterns ? [hooksOf({ name })] : [])];
    const fields: [string, Value | undefined][] = [
      ["name", name],
      ["description", `Runs \`${fork.name}\` with the tools it lists; not for other work`],
      ["model", base && model.settings.models["claude-code"]?.[base.name]],
      ["tools", names.filter((each) => granted?.includes(each) ?? true).join(", ")],
      ["hooks", hooks.length > 0 ? { fields: [["PreToolUse", hooks.flatMap(preToolUse)]] } : undefined],
    ];
    const lines = fields.filter((field): field is [string, Value] => field[1] !== undefined);
    return printPage([origin(fork.from[0]!), ...lines], base ? renderBody(base) : body);
  });
  const guarded = { name, policy: list.policy, path: fork.from[0]! };
  return { name, files: [page, ...(hasPatterns ? renderPolicies([guarded]) : [])] };
}

function preToolUse(hooks: Value): readonly Value[] {
  const [entry] = (hooks as { readonly fields: readonly (readonly [string, Value])[] }).fields;
  return entry?.[1] as readonly Value[];
}

/** Undefined for an ungoverned agent, which gets every tool. The gate still judges each call of a listed tool. */
export function grantedTools(policy: Policy | undefined): string[] | undefined {
  if (!policy) return undefined;
  const granted = readFirst
    .filter((tool) => !isAlwaysDenied(policy, tool))
    .flatMap((tool) => claudeCode.tools.canonical[tool]);
  return [
    ...granted,
    ...(delegatesOf(policy).length > 0 ? ["Agent"] : []),
    // The second exists only if `surcingle mcp` is configured; the client drops names it does not know.
    ...(policy.skills.length > 0 ? ["Skill", "mcp__surcingle__skill_exec"] : []),
    ...policy.allowTools,
  ];
}
