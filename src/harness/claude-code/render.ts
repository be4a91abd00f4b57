/** Claude Code: one Markdown file per agent with its tools and its gate. Nothing is merged across agents. */
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile, Value } from "../../model/output.ts";
import type { RenderContext, Renderer, Scope } from "../harness.ts";
import { renderBody, sourcesOf } from "../render/body.ts";
import { printPage } from "../render/front-matter.ts";
import { gateWords } from "../render/gate-command.ts";
import { lateFile } from "../render/lazy-content.ts";
import { renderPolicies } from "../render/policy-file.ts";
import { renderSkills } from "../render/skills.ts";
import { renderCommands } from "./commands.ts";
import { enforcementOf } from "./enforcement.ts";
import { claudeCode } from "./index.ts";
import { losses } from "./losses.ts";
import { claudeSkills } from "./skills.ts";
import { grantedTools } from "./tools.ts";

export const renderer: Renderer = {
  losses,
  enforcement: enforcementOf,
  render: (model, context, report): OutputFile[] => {
    return [
      ...model.agents.map((agent) =>
        lateFile(`agents/${agent.name}.md`, sourcesOf(agent), () => agentPage(agent, model, context)),
      ),
      ...renderPolicies(model.agents),
      ...renderSkills(claudeSkills(model.skills, report)),
      ...renderCommands(model, claudeCode, (agent) => hooks(agent, model, context), report),
    ];
  },
};

function agentPage(agent: Agent, model: Model, context: RenderContext): string {
  const fields: [string, Value | undefined][] = [
    ["name", agent.name],
    ["description", agent.description],
    ["model", model.settings.models["claude-code"]?.[agent.name]],
    // A missing key would give every tool; an empty text gives none.
    ["tools", grantedTools(agent.policy)?.join(", ")],
    ["maxTurns", agent.maxTurns],
    ["skills", agent.skills.length === 0 ? undefined : agent.skills.map(({ name }) => name)],
    ["hooks", agent.policy && hooks(agent, model, context)],
  ];
  const lines = fields.filter((field): field is [string, Value] => field[1] !== undefined);
  return printPage(lines, renderBody(agent));
}

const directories: Readonly<Record<Scope, string>> = {
  user: "${CLAUDE_CONFIG_DIR:-$HOME/.claude}",
  project: "$CLAUDE_PROJECT_DIR/.claude",
};

/**
 * The client's own limit is longer than the wrapper's: when it is reached, the call runs. Claude Code refuses the call
 * then from 2.1.295 on, if `onFailure` says so; an older one ignores that key. With `args` no shell comes in between.
 */
function hooks({ name }: Agent, { settings }: Model, context: RenderContext): Value {
  const policy = `${directories[context.scope]}/surcingle/${name}.json`;
  const call = { harness: "claude-code", policy, answerBegins: '{"hookSpecificOutput":' };
  const [command, ...args] = gateWords(call, settings, context);
  const hook: Value = {
    fields: [
      ["type", "command"],
      ["command", command],
      ["args", args],
      ["timeout", 30],
      ["onFailure", "block"],
    ],
  };
  const matcher: Value = {
    fields: [
      ["matcher", "*"],
      ["hooks", [hook]],
    ],
  };
  return { fields: [["PreToolUse", [matcher]]] };
}
