/** Coverage of the document "Canonical agent.toml". */
import type { CoveredDocument } from "./row.ts";

export const agentToml: CoveredDocument = {
  title: "Canonical agent.toml",
  about: "the schema of an agent definition",
  rows: [],
};
