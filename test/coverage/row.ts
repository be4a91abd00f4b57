/** One statement of a document that this program implements, and the test that shows it. */

export interface CoverageRow {
  readonly statement: string;
  /** Why it differs from the document, in a sentence that the document's author could accept. */
  readonly differs?: string;
  /** A file of the project, ` > `, and a text in it: the name of a test, or an entry that a test uses. */
  readonly test: string;
}

/** The test that runs over a kind of file: its file, its name pattern, and the name for one of these files. */
interface Runner {
  readonly over: RegExp;
  readonly file: string;
  readonly title: string;
  readonly nameFor: (found: readonly string[], text: string) => string;
}

const runners: readonly Runner[] = [
  {
    over: /^test\/diagnostics\/([^/]+)\//,
    file: "test/diagnostics.test.ts",
    title: "the text for ${name} is as expected",
    nameFor: ([, name]) => `the text for ${name} is as expected`,
  },
  {
    over: /^src\/harness\/([^/]+)\/golden\/([^/]+)\//,
    file: "test/golden.test.ts",
    title: "${harness.id} renders ${name} as its golden tree shows",
    nameFor: ([, id, name]) => `${id} renders ${name} as its golden tree shows`,
  },
  {
    over: /^test\/skills\/corpus\.ts$/,
    file: "test/skills/corpus.test.ts",
    title: "${name} in the profile ${profile} gets its verdict at a bounded cost",
    nameFor: (_, name) => `${name} in each profile gets its verdict at a bounded cost`,
  },
  {
    over: /^test\/capability\/lines\.ts$/,
    file: "src/capability/lines.slow.test.ts",
    title: "${name}: ${want} ${line}",
    nameFor: (_, name) => name,
  },
  {
    over: /^src\/harness\/([^/]+)\/client\/skills\.client\.ts$/,
    file: "scripts/clients/skills.ts",
    title: "asked, ${wrong.length} wrong",
    nameFor: ([, id], name) => `npm run clients -- ${id} skills: ${name}`,
  },
];

export interface NamedTest {
  readonly file: string;
  /** How the name is written in the file. */
  readonly title: string;
  readonly name: string;
}

/** Undefined if the row names something that no test runs. */
export function namedTest({ test }: CoverageRow): NamedTest | undefined {
  const [file = "", name = ""] = test.split(" > ");
  if (/\.test\.ts$|^nix\/checks\/[a-z-]+\.nix$/.test(file)) return { file, title: name, name };
  for (const runner of runners) {
    const found = runner.over.exec(file);
    if (found) return { file: runner.file, title: runner.title, name: runner.nameFor([...found], name) };
  }
  return undefined;
}

export interface CoveredDocument {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly CoverageRow[];
}

/** A statement that works as written. */
export function works(statement: string, test: string): CoverageRow {
  return { statement, test };
}

/** A statement that works differently, and why. */
export function differs(statement: string, why: string, test: string): CoverageRow {
  return { statement, differs: why, test };
}
