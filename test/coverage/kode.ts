/** Coverage of the document "Kode skill format". */
import type { CoveredDocument } from "./row.ts";

export const kode: CoveredDocument = {
  title: "Kode skill format",
  about: "skills that a Kode runner loads and runs",
  rows: [],
};
