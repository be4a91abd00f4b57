/** Small text functions for messages. */

/** Wraps lines at `width` columns. Keeps line breaks in the text; a longer word gets its own line. */
export function wrap(text: string, width: number): string {
  return text
    .split("\n")
    .map((paragraph) => {
      const lines = [""];
      for (const word of paragraph.split(" ")) {
        const line = lines.at(-1)!;
        if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
        else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
      }
      return lines.join("\n");
    })
    .join("\n");
}

/**
 * Wraps one line of a screen. Further lines are indented like its text: below its last column, or two blanks more than
 * an indented line.
 */
export function fit(line: string, width: number): string {
  if (columnsOf(line) <= width) return line;
  const blanks = /^ */.exec(line)![0].length;
  const bare = withoutColours(line);
  const gap = [...bare.matchAll(/ {2,}(?=\S)/g)].map(({ index, 0: { length } }) => index + length);
  const column = gap.filter((end) => end <= width / 2).at(-1) ?? 0;
  const indent = column > blanks ? column : blanks + (blanks > 0 ? 2 : 0);
  const lines: string[] = [];
  let last = line.slice(0, blanks);
  for (const word of line.slice(blanks).split(/(?<= )(?=\S)/)) {
    if (columnsOf(last.trimEnd()) > 0 && columnsOf(last + word.trimEnd()) > width) {
      lines.push(last.trimEnd());
      last = " ".repeat(indent);
    }
    last += word;
  }
  return [...lines, last.trimEnd()].join("\n");
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: color codes begin with one
  return text.replaceAll(/\u001b\[[\d;]*m/g, "");
}

function columnsOf(text: string): number {
  return withoutColours(text).length;
}

/** `a, b and c`. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Control characters and terminal escapes as text, so that definitions cannot steer a terminal. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, (character) =>
    character === "\t" ? " " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
