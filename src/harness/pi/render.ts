/** Renders Pi: one SYSTEM.md for the main session, one file per subagent, an extension per governed agent. */
import type { Report } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile, WholeFile } from "../../model/output.ts";
import { tools } from "../../model/permission.ts";
import type { Assets, FieldLoss, LossFinders, Renderer } from "../harness.ts";
import { lazyFile, printPolicy, renderBody, sourcesOf } from "../render/agent-files.ts";
import { gateProgram } from "../render/gate-command.ts";
import { routeSkills } from "../render/skill-commands.ts";
import { skillLimits } from "../render/skill-limits.ts";
import { openSkills, renderSkills } from "../render/skills.ts";
import { isAlwaysDenied, possibleVerdicts } from "../render/whole-tools.ts";
import { agentPage, checkDescription, choosePrimary, primaryOf } from "./agents.ts";
import { renderCommands } from "./commands.ts";
import { pi } from "./index.ts";
import { hashesOf, printRecord, recordPath } from "./record.ts";
import { watchPath } from "./tools.ts";

/** Losses in Pi that depend on the agent. */
const losses: LossFinders = {
  description: (model) => {
    const primary = primaryOf(model);
    return (agent): readonly FieldLoss[] =>
      agent === primary ? [{ support: "lost", why: "does not show the description of its main agent" }] : [];
  },
  display_name: (model) => {
    const primary = primaryOf(model);
    return (agent): readonly FieldLoss[] =>
      agent === primary ? [{ support: "lost", why: "has no label for its main agent" }] : [];
  },
  mode: (model) => {
    const primary = primaryOf(model);
    return (agent): readonly FieldLoss[] =>
      agent.mode !== "subagent" && agent !== primary
        ? [{ support: "lost", why: `has one main agent, so \`${agent.name}\` is only a subagent` }]
        : [];
  },
  permissions: () => (agent) =>
    tools.flatMap((part): FieldLoss[] => {
      // A tool that the client does not have is not a loss: nothing governed can happen.
      if (!agent.policy || isAlwaysDenied(agent.policy, part) || pi.tools.canonical[part].length === 0) return [];
      const gated: FieldLoss = { part, support: "gate", why: `checks \`${part}\` in the extension` };
      const why = `denies \`${part}\` instead of asking in headless runs`;
      const asks = possibleVerdicts(agent.policy, part).has("ask");
      return asks ? [gated, { part, support: "narrowed", why }] : [gated];
    }),
};

export const renderer: Renderer = {
  losses,
  enforcement: (_policy, { tool }, verdict) => {
    if (tool !== "external_directory" && pi.tools.canonical[tool].length === 0) {
      return { support: "native", how: "the client has no such tool" };
    }
    if (verdict === "ask") return { support: "gate", how: "the extension asks; in headless runs it denies" };
    return { support: "gate", how: "the extension checks every call" };
  },
  render: (model, { assets, scope, isChosen = true }, report): OutputFile[] => {
    const routed = routeSkills(model.skills, model.commands, pi, scope);
    const primary = choosePrimary(model, isChosen, report);
    const others = model.agents.filter((agent) => agent !== primary);
    if (!primary) reportNoPrimary(model, report);
    const commands = renderCommands({ ...model, commands: [...model.commands, ...routed.commands] }, pi, report);
    const called = commands.agents.map(({ agent }) => agent);
    // The model is not told about a skill that only users may start.
    const offered = commands.agents.filter(({ command }) => command.behavior.invocation !== "explicit");
    const listed = [...others, ...offered.map(({ agent }) => agent)];
    const pages = [
      ...others.map((agent) => {
        checkDescription(agent, report);
        return lazyFile(`agents/${agent.name}.md`, sourcesOf(agent), () => agentPage(agent, model));
      }),
      ...commands.files,
    ];
    return [
      ...(primary ? [whole("SYSTEM.md", renderBody(primary), sourcesOf(primary))] : []),
      ...(listed.length > 0 ? [agentListFile(listed)] : []),
      ...pages,
      ...extensions([...model.agents, ...called], primary, pages, assets),
      ...skillGuards(model, [...model.agents, ...called], assets),
      ...renderSkills(openSkills(routed.skills)),
    ];
  },
};

function whole(path: string, content: string, from: readonly string[]): WholeFile {
  return { kind: "whole", path, content, from };
}

/** The list of other agents that the main agent reads. */
function agentListFile(agents: readonly Agent[]): OutputFile {
  const lines = agents.map(({ name, displayName, description }) =>
    displayName === undefined ? `- **${name}**: ${description}` : `- **${displayName}** (\`${name}\`): ${description}`,
  );
  const from = agents.map(({ path }) => path);
  // Many users have their own file there.
  return { ...whole("AGENTS.md", `# Agents\n\n${lines.join("\n")}\n`, from), isOptional: true };
}

/**
 * Pi loads `extensions/*​/index.ts` by itself, but not a level deeper: the top-level file is the main session's, each
 * other one is named by its agent. The directory is the only thing that tells a subagent its name.
 */
function extensions(
  agents: readonly Agent[],
  primary: Agent | undefined,
  pages: readonly WholeFile[],
  assets: Assets,
): OutputFile[] {
  const governed = agents.flatMap((agent) => (agent.policy ? [{ ...agent, policy: agent.policy }] : []));
  if (governed.length === 0) return [];
  const program = gateProgram(pi, assets);
  const from = governed.map(({ path }) => path);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const called = governed.flatMap(({ name, policy }) => {
    const page = byPath.get(`agents/${name}.md`);
    return page === undefined ? [] : [{ name, page, policy }];
  });
  const record = (): string => {
    const recorded = called.map(({ name, page, policy }) => hashesOf(name, page.content, printPolicy(policy)));
    return printRecord(program, stub, recorded);
  };
  return [
    whole("extensions/surcingle/gate.mjs", program, from),
    ...(primary?.policy ? [whole("extensions/surcingle/index.ts", topStub(primary), [primary.path])] : []),
    ...(primary?.policy ? [] : [whole(watchPath, watchStub, from)]),
    ...(called.length > 0 ? [lazyFile(recordPath, from, record)] : []),
    ...governed.flatMap(({ name, policy, path }) => [
      whole(`extensions/surcingle/${name}/index.ts`, stub, [path]),
      lazyFile(`extensions/surcingle/${name}/policy.json`, [path], () => printPolicy(policy)),
    ]),
  ];
}

/** Next to the gates, which read it; a session without a gate has an extension only for this. */
function skillGuards(model: Model, agents: readonly Agent[], assets: Assets): OutputFile[] {
  const limits = skillLimits(model, { hasApart: false });
  if (limits.length === 0) return [];
  const from = limits.flatMap(({ name }) =>
    model.skills.filter((skill) => skill.name === name).map(({ path }) => path),
  );
  const data = whole("extensions/surcingle/skills.json", `${JSON.stringify(limits)}\n`, from);
  if (agents.some(({ policy }) => policy !== undefined)) return [data];
  const program = whole("extensions/surcingle/gate.mjs", gateProgram(pi, assets), from);
  return [data, program, whole("extensions/surcingle-skills/index.ts", skillStub, from)];
}

const skillStub = `import { guardSkills } from '../surcingle/gate.mjs';

export default guardSkills(new URL("../surcingle/skills.json", import.meta.url));
`;

const stub = `import { gate } from '../gate.mjs';

export default gate(new URL("./policy.json", import.meta.url));
`;

function topStub({ name }: Agent): string {
  return `export { default } from "./${name}/index.ts";\n`;
}

/** For a main session without a policy, which may call governed agents. It is not a gate, so it is stored elsewhere. */
const watchStub = `import { watch } from '../surcingle/gate.mjs';

export default watch(new URL("../surcingle/agents.json", import.meta.url));
`;

function reportNoPrimary({ span }: Model, report: Report): void {
  const why = "Pi keeps its own prompt: no agent is primary and `pi.primary` is not set";
  const loss = { harness: pi.id, definition: "SYSTEM.md", field: "mode", support: "lost", why } as const;
  report({ code: "not-expressible", severity: "note", message: why, span, loss });
}
