/** Moved to text.ts. */
export { visible } from "./text.ts";
