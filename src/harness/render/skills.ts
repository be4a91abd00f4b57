/** Skill folders: copied whole, with their run bits. */
import type { WholeFile } from "../../model/output.ts";
import type { Skill } from "../../model/skill.ts";

export function renderSkills(skills: readonly Skill[], directory = "skills"): WholeFile[] {
  return skills.flatMap(({ name, files, path: from }) =>
    files.map(({ path, content, executable }) => ({
      kind: "whole" as const,
      path: `${directory}/${name}/${path}`,
      content,
      executable,
      from: [from],
    })),
  );
}
