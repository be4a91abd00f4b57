/** Kode skills for tests, complete and small. */
import type { KodeSkill } from "../../src/skill/kode/load.ts";

export function kodeSkillOf(fields: Partial<KodeSkill>): KodeSkill {
  const slug = fields.slug ?? "demo";
  return {
    slug,
    name: slug,
    description: `Does ${slug}`,
    version: "0.1.0",
    primaryEnv: undefined,
    requires: { bins: [], env: [] },
    permissionMode: undefined,
    tools: undefined,
    extra: {},
    frontMatter: `name: ${slug}\ndescription: Does ${slug}\nversion: 0.1.0\n`,
    body: "Do $ARGUMENTS.\n",
    path: `/home/me/.kode/skills/${slug}/SKILL.md`,
    errors: [],
    ...fields,
  };
}

export function kodePage(name: string, fields = "", body = "Do $ARGUMENTS.\n"): string {
  return `---\nname: ${name}\ndescription: Does ${name}\nversion: 0.1.0\n${fields}---\n${body}`;
}
