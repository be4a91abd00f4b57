/** Renders the results as sections of a page: each measurement with its target, and where it was taken. */
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

/** Says where and when a section was measured. With more load than cores, single numbers mean little. */
export function stamp(section: Section, date: string, load: number): Section {
  const machine = `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB`;
  const text = `${section.text}\nMeasured ${date}; ${machine}, ${platform()} ${release()}; load when it began: ${load.toFixed(1)}.`;
  return { ...section, text };
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

function table(measures: readonly Measure[]): string {
  const rows = measures.map(({ what, value, target = "", isMet, note }) => {
    const mark = isMet === undefined ? "" : isMet ? "met" : "**missed**";
    return `| ${[what, value, target, mark, note].join(" | ")} |`;
  });
  return ["| what | measured | target | | how |", "|---|---|---|---|---|", ...rows].join("\n");
}
