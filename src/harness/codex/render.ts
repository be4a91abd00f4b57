/** Renders Codex: a profile with its own hook and trust per main agent, a role per subagent. */

import type { Report } from "../../base/diagnostic.ts";
import { printToml } from "../../formats/toml-print.ts";
import type { Agent } from "../../model/agent.ts";
import type { Entries, OutputFile, WholeFile } from "../../model/output.ts";
import { invocationOf, type Skill, type SkillFile } from "../../model/skill.ts";
import type { Enforcement, Renderer } from "../harness.ts";
import { sourcesOf } from "../render/body.ts";
import { originText } from "../render/front-matter.ts";
import { lazyFile } from "../render/lazy-content.ts";
import { renderPolicies } from "../render/policy-file.ts";
import { openSkills, renderSkills } from "../render/skills.ts";
import { isAlwaysDenied } from "../render/whole-tools.ts";
import { renderCommands } from "./commands.ts";
import { codex } from "./index.ts";
import { losses } from "./losses.ts";
import { maySearch } from "./permissions.ts";
import { profileEntries, profilePath } from "./profile.ts";
import { codexAgents, roleEntries, rolePath } from "./roles.ts";

const { skills = "" } = codex.roots;

/** Who may start a skill is in this file beside SKILL.md. */
const openaiFile = "agents/openai.yaml";
const hidden = "policy:\n  allow_implicit_invocation: false\n";

/** Codex 0.166 hides a skill with this policy from the model. */
export function codexSkills(skills: readonly Skill[], report: Report): Skill[] {
  return skills.map((skill) => {
    if (invocationOf(skill.text.fields).modelInvokes) return skill;
    const own = skill.files.find((file) => file.path === openaiFile);
    const content = withPolicy(own);
    if (content === undefined) {
      const message = `Codex reads \`policy\` in ${openaiFile}, where \`${skill.name}\` contradicts \`disable-model-invocation\``;
      const span = skill.text.at(["disable-model-invocation"], "key");
      const hint = "write `allow_implicit_invocation: false` there, or remove its `policy`";
      report({ code: "not-expressible", severity: "error", message, span, hint });
      return skill;
    }
    const rest = skill.files.filter((file) => file.path !== openaiFile);
    return { ...skill, files: [...rest, { path: openaiFile, content, executable: false }] };
  });
}

/** Keeps the author's own file and adds the policy; undefined if it already has a contradicting one. */
function withPolicy(own: SkillFile | undefined): string | undefined {
  if (!own) return hidden;
  const text = typeof own.content === "string" ? own.content : Buffer.from(own.content).toString("utf8");
  if (/^policy:\s*\n(?:[ \t]+.*\n|[ \t]*\n)*?[ \t]+allow_implicit_invocation:[ \t]*false\b/m.test(text)) return text;
  if (/^["']?policy["']?\s*:|^[{[]/m.test(text)) return undefined;
  return `${text.trimEnd()}${text.trim() === "" ? "" : "\n"}${hidden}`;
}

export const renderer: Renderer = {
  losses,
  enforcement: (policy, { tool, subject }, verdict): Enforcement => {
    if (tool === "webfetch") return { support: "native", how: "the client has no such tool" };
    if (tool === "websearch")
      return maySearch(policy)
        ? { support: "native", how: "search is on" }
        : { support: "narrowed", how: "search is off, because no hook sees it" };
    if (tool === "bash" && isAlwaysDenied(policy, tool)) return { support: "native", how: "the shell is off" };
    if (verdict === "ask") return { support: "narrowed", how: "hooks cannot ask, so it is denied" };
    if (tool === "bash" && verdict === "allow" && /\brm\b.*\s-\w*f/s.test(subject))
      return { support: "narrowed", how: "the client denies `rm -f`, which needs approval" };
    return { support: "gate", how: "the hook in the profile asks the gate, also for the roles of that session" };
  },
  render: (model, context, report): OutputFile[] => {
    const { directory, profiles, roles, rolesOf } = codexAgents(model, context);
    return [
      ...profiles.map((agent) =>
        page(profilePath(agent), agent, () =>
          profileEntries(agent, { settings: model.settings, context, directory, roles: rolesOf(agent) }),
        ),
      ),
      ...roles.map((agent) => page(rolePath(agent), agent, () => roleEntries(agent, model))),
      // Only the hook in a profile reads them.
      ...renderPolicies(context.scope === "user" ? model.agents : []),
      ...renderSkills(codexSkills(openSkills(model.skills), report), skills),
      ...renderCommands(model, { target: codex, context, skills, directory }, report),
    ];
  },
};

function page(path: string, agent: Agent, entries: () => Entries): WholeFile {
  return lazyFile(path, sourcesOf(agent), () => `# ${originText(agent.path)}\n${printToml(entries())}`);
}
