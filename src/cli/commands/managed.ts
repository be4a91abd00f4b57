/** `surcingle managed`: prints what an administrator installs so that no repository can disable the gate. */
import { resolve } from "node:path";
import { plural } from "../../base/text.ts";
import { generate } from "../../build/generate.ts";
import { buildTree } from "../../build/write/build-tree.ts";
import type { HarnessOutput } from "../../build/write/harness-output.ts";
import { readToml } from "../../formats/toml.ts";
import { harnesses } from "../../harness/all.ts";
import { managedRenderers } from "../../harness/managed.ts";
import { printPolicy } from "../../harness/render/agent-files.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile } from "../../model/output.ts";
import { type Policy, tools } from "../../model/permission.ts";
import { ownGate, readAssets } from "../assets.ts";
import { defineCommand, nearestHint, usageError } from "../command.ts";
import { outOption, rootOptions, settingsOptions } from "../options.ts";
import { generateOptions } from "../outputs.ts";

export const managed = defineCommand({
  name: "managed",
  summary: "write the configuration of a managed machine",
  description: [
    "For administrators; the NixOS and nix-darwin modules call it. Writes one gate configuration per client and the policies it reads: the floor, which applies to everyone, and the policy of each agent. The stricter of the two decides each call. An unknown agent gets the default policy or, without one, the client's own rules on top of the floor.",
    "The floor is an agent of the roots. It does not limit tools that it does not list.",
  ],
  options: {
    out: outOption,
    at: { value: "DIR", text: "where the directory will be on the machine, absolute (default: where it is written)" },
    floor: { value: "AGENT", isRequired: true, text: "agent whose rules apply to everyone" },
    default: { value: "AGENT", text: "agent whose policy applies to sessions without a known agent" },
    ...rootOptions,
    ...settingsOptions,
  },
  examples: ["surcingle managed --floor floor --out out/managed --at /etc/surcingle"],
  run: async ({ options, printer, cwd }) => {
    const { out, floor: floorName, default: defaultName } = options;
    const at = options.at ?? resolve(cwd, out);
    if (!at.startsWith("/")) throw usageError(`--at must be an absolute path: \`${at}\``);
    const values = { root: options.root, settings: options.settings, harness: [], scope: "user" } as const;
    const { result, diagnostics, inputs } = await generate({
      ...generateOptions(values, []),
      withNotes: printer.isJson,
    });
    printer.diagnostics(diagnostics);
    if (!result) return 1;
    const { model } = result;
    const floor = floorOf(policyOf(model, floorName, "--floor"));
    const standard = defaultName === undefined ? undefined : policyOf(model, defaultName, "--default");
    const agents = model.agents.filter(({ name }) => name !== floorName && name !== defaultName);
    const outputs = [
      policiesOutput(floor, standard, agents),
      ...clientOutputs({ ...model, agents }, at, standard !== undefined),
    ];
    const facts = {
      version: generateOptions(values, []).version,
      scope: "user",
      inputs: `${inputs} managed ${at} ${floorName} ${defaultName ?? ""}`,
      agents: agents.length,
      replaced: model.replaced,
      allowTools: model.settings.allowTools,
      warnings: 0,
      losses: [],
    } as const;
    const built = await buildTree({ out, cwd, outputs, facts });
    if (built.kind === "refused") printer.problems(built.problems);
    if (built.kind === "refused" || built.kind === "wrong") return 1;
    printer.say(`${out}: the floor and ${plural(agents.length, "agent")} for ${plural(outputs.length - 1, "client")}`);
    for (const [id, { tier }] of managedRenderers) printer.say(`  ${id.padEnd(12)}${tierTexts[tier]}`);
    return 0;
  },
});

const tierTexts = {
  held: "no file in a repository can disable the gate",
  "best effort": "best effort: users can disable it in this client",
} as const;

function policyOf({ agents }: Model, name: string, option: string): Policy {
  const agent = agents.find((each) => each.name === name);
  if (!agent) {
    const names = agents.map((each) => each.name);
    throw usageError(`${option}: unknown agent \`${name}\`${nearestHint(name, names)}`);
  }
  if (!agent.policy) throw usageError(`${option}: agent \`${name}\` has no [permissions], so it forbids nothing`);
  return agent.policy;
}

/** It forbids what it names and grants nothing. */
function floorOf(policy: Policy): Policy {
  const isNamed = new Set(policy.named);
  const otherwise = Object.fromEntries(
    tools.map((tool) => [tool, isNamed.has(tool) ? policy.otherwise[tool] : "allow"]),
  ) as Policy["otherwise"];
  return { ...policy, otherwise, isFloor: true };
}

function whole(path: string, content: string, from: readonly string[] = []): OutputFile {
  return { kind: "whole", path, content, from };
}

/** Some clients ignore a file that does not parse and run without the gate, so such a file is never written. */
function parseable(path: string, text: string): string {
  if (path.endsWith(".json")) JSON.parse(text);
  if (path.endsWith(".toml")) readToml(text);
  return text;
}

function policiesOutput(floor: Policy, standard: Policy | undefined, agents: readonly Agent[]): HarnessOutput {
  const files = [
    whole("floor.json", printPolicy(floor)),
    ...(standard ? [whole("default.json", printPolicy(standard))] : []),
    ...agents.flatMap(({ name, policy, path }) =>
      policy ? [whole(`agents/${name}.json`, printPolicy(policy), [path])] : [],
    ),
  ];
  return { id: "policies", root: "policies", directories: ["agents"], files };
}

function clientOutputs(model: Model, at: string, hasDefault: boolean): HarnessOutput[] {
  const gate = model.settings.gateCommand === undefined ? { gate: ownGate() } : {};
  const context = { scope: "user", assets: readAssets(), isManaged: true, ...gate } as const;
  return harnesses.flatMap(({ id }) => {
    const renderer = managedRenderers.get(id);
    if (!renderer) return [];
    const input = { model, context, policies: `${at}/policies`, hasDefault, at: `${at}/${id}` };
    const files = renderer.render(input).map(({ path, text }) => whole(path, parseable(path, text)));
    return [{ id, root: renderer.directories.linux, directories: [], files }];
  });
}
