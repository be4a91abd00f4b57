/** Functions of Python, by indentation: a `def` ends before the next line that stands no deeper than itself. */
import type { FunctionLength } from "./function-lengths.ts";

interface Line {
  readonly text: string;
  readonly indent: number;
  /** Empty, a comment, or inside a text or a bracket that an earlier line opened. */
  readonly isQuiet: boolean;
}

export function pythonFunctions(text: string): readonly FunctionLength[] {
  const lines = readLines(text);
  return lines.flatMap((line, i): FunctionLength[] => {
    const head = line.isQuiet ? null : /^\s*(?:async\s+)?def\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(line.text);
    if (!head) return [];
    let last = i;
    while (last + 1 < lines.length && isBelow(lines[last + 1]!, line)) last++;
    while (last > i && /^\s*(?:#.*)?$/.test(lines[last]!.text)) last--;
    return [{ name: head[1]!, line: i + 1, lines: last - i + 1 }];
  });
}

function isBelow({ isQuiet, indent }: Line, head: Line): boolean {
  return isQuiet || indent > head.indent;
}

function readLines(text: string): readonly Line[] {
  const code = blankOut(text);
  const shown = text.split("\n");
  let depth = 0;
  return code.split("\n").map((line, i): Line => {
    const isInside = depth > 0;
    for (const mark of line) {
      if ("([{".includes(mark)) depth++;
      else if (")]}".includes(mark) && depth > 0) depth--;
    }
    const indent = line.length - line.trimStart().length;
    return { text: shown[i]!, indent, isQuiet: isInside || line.trim() === "" };
  });
}

/** Texts and comments become spaces, but the first character of a text stays: a line that begins with one is a line. */
function blankOut(text: string): string {
  const parts = /#[^\n]*|("""|''')(?:\\[\s\S]|[^\\])*?(?:\1|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;
  return text.replace(parts, (part) => {
    const blank = part.replace(/[^\n]/g, " ");
    return part.startsWith("#") ? blank : `"${blank.slice(1)}`;
  });
}
