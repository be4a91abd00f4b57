/** `surcingle explain`: shows the decision on one call, the reason, and how each harness enforces it. */

import { homedir } from "node:os";
import { resolve } from "node:path";
import { listed, visible } from "../../base/text.ts";
import { selectHarnesses } from "../../build/generate.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import type { Harness } from "../../harness/harness.ts";
import { rendererOf } from "../../harness/renderers.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import { type Policy, type Tool, type ToolCall, tools } from "../../model/permission.ts";
import { decide } from "../../policy/decide.ts";
import type { Decision } from "../../policy/decision.ts";
import { describeEffects, explainDecision } from "../../policy/explain.ts";
import { shellNames } from "../../policy/shell/dialects.ts";
import type { Surroundings } from "../../policy/surroundings.ts";
import { compileSandbox, sandboxSettings } from "../../sandbox/compile.ts";
import { changesGit, describeSandbox } from "../../sandbox/describe.ts";
import { defineCommand, nearestHint, usageError } from "../command.ts";
import { chosenHarnesses, explainedAgents, loadModel, paintVerdict, renderOptions } from "../outputs.ts";
import { explainBatch } from "./explain-batch.ts";
import { explainDelegate } from "./explain-delegate.ts";

export const explain = defineCommand({
  name: "explain",
  summary: "explain what an agent may do, and how each client enforces it",
  usage: [
    "explain AGENT TOOL INPUT [OPTIONS]",
    "explain AGENT delegate NAME [OPTIONS]",
    "explain --batch [OPTIONS] < FILE",
  ],
  arguments: [
    { name: "AGENT", text: "an agent, or a command with `execution: agent`", isOptional: true },
    { name: "TOOL", text: `${tools.join(", ")}, or delegate`, isOptional: true },
    {
      name: "INPUT",
      text: "command line, path, address or text that the tool gets; for `delegate`, an agent",
      isOptional: true,
    },
  ],
  options: {
    cwd: { value: "DIR", text: "where the agent works (default: here); the project is the git work tree around it" },
    shell: {
      value: "SHELL",
      text: "shell that runs commands; if not set, commands that shells parse differently need approval",
      choices: shellNames,
    },
    batch: { text: "read questions from standard input, see below" },
    ...renderOptions,
  },
  tables: [
    {
      title: "Batch",
      rows: [
        [
          "question",
          'one JSON object per line: {"agent": "chiron", "tool": "bash", "input": "ls"}, or with {"permissions": {"bash": {"intent": "ask", "rules": []}}} in place of `agent`',
        ],
        ["", "optional: `cwd` (also used as the project), `home` and `shell`; the directories need not exist"],
        ["answer", 'one line {"verdict", "reason"} for each, in order; exits with 1 if a question is not valid'],
      ],
    },
  ],
  examples: [
    'surcingle explain chiron bash "git push --force"',
    "surcingle explain chiron edit src/main.ts --harness opencode",
    "surcingle explain chiron delegate writer",
    'echo \'{"agent":"chiron","tool":"bash","input":"ls"}\' \\\n  | surcingle explain --batch',
  ],
  run: async (context) => {
    const { options, printer } = context;
    if (options.batch) return explainBatch(context);
    const [name, tool, input] = context.words;
    if (name === undefined || tool === undefined || input === undefined) throw usageError("pass AGENT, TOOL and INPUT");
    const call = tool === "delegate" ? undefined : { tool: knownTool(tool), subject: input };
    const model = await loadModel(options, printer);
    if (!model) return 1;
    const agent = knownAgent(model, name);
    if (!agent.policy) {
      printer.emit({ agent: name, tool, input, verdict: "ungoverned", reason: "the agent has no permissions" });
      printer.say(`${name} is ungoverned: it has no permissions, so each client's own defaults apply`);
      return 0;
    }
    if (!call) {
      explainDelegate(model, agent, input, printer);
      return 0;
    }
    const cwd = resolve(context.cwd, options.cwd ?? ".");
    const { shell } = options;
    const surroundings = { ...diskSurroundings(cwd, cwd, context.env["HOME"] ?? homedir()), shell };
    const decision = decide(agent.policy, call, surroundings);
    const effects = call.tool === "bash" ? describeEffects(input, shell) : [];
    const reason = explainDecision(agent.policy, call, decision);
    const sandbox =
      call.tool === "bash" && decision.verdict !== "deny"
        ? explainSandbox(
            agent.policy,
            surroundings,
            { isApproved: decision.verdict === "ask", command: input },
            context.env,
          )
        : undefined;
    const chosen = { harnesses: chosenHarnesses(options), isChosen: options.harness.length > 0 };
    const enforced = selectHarnesses(chosen, model.settings).harnesses.map((harness) => ({
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
      ...(sandbox && { sandbox }),
      enforced,
    });
    const sayDecision = (first: string, text: string, { verdict }: Decision): void =>
      printer.say(
        `${first}${visible(text)}`.replace(/(?<=^\s*|: )(?:allow|ask|deny)(?= )/, paintVerdict(printer, verdict)),
      );
    sayDecision("", reason.replace(/^surcingle: /, ""), decision);
    for (const part of decision.parts ?? []) {
      const text = explainDecision(agent.policy, call, part);
      if (text !== reason) sayDecision("  ", text.replace(/^surcingle: [^:]*: /, ""), part);
    }
    for (const effect of joinEffects(effects)) printer.say(`  effect: ${visible(effect)}`);
    if (sandbox) printer.say(`  runs in a sandbox: ${visible(sandbox.permits.join("; "))}`);
    for (const { rule, fit, why } of sandbox?.rules ?? [])
      if (fit !== "exact")
        printer.say(`  sandbox, ${visible(rule)}: ${fit === "existing" ? "existing files only" : fit}, ${why}`);
    const width = Math.max(...enforced.map(({ harness }) => harness.length));
    for (const { harness, support, how } of enforced) printer.say(`${harness.padEnd(width)}  ${support}: ${how}`);
    return 0;
  },
});

/** Merges the effects of one program into one line. */
function joinEffects(effects: readonly string[]): readonly string[] {
  const bySubject = new Map<string, string[]>();
  for (const effect of effects) {
    const [, subject, verb] = /^(`[^`]*`) (.*)$/s.exec(effect) ?? [undefined, "", effect];
    bySubject.set(subject!, [...(bySubject.get(subject!) ?? []), verb!]);
  }
  return [...bySubject].flatMap(([subject, verbs]) => (subject === "" ? verbs : [`${subject} ${listed(verbs)}`]));
}

/** What a program started by the command can reach; undefined if the agent has no sandbox. */
function explainSandbox(
  policy: Policy,
  surroundings: Surroundings,
  { isApproved, command }: { readonly isApproved: boolean; readonly command: string },
  env: NodeJS.ProcessEnv,
) {
  const settings = sandboxSettings(policy);
  if (!settings) return undefined;
  const searchPath = env["PATH"] ?? "";
  const sandbox = compileSandbox({
    ...{ policy, surroundings, settings, isApproved, searchPath },
    changesGit: changesGit(command),
    gitDirectories: [],
  });
  if ("problem" in sandbox) return { permits: [`nothing, because ${sandbox.problem}`], rules: [] };
  return {
    permits: [...describeSandbox(sandbox, surroundings.projectRoot, surroundings.home), ...sandbox.notes],
    rules: sandbox.fits.map(({ rule, kind, why }) => ({
      rule: `${rule.tool} \`${rule.pattern}:${rule.verdict}\``,
      fit: kind,
      why,
    })),
  };
}

function partOf({ policy }: Agent, call: ToolCall, part: Decision): { verdict: string; reason: string } {
  return { verdict: part.verdict, reason: explainDecision(policy!, call, part) };
}

function enforcement(harness: Harness, { policy }: Agent, call: ToolCall, { verdict }: Decision) {
  return rendererOf(harness.id).enforcement(policy!, call, verdict);
}

function knownTool(name: string): Tool {
  const tool = tools.find((each) => each === name);
  if (tool) return tool;
  const hint = nearestHint(name, [...tools, "delegate"]) || `; choose from ${tools.join(", ")}`;
  throw usageError(`unknown tool \`${name}\`${hint}`);
}

function knownAgent(model: Model, name: string): Agent {
  const agents = explainedAgents(model);
  const agent = agents.get(name);
  if (agent) return agent;
  if (model.commands.some((command) => command.name === name || command.slug === name))
    throw usageError(`the command \`${name}\` has no permissions of its own: pass the agent that runs it`);
  const names = [...agents.keys()];
  const hint =
    nearestHint(name, names) || (names.length > 0 ? `; choose from ${names.join(", ")}` : "; no agent is defined here");
  throw usageError(`unknown agent \`${name}\`${hint}`);
}
