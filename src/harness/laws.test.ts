/** Tests laws for every harness: nothing is lost silently, and nothing is granted beyond the policy. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { parse as parseYaml } from "yaml";
import { agentOf, modelOf, skillOf, somePolicy } from "../../test/support/agent.ts";
import { caseNames, casesDirectory } from "../../test/support/golden.ts";
import { policyOf } from "../../test/support/policy.ts";
import { property, type Random } from "../../test/support/random.ts";
import { outputContent, renderRoots, rootsOf } from "../../test/support/render-case.ts";
import type { Loss } from "../base/diagnostic.ts";
import { splitFrontMatter } from "../formats/markdown.ts";
import { readToml } from "../formats/toml.ts";
import { type Agent, modes } from "../model/agent.ts";
import type { Model } from "../model/model.ts";
import { type Policy, type Tool, tools, type Verdict } from "../model/permission.ts";
import { harnesses } from "./all.ts";
import { codecs } from "./codecs.ts";
import { type Field, fields, type Harness, type RenderContext } from "./harness.ts";
import { isAlwaysDenied, possibleVerdicts } from "./render/whole-tools.ts";
import { renderHarness } from "./render-harness.ts";
import { rendererOf } from "./renderers.ts";

const assets = Object.fromEntries(harnesses.map(({ id }) => [id, "the program\n"]));
const contexts: readonly RenderContext[] = [
  { scope: "user", home: "/home/me", assets },
  { scope: "user", assets },
  { scope: "project", assets },
];

const hasGate = ({ id, program }: Harness): boolean => program !== undefined || codecs.has(id);

interface Seen {
  readonly files: ReadonlyMap<string, string>;
  readonly losses: readonly Loss[];
  readonly hasErrors: boolean;
}

function render(harness: Harness, model: Model, context: RenderContext): Seen {
  const losses: Loss[] = [];
  let hasErrors = false;
  const files = renderHarness(harness, model, context, ({ loss, severity }) => {
    if (loss) losses.push(loss);
    hasErrors ||= severity === "error";
  });
  return { files: new Map(files.map((file) => [file.path, textOf(file)])), losses, hasErrors };
}

const textOf = (file: Parameters<typeof outputContent>[0]): string => Buffer.from(outputContent(file)).toString();

const models = new Map(
  await Promise.all(
    caseNames.map(async (name) => {
      const { result } = await renderRoots(rootsOf(join(casesDirectory, name)), []);
      assert.ok(result, name);
      return [name, result.model] as const;
    }),
  ),
);

const text = (ref: string) => ({ ref, text: `Text of ${ref}.\n`, path: `${ref}.md` });
const mixed = policyOf({
  bash: ["ask", "git *:allow", "rm *:deny"],
  edit: ["deny", "src/**:allow"],
  read: ["allow", "secret/**:deny"],
  webfetch: ["ask", "https://example.com/**:allow"],
  websearch: ["allow", "x*:deny"],
  question: ["ask"],
  external_directory: ["ask", "/tmp/**:allow"],
});

/** Agents with every field, one per mode; the first may delegate to the others. */
function fullModel(): Model {
  const agents = modes.map((mode) =>
    agentOf({
      name: `${mode}-agent`,
      displayName: `The ${mode} one`,
      description: `Works as ${mode}`,
      mode,
      tags: ["one"],
      maxTurns: 7,
      rules: [text("rules/one")],
      context: [text("context/one")],
      skills: [skillOf("first")],
      delegates: modes.filter((each) => each !== mode).map((each) => `${each}-agent`),
      policy: {
        ...mixed,
        agent: `${mode}-agent`,
        skills: ["first"],
        delegates: modes.filter((each) => each !== mode).map((each) => `${each}-agent`),
      },
    }),
  );
  return modelOf(agents);
}

/** The agent without the field, or with another value if it is required. */
const without: Readonly<Record<Exclude<Field, "commands">, (agent: Agent) => Agent>> = {
  name: (agent) => ({ ...agent, name: `${agent.name}-x`, ...renamed(agent.policy, `${agent.name}-x`) }),
  description: (agent) => ({ ...agent, description: "Something else" }),
  display_name: (agent) => ({ ...agent, displayName: undefined }),
  mode: (agent) => ({ ...agent, mode: agent.mode === "subagent" ? "all" : "subagent" }),
  tags: (agent) => ({ ...agent, tags: [] }),
  max_turns: (agent) => ({ ...agent, maxTurns: undefined }),
  skills: (agent) => ({ ...agent, skills: [], ...(agent.policy ? { policy: { ...agent.policy, skills: [] } } : {}) }),
  rules: (agent) => ({ ...agent, rules: [] }),
  context: (agent) => ({ ...agent, context: [] }),
  role: (agent) => ({ ...agent, role: undefined }),
  delegates: (agent) => ({
    ...agent,
    delegates: undefined,
    ...(agent.policy ? { policy: { ...agent.policy, delegates: [] } } : {}),
  }),
  permissions: (agent) => ({ ...agent, policy: undefined }),
};

const renamed = (policy: Policy | undefined, agent: string) => (policy ? { policy: { ...policy, agent } } : {});

const isWritten = (agent: Agent, field: Exclude<Field, "commands">): boolean => {
  const values: Readonly<Record<Exclude<Field, "commands">, unknown>> = {
    name: agent.name,
    description: agent.description,
    display_name: agent.displayName,
    mode: agent.mode,
    tags: agent.tags[0],
    max_turns: agent.maxTurns,
    skills: agent.skills[0],
    rules: agent.rules[0],
    context: agent.context[0],
    role: agent.role,
    delegates: agent.policy?.delegates[0] && agent.delegates,
    permissions: agent.policy,
  };
  return values[field] !== undefined;
};

const isSame = (a: Seen, b: Seen): boolean =>
  a.files.size === b.files.size && [...a.files].every(([path, content]) => b.files.get(path) === content);

function withAgent(model: Model, agent: Agent, other: Agent | undefined): Model {
  return { ...model, agents: model.agents.flatMap((each) => (each === agent ? (other ?? []) : each)) };
}

/** A policy alone has no effect: some other file must refer to it. */
const withoutPolicies = (seen: Seen): Seen => ({
  ...seen,
  files: new Map([...seen.files].filter(([path, content]) => !path.endsWith(".json") || !isPolicy(content))),
});

function isPolicy(content: string): boolean {
  const value: unknown = JSON.parse(content);
  return typeof value === "object" && value !== null && "otherwise" in value;
}

/** For an agent that is not rendered, one loss is enough: it names the agent. */
function checkFields(harness: Harness, model: Model, context: RenderContext, where: string): void {
  const seen = render(harness, model, context);
  if (seen.hasErrors) return;
  for (const agent of model.agents) {
    const named = seen.losses.filter(({ definition }) => definition === agent.name);
    const rest = render(harness, withAgent(model, agent, undefined), context);
    const isAbsent = isSame(withoutPolicies(seen), withoutPolicies(rest));
    if (isAbsent) assert.ok(named.length > 0, `${where}: ${harness.id} silently renders nothing for ${agent.name}`);
    for (const field of fields) {
      if (field === "commands" || !isWritten(agent, field)) continue;
      if (named.some((loss) => loss.field === field || loss.field.startsWith(`${field}.`))) continue;
      if (isAbsent && named.some((loss) => loss.support !== "gate")) continue;
      const other = render(harness, withAgent(model, agent, without[field](agent)), context);
      // A mode that renders like another is lost if the other one is.
      if (field === "mode" && other.losses.some((loss) => loss.field === "mode")) continue;
      assert.ok(
        other.hasErrors || !isSame(seen, other),
        `${where}: ${harness.id} silently loses \`${field}\` of ${agent.name}`,
      );
    }
  }
}

for (const harness of harnesses) {
  test(`${harness.id}: a field changes the output, or a loss names it`, () => {
    for (const context of contexts) checkFields(harness, fullModel(), context, `full agents, ${context.scope}`);
    for (const [name, model] of models) checkFields(harness, model, contexts[0]!, name);
  });

  test(`${harness.id}: a field that is answered per agent has a function, and no other has`, () => {
    const answered = fields.filter((field) => harness.fields[field].kind === "per-agent");
    assert.deepEqual(Object.keys(rendererOf(harness.id).losses).sort(), [...answered].sort());
  });

  test(`${harness.id}: tables agree with the report on some agent`, () => {
    const losses = [fullModel(), ...models.values()].flatMap((model) =>
      contexts.flatMap((context) => render(harness, model, context).losses),
    );
    for (const field of fields) {
      const answer = harness.fields[field];
      if (answer.kind !== "per-agent" || answer.usually === "native") continue;
      const found = losses.filter((loss) => loss.field.split(".")[0] === field).map(({ support }) => support);
      assert.ok(found.includes(answer.usually), `\`${field}\` is ${answer.usually} in tables, in reports: ${found}`);
    }
  });

  test(`${harness.id}: rendering again, in any order, gives the same bytes`, () => {
    for (const [name, model] of models) {
      for (const context of contexts) {
        const first = renderHarness(harness, model, context, () => undefined).map((file) => [file.path, textOf(file)]);
        const again = [...renderHarness(harness, model, context, () => undefined)].reverse();
        const second = again.map((file) => [file.path, textOf(file)]);
        assert.deepEqual(second.reverse(), first, `${name}, ${context.scope}`);
      }
    }
  });
}

/** Whether a value in a file grants the tool: an item of a list, or a key that is not denied. */
function isGivenIn(value: unknown, name: string): boolean {
  if (typeof value === "string") return value.split(",").some((item) => item.trim() === name);
  if (Array.isArray(value)) return value.some((item) => isGivenIn(item, name));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => {
    if (key === name) return inner !== false && inner !== "deny" && inner !== "disabled" && !isLockedMap(inner);
    return isGivenIn(inner, name);
  });
}

const isLockedMap = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every((each) => each === "deny");

/** The values in a file, without the prompt; undefined for a policy, which only the gate reads. */
function valuesIn(path: string, content: string): unknown {
  if (path.endsWith(".toml")) return { ...readToml(content), developer_instructions: "" };
  if (path.endsWith(".md")) {
    const parts = splitFrontMatter(content);
    return typeof parts === "object" ? { ...(parseYaml(parts.yaml) as object), description: "" } : undefined;
  }
  if (!path.endsWith(".json")) return undefined;
  return isPolicy(content) ? undefined : JSON.parse(content);
}

const probe = (policy: Policy): Model => modelOf([agentOf({ name: "tester", mode: "all", policy })]);

/** Files about the agent other than its policy. */
function pagesOf({ files }: Seen): readonly (readonly [path: string, values: unknown])[] {
  return [...files].map(([path, content]) => [path, valuesIn(path, content)] as const);
}

/**
 * Whether some file makes the gate judge this agent: it starts the program with its policy, or the built-in gate knows
 * it.
 */
function namesGate(harness: Harness, { files }: Seen): boolean {
  const program = new RegExp(`--harness ${harness.id} --policy "[^"]*/tester\\.json"`);
  return [...files].some(([path, content]) => {
    if (codecs.has(harness.id)) return program.test(content.replaceAll("\\", ""));
    return content.includes("the program") ? content.includes('"tester"') : path.endsWith("/tester/index.ts");
  });
}

function checkGrants(harness: Harness, policy: Policy, context: RenderContext): void {
  const seen = render(harness, probe(policy), context);
  if (seen.hasErrors) return;
  for (const tool of tools) {
    const names = harness.tools.canonical[tool];
    const given = names.filter((name) => pagesOf(seen).some(([, values]) => isGivenIn(values, name)));
    const said = `${harness.id}, ${context.scope}: ${given} for \`${tool}\``;
    if (isAlwaysDenied(policy, tool)) assert.deepEqual(given, [], `${said}, which is always denied`);
    else if (given.length > 0 && !isAlwaysAllowed(policy, tool))
      assert.ok(hasGate(harness) && namesGate(harness, seen), `${said} depends on the input, and nothing judges it`);
  }
}

const isAlwaysAllowed = (policy: Policy, tool: Tool): boolean => {
  const possible = possibleVerdicts(policy, tool);
  return possible.size === 1 && possible.has("allow");
};

const readOnly = policyOf({
  bash: ["deny"],
  edit: ["deny"],
  read: ["allow"],
  webfetch: ["deny"],
  websearch: ["deny"],
  question: ["deny"],
  external_directory: ["deny"],
});
const whole = (verdict: Verdict): Policy =>
  policyOf(Object.fromEntries(tools.map((tool) => [tool, [verdict] as const])));

for (const harness of harnesses) {
  test(`${harness.id}: a tool is granted only if it is always allowed or the gate judges it`, () => {
    for (const context of contexts)
      for (const policy of [readOnly, mixed, whole("deny"), whole("ask"), whole("allow")])
        checkGrants(harness, policy, context);
  });

  test(`${harness.id}: without a gate, the files of a governed agent are not those of a free one`, () => {
    for (const context of contexts.filter(({ scope }) => scope === "user" && !hasGate(harness))) {
      const closed = render(harness, probe(whole("deny")), context);
      const free = render(harness, modelOf([agentOf({ name: "tester", mode: "all" })]), context);
      const none = render(harness, modelOf([]), context);
      assert.ok(isSame(closed, none) || !isSame(closed, free), "a client that is told nothing gives every tool");
    }
  });

  const law = (random: Random): void => {
    const policy = { ...somePolicy(random), agent: "tester" };
    checkGrants(harness, policy, random.pick(contexts));
    for (const tool of tools) {
      const possible = possibleVerdicts(policy, tool);
      if (hasGate(harness) || possible.size === 1) continue;
      const call = { tool, subject: random.pick(["git status", "src/a.ts", "/etc/passwd", "https://example.com/"]) };
      for (const verdict of possible) {
        const { support } = rendererOf(harness.id).enforcement(policy, call, verdict);
        assert.equal(support, "narrowed", `${tool} depends on the input, and nothing judges it`);
      }
    }
  };
  property(`${harness.id}: grants and enforcement hold for random policies`, law, 30);
}
