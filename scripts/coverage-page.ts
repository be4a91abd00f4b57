/** Generates docs/coverage.md: how each statement of the implemented documents is covered. */
import { coverage } from "../test/coverage/all.ts";
import { type CoverageRow, namedTest } from "../test/coverage/row.ts";

export function coveragePage(): string {
  const parts = coverage.map(({ title, about, rows }) => {
    const list = rows.map((row, i) => line(row, i + 1)).join("");
    return `## ${title}\n\n${about[0]!.toUpperCase()}${about.slice(1)}.\n\n| # | Statement | Status | Test |\n|---|---|---|---|\n${list}`;
  });
  return `# Coverage\n\nThe documents that Surcingle implements, statement by statement, with the test that shows each one. Where it differs,
the status says why. [docs/coming-from.md](coming-from.md) maps their verbs and fields to ours.\n\n${summary()}\n${parts.join("\n")}`;
}

function summary(): string {
  const rows = coverage.map(({ title, rows }) => {
    const differing = rows.filter(({ differs }) => differs !== undefined).length;
    return `| ${title} | ${rows.length} | ${rows.length - differing} | ${differing} |\n`;
  });
  return `| Document | Statements | Work | Differ |\n|---|---|---|---|\n${rows.join("")}`;
}

function line(row: CoverageRow, number: number): string {
  const { statement, differs } = row;
  const { file, name } = namedTest(row) ?? { file: row.test, name: "" };
  const status = differs === undefined ? "works" : `differs: ${differs}`;
  return `| ${number} | ${cell(statement)} | ${cell(status)} | \`${file}\`: ${cell(name)} |\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
