/** Coverage of the document "Agent Skills guide". */
import type { CoveredDocument } from "./row.ts";

export const agentSkills: CoveredDocument = {
  title: "Agent Skills guide",
  about: "SKILL.md, its fields, hooks and checklist",
  rows: [],
};
