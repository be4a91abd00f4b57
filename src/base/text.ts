/** Small functions on text for people. */

/** Fills lines up to `width` columns. Line breaks in the text stay; a longer word keeps a line to itself. */
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

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Control characters and terminal escapes as text, so that definitions cannot steer a terminal. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, (character) =>
    character === "\t" ? " " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
