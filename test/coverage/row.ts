/** One statement of a document that this program implements, and the test that shows what became of it. */

export interface CoverageRow {
  readonly statement: string;
  /** `works`: as the document says. Otherwise why it differs, in a sentence that its author could accept. */
  readonly differs?: string;
  /** A file of the project, ` > `, and a text that is in it: mostly the name of a test. */
  readonly test: string;
}

export interface CoveredDocument {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly CoverageRow[];
}

/** A statement that works as it is written. */
export function works(statement: string, test: string): CoverageRow {
  return { statement, test };
}

/** A statement that works otherwise, and why. */
export function differs(statement: string, why: string, test: string): CoverageRow {
  return { statement, differs: why, test };
}
