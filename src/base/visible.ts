/** Text of an author or an agent, made safe for a terminal. */

/** Nothing in it may move the cursor, colour the screen or reverse the reading order. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, (character) =>
    character === "\t" ? " " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
