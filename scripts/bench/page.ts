/** Renders the results as a page: each measurement with its target, and where it was taken. */
import { cpus, platform, release, totalmem } from "node:os";

export interface Measure {
  readonly what: string;
  readonly value: string;
  readonly target?: string;
  readonly isMet?: boolean;
  readonly note: string;
}

export interface Section {
  readonly title: string;
  readonly text: string;
  readonly measures: readonly Measure[];
}

/**
 * `load`: how many programs wanted a core when the run began. If more than there are cores, single numbers mean little.
 */
export function printPage(sections: readonly Section[], date: string, load: number): string {
  const machine = `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores`;
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB memory`;
  const where = `${machine}, ${memory}, ${platform()} ${release()}, Node ${process.version}, ${date}; load when it began: ${load.toFixed(1)}`;
  return [
    "# Benchmarks",
    "Written by `npm run bench`. Times differ from machine to machine, so the targets are ratios of two programs in one run.",
    `Taken on: ${where}.`,
    ...sections.map(printSection),
  ]
    .join("\n\n")
    .concat("\n");
}

export function printSection({ title, text, measures }: Section): string {
  return `## ${title}\n\n${text}\n\n${table(measures)}`;
}

/** The page with one section measured again, or added at the end. */
export function replaceSection(page: string, section: Section): string {
  const start = page.indexOf(`\n## ${section.title}\n`);
  if (start === -1) return `${page}\n${printSection(section)}\n`;
  const end = page.indexOf("\n## ", start + 1);
  return `${page.slice(0, start)}\n${printSection(section)}\n${end === -1 ? "" : page.slice(end)}`;
}

/** The sections that this run has not measured: written by hand, or measured by a run with other options. */
export function keptSections(page: string, measured: readonly Section[]): string {
  const titles = new Set(measured.map(({ title }) => title));
  // Each run measures all versions of Node.
  const isOld = (title: string): boolean => titles.has(title) || /^Node \d/.test(title);
  const [, ...sections] = page.split(/\n(?=## )/);
  return sections
    .filter((section) => !isOld(section.slice("## ".length, section.indexOf("\n"))))
    .map((section) => `\n${section.trimEnd()}\n`)
    .join("");
}

export function table(measures: readonly Measure[]): string {
  const rows = measures.map(({ what, value, target = "", isMet, note }) => {
    const mark = isMet === undefined ? "" : isMet ? "met" : "**missed**";
    return `| ${[what, value, target, mark, note].join(" | ")} |`;
  });
  return ["| what | measured | target | | how |", "|---|---|---|---|---|", ...rows].join("\n");
}
