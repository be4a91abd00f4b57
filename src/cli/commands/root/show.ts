/** `surcingle show AGENT`: shows what an agent may do on each client, why, and how to start it. */
import { plural, visible, wrap } from "../../../base/text.ts";
import { selectHarnesses } from "../../../build/generate.ts";
import { codecs } from "../../../harness/codecs.ts";
import type { Harness } from "../../../harness/harness.ts";
import type { Agent } from "../../../model/agent.ts";
import type { Model } from "../../../model/model.ts";
import { type Policy, type Tool, tools, type Verdict } from "../../../model/permission.ts";
import { type CliCall, defineCommand, nearestHint, usageError } from "../../command.ts";
import {
  chosenHarnesses,
  explainedAgents,
  paintVerdict,
  type RenderValues,
  renderOptions,
  resolveModel,
} from "../../outputs.ts";

export const show = defineCommand({
  name: "show",
  summary: "show what an agent may do on each client",
  description: [
    "Prints where the agent is defined, what each client does with a call that no rule matches, and how to start the agent there. A `+` means that there are rules; `surcingle explain` answers for one call.",
  ],
  arguments: [{ name: "AGENT", text: "an agent of the roots" }],
  options: renderOptions,
  examples: ["surcingle show reviewer", "surcingle show reviewer --harness codex", "surcingle show reviewer --json"],
  run: async (call) => {
    const { options, printer, words } = call;
    const model = await resolveModel(options, printer);
    if (!model) return 1;
    const agents = explainedAgents(model);
    const agent = agents.get(words[0]!);
    if (!agent) {
      const hint = nearestHint(words[0]!, agents.keys()) || "; `surcingle list` lists them";
      throw usageError(`unknown agent \`${visible(words[0]!)}\`${hint}`);
    }
    const harnesses = shownHarnesses(options, model).filter(({ start }) => start !== undefined);
    printer.emit(showJson(agent, harnesses));
    sayAgent(call, agent);
    if (agent.policy) sayTable(call, agent.policy, harnesses);
    else printer.say("\nIt has no [permissions], so each client's own defaults apply.");
    printer.say(`\n${printer.paint("bold", "start it with")}`);
    const width = Math.max(...harnesses.map(({ title }) => title.length));
    for (const harness of harnesses)
      printer.say(`  ${harness.title.padEnd(width)}  ${startOf(harness, agent, model.settings.piPrimary)}`);
    return 0;
  },
});

function shownHarnesses(options: RenderValues, { settings }: Model): readonly Harness[] {
  return selectHarnesses({ harnesses: chosenHarnesses(options), isChosen: options.harness.length > 0 }, settings)
    .harnesses;
}

function sayAgent({ printer }: Pick<CliCall, "printer">, agent: Agent): void {
  const { name, displayName, description, mode, skills, rules, context, role, policy, path, maxTurns } = agent;
  const rows: readonly (readonly [string, string])[] = [
    ["agent", displayName ? `${name} (${displayName})` : name],
    ["about", description],
    ["file", path],
    [
      "mode",
      {
        primary: "primary: you start it",
        subagent: "subagent: other agents start it",
        all: "all: you or other agents start it",
      }[mode],
    ],
    ["max turns", maxTurns === undefined ? "" : String(maxTurns)],
    ["role", role?.name ?? ""],
    ["skills", skills.map((skill) => skill.name).join(", ")],
    ["rules", rules.map(({ ref }) => ref).join(", ")],
    ["context", context.map(({ ref }) => ref).join(", ")],
    ["delegates", policy ? policy.delegates.join(", ") || "none" : ""],
  ];
  for (const [label, text] of rows.filter(([, each]) => each !== "")) {
    const [first = "", ...rest] = wrap(visible(text), 68).split("\n");
    printer.say(
      [`${printer.paint("bold", label.padEnd(10))} ${first}`, ...rest.map((line) => `${" ".repeat(11)}${line}`)].join(
        "\n",
      ),
    );
  }
}

const labels: Readonly<Record<Tool, string>> = {
  bash: "bash",
  edit: "edit",
  read: "read",
  webfetch: "webfetch",
  websearch: "websearch",
  question: "question",
  external_directory: "outside",
};

function sayTable({ printer }: Pick<CliCall, "printer">, policy: Policy, harnesses: readonly Harness[]): void {
  const widths = harnesses.map(({ title }) => Math.max(title.length, 8));
  const head = harnesses.map(({ title }, i) => title.padEnd(widths[i]!)).join("  ");
  printer.say(`\n${printer.paint("bold", `${"".padEnd(10)} ${"rules".padEnd(6)} ${head}`.trimEnd())}`);
  let isTurned = false;
  let isMissing = false;
  for (const tool of tools) {
    const rules = policy.rules.filter((rule) => rule.tool === tool).length;
    const cells = harnesses.map((harness, i) => {
      const verdict = verdictOn(harness, policy, tool);
      isMissing ||= verdict === undefined;
      if (verdict === undefined) return "-".padEnd(widths[i]!);
      isTurned ||= verdict !== policy.otherwise[tool];
      return paintVerdict(printer, verdict, `${verdict}${rules > 0 ? "+" : ""}`.padEnd(widths[i]!));
    });
    printer.say(
      `${labels[tool].padEnd(10)} ${(rules > 0 ? String(rules) : "").padEnd(6)} ${cells.join("  ")}`.trimEnd(),
    );
  }
  const limits = policy.limits.length > 0 ? ` Its role adds ${plural(policy.limits.length, "limit")}.` : "";
  const legend = [
    policy.rules.length > 0 && "+: rules decide first",
    isMissing && "-: the client has no such tool",
  ].filter((each) => each !== false);
  const text = `${legend.length > 0 ? `${legend.join("; ")}.` : ""}${limits}`.trim();
  if (text !== "") printer.say(wrap(`\n${text}`, 80));
  if (isTurned) printer.say("In headless runs, ask means deny.");
}

/** Undefined if the client has no such tool. */
function verdictOn({ id, tools: { canonical } }: Harness, policy: Policy, tool: Tool): Verdict | undefined {
  if (tool !== "external_directory" && tool !== "read" && canonical[tool].length === 0) return undefined;
  const verdict = policy.otherwise[tool];
  return verdict === "ask" && codecs.get(id)?.whyNobodyIsAsked !== undefined ? "deny" : verdict;
}

/** For a client with one main agent: the one from the settings, or the only primary. */
function startOf({ start }: Harness, { name, mode }: Agent, main: string | undefined): string {
  const isMain = mode !== "subagent" && (start?.hasOneMainAgent !== true || (main ?? name) === name);
  return (isMain ? start!.primary : start!.subagent).replaceAll("{name}", name);
}

function showJson(agent: Agent, harnesses: readonly Harness[]): Readonly<Record<string, unknown>> {
  const { name, description, mode, policy, path, skills } = agent;
  const clients = harnesses.map((harness) => ({
    harness: harness.id,
    permissions: policy
      ? Object.fromEntries(tools.map((tool) => [tool, verdictOn(harness, policy, tool) ?? null]))
      : null,
    start: startOf(harness, agent, undefined),
  }));
  return {
    name,
    description,
    mode,
    path,
    skills: skills.map((skill) => skill.name),
    delegates: policy?.delegates ?? null,
    clients,
  };
}
