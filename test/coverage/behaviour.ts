/** Coverage of the document "Extension behaviour RFC". */
import type { CoveredDocument } from "./row.ts";

export const behaviour: CoveredDocument = {
  title: "Extension behaviour RFC",
  about: "`behavior` and `agents` in the front matter of commands",
  rows: [],
};
