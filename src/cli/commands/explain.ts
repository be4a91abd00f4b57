/** `surcingle explain`: what the policy says about one call, why, and how each harness holds to it. */

import { homedir } from "node:os";
import { resolve } from "node:path";
import { nearest } from "../../base/nearest.ts";
import { visible } from "../../base/visible.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import type { Harness } from "../../harness/harness.ts";
import { rendererOf } from "../../harness/renderers.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import { type Tool, type ToolCall, tools } from "../../model/permission.ts";
import { decide } from "../../policy/decide.ts";
import type { Decision } from "../../policy/decision.ts";
import { describeEffects, explainDecision } from "../../policy/explain.ts";
import { shellNames } from "../../policy/shell/dialects.ts";
import {
  type Command,
  chosenHarnesses,
  commonHelp,
  commonOptions,
  readOptions,
  textOption,
  usageError,
} from "../options.ts";
import { loadModel } from "../outputs.ts";
import { makePrinter } from "../print.ts";
import { explainBatch } from "./explain-batch.ts";
import { explainDelegate } from "./explain-delegate.ts";
import { explainedAgents } from "./explained-agents.ts";

export const explain: Command = {
  help: `Usage: surcingle explain AGENT TOOL INPUT [--cwd DIR] [OPTIONS]
       surcingle explain AGENT delegate NAME [OPTIONS]
       surcingle explain --batch [OPTIONS] < questions.jsonl

AGENT is an agent, or a command with \`execution: agent\`. TOOL is one of ${tools.join(", ")}.
INPUT is the command line, path, address or text the tool is asked to act on.
With \`delegate\`, the answer is whether AGENT may delegate to the agent NAME, with a call that shows the difference.

Options:
  --cwd DIR        where the agent works (default: here); the project is the git work tree around it
  --shell SHELL    the shell that runs commands: bash, zsh, dash (default: not known, so what shells read differently
                   is at best asked about)
  --batch          one question per line as JSON: {"agent": "chiron", "tool": "bash", "input": "ls"}, or with
                   {"permissions": {"bash": {"intent": "ask", "rules": []}}} in place of an agent; "cwd" (then also the
                   project), "home" and "shell" may be given and need not exist. One line {"verdict", "reason"} for each

${commonHelp}
Examples:
  surcingle explain chiron bash "git push --force"
  surcingle explain chiron edit src/main.ts --harness opencode
  surcingle explain chiron delegate writer
  echo '{"agent":"chiron","tool":"bash","input":"ls"}' | surcingle explain --batch
`,
  run: async (context) => {
    const table = {
      ...commonOptions,
      cwd: { type: "string" },
      shell: { type: "string" },
      batch: { type: "boolean" },
    } as const;
    const given = readOptions(context.argv, table, { min: 0, max: 3 });
    const printer = makePrinter(context, given);
    if (given.values["batch"] === true) return explainBatch(context, given, printer);
    const [name, tool, input] = given.positionals;
    if (name === undefined || tool === undefined || input === undefined)
      throw usageError("AGENT, TOOL and INPUT are needed");
    const call = tool === "delegate" ? undefined : { tool: knownTool(tool), subject: input };
    const model = await loadModel(given, printer);
    if (!model) return 1;
    const agent = knownAgent(model, name);
    if (!agent.policy) {
      printer.emit({ agent: name, tool, input, verdict: "ungoverned", reason: "the agent has no permissions" });
      printer.say(`${name} is ungoverned: it has no permissions, so each harness's own defaults apply`);
      return 0;
    }
    if (!call) {
      explainDelegate(model, agent, input, printer);
      return 0;
    }
    const cwd = resolve(context.cwd, textOption(given, "cwd") ?? ".");
    const shell = knownShell(textOption(given, "shell"));
    const surroundings = { ...diskSurroundings(cwd, cwd, context.env["HOME"] ?? homedir()), shell };
    const decision = decide(agent.policy, call, surroundings);
    const effects = call.tool === "bash" ? describeEffects(input, shell) : [];
    const reason = explainDecision(agent.policy, call, decision);
    const enforced = chosenHarnesses(given).map((harness) => ({
      harness: harness.id,
      ...enforcement(harness, agent, call, decision),
    }));
    printer.emit({
      agent: name,
      tool,
      input,
      verdict: decision.verdict,
      reason,
      parts: decision.parts?.map((part) => partOf(agent, call, part)),
      effects,
      enforced,
    });
    printer.say(visible(reason.replace(/^surcingle: /, "")));
    for (const part of decision.parts ?? [])
      printer.say(`  ${visible(explainDecision(agent.policy, call, part).replace(/^surcingle: [^:]*: /, ""))}`);
    for (const effect of effects) printer.say(`  effect: ${visible(effect)}`);
    const width = Math.max(...enforced.map(({ harness }) => harness.length));
    for (const { harness, support, how } of enforced) printer.say(`${harness.padEnd(width)}  ${support}: ${how}`);
    return 0;
  },
};

function partOf({ policy }: Agent, call: ToolCall, part: Decision): { verdict: string; reason: string } {
  return { verdict: part.verdict, reason: explainDecision(policy!, call, part) };
}

function enforcement(harness: Harness, { policy }: Agent, call: ToolCall, { verdict }: Decision) {
  return rendererOf(harness.id).enforcement(policy!, call, verdict);
}

function knownShell(name: string | undefined): string | undefined {
  if (name === undefined || shellNames.includes(name)) return name;
  throw usageError(`unknown shell \`${name}\`; known are ${shellNames.join(", ")}`);
}

export function knownTool(name: string): Tool {
  const tool = tools.find((each) => each === name);
  if (tool) return tool;
  const guess = nearest(name, [...tools, "delegate"]);
  throw usageError(
    `unknown tool \`${name}\`${guess ? `; did you mean \`${guess}\`?` : `; known are ${tools.join(", ")}`}`,
  );
}

function knownAgent(model: Model, name: string): Agent {
  const agents = explainedAgents(model);
  const agent = agents.get(name);
  if (agent) return agent;
  if (model.commands.some((command) => command.name === name || command.slug === name))
    throw usageError(`the command \`${name}\` has no permissions of its own: name the agent that it is started in`);
  const names = [...agents.keys()];
  const guess = nearest(name, names);
  throw usageError(
    `unknown agent \`${name}\`${guess ? `; did you mean \`${guess}\`?` : `; known are ${names.join(", ")}`}`,
  );
}
