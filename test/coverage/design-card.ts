/** Coverage of the document "Design card". */
import { type CoveredDocument, works } from "./row.ts";

export const designCard: CoveredDocument = {
  title: "Design card",
  about: "how this program is built and packaged",
  rows: [
    works("string dates only: TOML dates and times are refused", "test/diagnostics/bad-toml/expected.txt > bad-toml"),
    works("a statement of the code base has a test runner: node:test through tsx", "scripts/test.mjs > --test"),
  ],
};
