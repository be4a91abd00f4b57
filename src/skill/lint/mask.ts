/** Blanks out code in Markdown: same length, same lines, so that positions stay right. Linear in its length. */

export function maskCode(text: string): string {
  if (!text.includes("`") && !text.includes("~~~") && text.length <= longestLine) return text;
  const lines = text.split("\n");
  let fence: string | undefined;
  return lines
    .map((line) => {
      const mark = line.includes("```") || line.includes("~~~") ? fenceAt(line) : undefined;
      if (fence !== undefined) {
        if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
        return " ".repeat(line.length);
      }
      // A fence of backticks has none after it; otherwise it is inline code.
      if (mark === undefined || (mark[0] === "`" && line.trim().slice(mark.length).includes("`")))
        return maskSpans(line);
      fence = mark;
      return " ".repeat(line.length);
    })
    .join("\n");
}

const fenceAt = (line: string): string | undefined => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];

/** Longer lines were not written by hand; they are skipped. */
const longestLine = 20_000;

function maskSpans(line: string): string {
  if (line.length > longestLine) return " ".repeat(line.length);
  if (!line.includes("`")) return line;
  // Nearly every line: single backticks, which pair up from left to right.
  if (!line.includes("``")) return line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }));
  /** For each length, the runs in order, and how many of them were passed. */
  const byLength = new Map<number, { readonly list: number[]; passed: number }>();
  runs.forEach(({ start, end }, i) => {
    const same = byLength.get(end - start);
    if (same) same.list.push(i);
    else byLength.set(end - start, { list: [i], passed: 0 });
  });
  let masked = "";
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const { start, end } = runs[i]!;
    const same = byLength.get(end - start)!;
    while (same.passed < same.list.length && same.list[same.passed]! <= i) same.passed++;
    const closing = same.list[same.passed];
    if (closing === undefined) continue;
    masked += line.slice(from, start) + " ".repeat(runs[closing]!.end - start);
    from = runs[closing]!.end;
    i = closing;
  }
  return masked + line.slice(from);
}
