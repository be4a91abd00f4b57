/** The alphabet of the comparison: UTF-16 units, and marks that occur in no text. */
import { gap } from "../../../base/glob.ts";

export { gap };

/** The path so far is the project root. */
export const atRoot = -11;
/** The path so far is the home. */
export const atHome = -12;
/** The command begins here, after its assignments. */
export const commandStart = -13;

/** Unknown text within one word or one segment of a path. */
export const unknownText = -21;
/** Any number of unknown words. */
export const unknownWords = -22;
/** The gap before a word whose end is unknown. */
export const unknownGap = -23;
/** Everything at and below the path so far, or directories in the middle of a path. */
export const unknownTree = -24;
/** The same two for a set that begins above the project and may lead into it. */
export const unknownTextAround = -25;
export const unknownTreeAround = -26;

/** From here on, part of the text is unknown. */
export function isUnknown(symbol: number): boolean {
  return symbol <= unknownText;
}

export const slash = 47;
export const space = 32;
