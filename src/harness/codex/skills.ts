/** Renders skills for Codex, which reads who may start one from `agents/openai.yaml` next to SKILL.md. */
import type { Report } from "../../base/diagnostic.ts";
import type { Skill, SkillFile } from "../../model/skill.ts";
import { invocationOf } from "../../model/skill.ts";

const path = "agents/openai.yaml";
const policy = "policy:\n  allow_implicit_invocation: false\n";

/** Codex 0.166 hides a skill with this policy from the model. */
export function codexSkills(skills: readonly Skill[], report: Report): Skill[] {
  return skills.map((skill) => {
    if (invocationOf(skill.text.fields).modelInvokes) return skill;
    const own = skill.files.find((file) => file.path === path);
    const content = withPolicy(own);
    if (content === undefined) {
      const message = `Codex reads \`policy\` in ${path}, where \`${skill.name}\` contradicts \`disable-model-invocation\``;
      const span = skill.text.at(["disable-model-invocation"], "key");
      const hint = "write `allow_implicit_invocation: false` there, or remove its `policy`";
      report({ code: "not-expressible", severity: "error", message, span, hint });
      return skill;
    }
    const rest = skill.files.filter((file) => file.path !== path);
    return { ...skill, files: [...rest, { path, content, executable: false }] };
  });
}

/** Keeps the author's own file and adds the policy; undefined if it already has a contradicting one. */
function withPolicy(own: SkillFile | undefined): string | undefined {
  if (!own) return policy;
  const text = typeof own.content === "string" ? own.content : Buffer.from(own.content).toString("utf8");
  if (/^policy:\s*\n(?:[ \t]+.*\n|[ \t]*\n)*?[ \t]+allow_implicit_invocation:[ \t]*false\b/m.test(text)) return text;
  if (/^["']?policy["']?\s*:|^[{[]/m.test(text)) return undefined;
  return `${text.trimEnd()}${text.trim() === "" ? "" : "\n"}${policy}`;
}
