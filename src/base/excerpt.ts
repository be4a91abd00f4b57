/** Prints a problem for a person: the place, the line, a caret under the wrong words. Also as JSON. */
import type { Diagnostic } from "./diagnostic.ts";
import { compare } from "./order.ts";
import type { Problem } from "./problem.ts";
import { lineCol, placeForPeople } from "./source.ts";
import { visible, wrap } from "./text.ts";

export type Paint = (style: "error" | "warning" | "note" | "good" | "faint" | "bold", text: string) => string;

export const noPaint: Paint = (_, text) => text;

const longestLine = 160;

/**
 * `columns`: on a terminal, long texts are wrapped at this width. In a pipe each stays on one line, so that it can be
 * searched.
 */
export function excerpt(
  problem: Problem | Diagnostic,
  paint: Paint = noPaint,
  columns = Number.POSITIVE_INFINITY,
): string {
  const { severity, code, message, hint } = problem;
  const label = `${severity}[${code}]: `;
  const [first = "", ...more] = wrap(label + visible(message), columns)
    .slice(label.length)
    .split("\n");
  const rest = more.map((line) => `\n${paint("bold", line)}`).join("");
  const head = `${paint(severity, `${severity}[${code}]`)}: ${paint("bold", first)}${rest}`;
  if (isPlaced(problem)) return excerptWithPlace(problem, head, paint, columns);
  return hint ? `${head}\n${helpLines(hint, "", paint, columns)}\n` : `${head}\n`;
}

/** The output of a program may have many lines. */
function helpLines(hint: string, margin: string, paint: Paint, columns: number): string {
  const start = `${margin} = help: `;
  const lines = hint.split("\n").flatMap((line) => wrap(visible(line), columns - start.length).split("\n"));
  return `${margin} ${paint("faint", "=")} help: ${lines.join(`\n${" ".repeat(start.length)}`)}`;
}

function isPlaced(problem: Problem): problem is Diagnostic {
  return problem.span !== undefined;
}

function excerptWithPlace(
  { span, severity, label, hint }: Diagnostic,
  head: string,
  paint: Paint,
  columns: number,
): string {
  const { line, col } = lineCol(span.file, span.start);
  const number = String(line);
  const margin = " ".repeat(number.length);
  const lines = [head, `${margin}${paint("faint", "-->")} ${visible(placeForPeople(span))}`];
  if (span.end > span.start || label) {
    const bar = paint("faint", "|");
    const room = columns - margin.length - 3;
    const source = span.file.text.split("\n")[line - 1] ?? "";
    const { text, caret } = underline(source, col - 1, span.end - span.start, Math.min(longestLine, room - 2));
    const note = label ? ` ${visible(label)}` : "";
    // A label that does not fit beside the caret goes below it.
    const pointers =
      caret.length + note.length <= room ? [`${caret}${note}`] : [caret, ...wrap(note.trim(), room).split("\n")];
    lines.push(
      `${margin} ${bar}`,
      `${paint("faint", number)} ${bar} ${text}`,
      ...pointers.map((each) => `${margin} ${bar} ${paint(severity, each)}`),
    );
  }
  if (hint) lines.push(helpLines(hint, margin, paint, columns));
  return `${lines.map((each) => each.trimEnd()).join("\n")}\n`;
}

/** Truncates a long line around the underlined words; positions refer to what is shown. */
function underline(line: string, start: number, length: number, longest: number): { text: string; caret: string } {
  const from = line.length > longest && start + length > longest ? Math.max(0, start - Math.floor(longest / 4)) : 0;
  const shown = line.slice(from, from + longest);
  const before = `${from > 0 ? "…" : ""}${visible(shown.slice(0, start - from))}`;
  const marked = visible(shown.slice(start - from, start - from + length));
  const after = visible(shown.slice(start - from + length));
  const text = `${before}${marked}${after}${from + longest < line.length ? "…" : ""}`;
  return { text, caret: `${" ".repeat(width(before))}${"^".repeat(Math.max(1, width(marked)))}` };
}

/** Columns on a terminal, roughly: combining marks take none, wide letters and emoji take two. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) continue;
    columns += /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u.test(
      character,
    )
      ? 2
      : 1;
  }
  return columns;
}

/** Stable names, because scripts read this. */
export function problemJson(problem: Problem | Diagnostic): string {
  const { subject, severity, code, message, hint } = problem;
  if (!isPlaced(problem)) return JSON.stringify({ file: subject, severity, code, message, hint });
  const { span, label, loss } = problem;
  const from = lineCol(span.file, span.start);
  const to = lineCol(span.file, span.end);
  const file = span.file.label ?? span.file.path;
  const position = { file, line: from.line, col: from.col, endLine: to.line, endCol: to.col };
  return JSON.stringify({ ...position, severity, code, message, label, hint, loss });
}

/** Sorted by place, errors before warnings at one place, without duplicates. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const keyed = diagnostics.map((diagnostic) => {
    const { span, severity, message } = diagnostic;
    const offset = String(span.start).padStart(10, "0");
    return { diagnostic, key: [span.file.label ?? span.file.path, offset, severity, message].join("\0") };
  });
  keyed.sort((a, b) => compare(a.key, b.key));
  return keyed.filter(({ key }, i) => key !== keyed[i - 1]?.key).map(({ diagnostic }) => diagnostic);
}
