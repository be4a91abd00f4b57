/** Skills as Codex reads them: who may start one stands in `agents/openai.yaml` beside SKILL.md. */
import type { Report } from "../../base/diagnostic.ts";
import type { Skill, SkillFile } from "../../model/skill.ts";
import { invocationOf } from "../../model/skill.ts";

const path = "agents/openai.yaml";
const policy = "policy:\n  allow_implicit_invocation: false\n";

/** Codex 0.166 takes a skill with this policy out of the list that the model sees. */
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

/** The author's own file is kept, and the policy is added to it; undefined where it has one that says otherwise. */
function withPolicy(own: SkillFile | undefined): string | undefined {
  if (!own) return policy;
  const text = typeof own.content === "string" ? own.content : Buffer.from(own.content).toString("utf8");
  if (/^policy:\s*\n(?:[ \t]+.*\n|[ \t]*\n)*?[ \t]+allow_implicit_invocation:[ \t]*false\b/m.test(text)) return text;
  if (/^["']?policy["']?\s*:|^[{[]/m.test(text)) return undefined;
  return `${text.trimEnd()}${text.trim() === "" ? "" : "\n"}${policy}`;
}
