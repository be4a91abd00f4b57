/** Coverage of the document "Agent Substrate Schema v1". */
import type { CoveredDocument } from "./row.ts";

export const substrate: CoveredDocument = {
  title: "Agent Substrate Schema v1",
  about: "capabilities, roles and tasks",
  rows: [],
};
