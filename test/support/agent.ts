/** Agents, models and policies for tests, complete and small. */
import type { Agent } from "../../src/model/agent.ts";
import type { Model } from "../../src/model/model.ts";
import { type Limit, type Policy, type Tool, tools, type Verdict, verdicts } from "../../src/model/permission.ts";
import type { Settings } from "../../src/model/settings.ts";
import type { Skill } from "../../src/model/skill.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import type { Random } from "./random.ts";

/** The settings of a root without surcingle.toml. */
export const noSettings: Settings = {
  models: {},
  tiers: {},
  piPrimary: undefined,
  opencodeRequiresPlugin: false,
  allowTools: [],
  gateCommand: undefined,
  home: undefined,
  log: undefined,
  hubUrl: undefined,
  skills: { enforceAllowedTools: false, ignore: [] },
  kode: { nativeSkillsDir: undefined, deny: [] },
};

const file = { path: "agents/a/agent.toml", text: "" };
const span = { file, start: 0, end: 0 };

export function agentOf(fields: Partial<Agent> = {}): Agent {
  return {
    name: "a",
    displayName: undefined,
    description: "Does a",
    mode: "all",
    tags: [],
    maxTurns: undefined,
    prompt: { ref: "system-prompt.md", text: "Do a.\n", path: "agents/a/system-prompt.md" },
    rules: [],
    context: [],
    skills: [],
    policy: undefined,
    span,
    spanOf: () => span,
    path: file.path,
    ...fields,
  };
}

export function skillOf(name: string): Skill {
  const text = `---\nname: ${name}\ndescription: Does ${name}\n---\nDo it.\n`;
  const files = [{ path: "SKILL.md", content: text, executable: false }];
  const path = `skills/${name}/SKILL.md`;
  const fields = { name, description: `Does ${name}` };
  const parts = { file: { path, text }, fields, at: () => span, body: "Do it.\n", bodyOffset: text.indexOf("Do it") };
  return { ...fields, files, isForked: false, span, path, text: parts, hooks: [] };
}

export function modelOf(agents: readonly Agent[], settings: Partial<Settings> = {}): Model {
  const skills = new Map(agents.flatMap((agent) => agent.skills.map((skill) => [skill.name, skill] as const)));
  return {
    agents,
    commands: [],
    skills: [...skills.values()],
    replaced: [],
    settings: { ...noSettings, ...settings },
    span,
  };
}

const patterns: Readonly<Record<Tool, readonly string[]>> = {
  bash: ["*", "git *", "rm -rf *", "**", "ls"],
  edit: ["**", "src/**", "*.lock", "/etc/**", "~/**"],
  read: ["**", "src/**", "*.lock", "/etc/**", "~/**"],
  webfetch: ["**", "https://example.com/**"],
  websearch: ["*", "x*"],
  question: ["*"],
  external_directory: ["**", "/tmp/**"],
};

/** Half of them only allow, so that unconditional grants are tested too. */
export function somePolicy({ pick, list, oneIn }: Random, fields: { delegates?: readonly string[] } = {}): Policy {
  const verdict = (): Verdict => (isLoose ? "allow" : pick(verdicts));
  const isLoose = oneIn(2);
  const permissions = Object.fromEntries(
    tools
      .filter(() => isLoose || !oneIn(5))
      .map((tool) => {
        const rule = () => ({ pattern: pick(patterns[tool]), verdict: verdict(), from: "agents/a/agent.toml:1:1" });
        return [tool, { intent: oneIn(10) ? pick(verdicts) : verdict(), rules: list(2, rule) }];
      }),
  );
  const limits = oneIn(3) ? [someLimit(pick), ...list(1, () => someLimit(pick))] : [];
  const allowTools = oneIn(5) ? ["todowrite"] : [];
  return compilePolicy({ agent: "a", permissions, limits, allowTools, ...fields });
}

function someLimit(pick: Random["pick"]): Limit {
  return pick<Limit>([
    { kind: "no-reading", from: "roles/r.toml:1:1" },
    { kind: "no-delegation", from: "roles/r.toml:1:1" },
    { kind: "only-paths", patterns: pick([[], ["src/**"], ["**"], ["docs/*", "a.b"]]), from: "roles/r.toml:1:1" },
    { kind: "no-paths", patterns: pick([["**/*.lock"], ["src/**", ".git"], ["/etc/**"]]), from: "roles/r.toml:1:1" },
    { kind: "only-commands", expressions: [], from: "roles/r.toml:1:1" },
    { kind: "no-tool", tool: pick(tools), from: "roles/r.toml:1:1", severity: pick(["warn", "advisory"] as const) },
    { kind: "no-tool", tool: pick(tools), from: "roles/r.toml:1:1" },
    { kind: "only-commands", expressions: ["^git"], from: "roles/r.toml:1:1" },
    { kind: "no-commands", expressions: ["^rm"], from: "roles/r.toml:1:1" },
  ]);
}

function limitedTool(limit: Limit): Tool | undefined {
  if (limit.kind === "no-tool") return limit.tool;
  if (limit.kind === "no-reading") return "read";
  if (limit.kind.endsWith("-commands")) return "bash";
  return limit.kind.endsWith("-paths") ? "edit" : undefined;
}

/** Whether the limit denies its whole tool. */
function isWhole(limit: Limit): boolean {
  if (limit.kind === "only-commands") return limit.expressions.length === 0;
  return (
    limit.kind === "no-tool" ||
    limit.kind === "no-reading" ||
    (limit.kind === "only-paths" && limit.patterns.length === 0)
  );
}

/** Whether there is a denying limit of this kind. */
export function hasLimit(policy: Policy, kind: Limit["kind"]): boolean {
  return policy.limits.some((limit) => limit.kind === kind && limit.severity === undefined);
}

/** The simplest definition of "every input is denied". */
export function isOnlyDenied(policy: Policy, tool: Tool): boolean {
  const hard = policy.limits.filter(({ severity }) => severity === undefined);
  if (hard.some((limit) => limitedTool(limit) === tool && isWhole(limit))) return true;
  const rules = policy.rules.filter((rule) => rule.tool === tool);
  return policy.otherwise[tool] === "deny" && rules.every(({ verdict }) => verdict === "deny");
}
