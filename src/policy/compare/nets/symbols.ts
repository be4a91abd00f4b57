/** What a text is spelled with while policies are compared: UTF-16 units, and marks that no text holds. */
import { gap } from "../../../base/glob.ts";

export { gap };

/** The path so far is the project root. */
export const atRoot = -11;
/** The path so far is the home. */
export const atHome = -12;
/** Behind its assignments the command begins. */
export const commandStart = -13;

/** Text that is not known, inside one word or one segment of a path. */
export const unknownText = -21;
/** Words that are not known, any number of them. */
export const unknownWords = -22;
/** The gap before a word whose end is not known. */
export const unknownGap = -23;
/** Everything at and below the path so far, or directories in the middle of a path. */
export const unknownTree = -24;
/** The two above for a set that begins above the project and may lead into it. */
export const unknownTextAround = -25;
export const unknownTreeAround = -26;

/** From here on some of the text is not known. */
export function isUnknown(symbol: number): boolean {
  return symbol <= unknownText;
}

export const slash = 47;
export const space = 32;
