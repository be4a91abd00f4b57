/** Less memory for a run that makes much and keeps little. */
import { setFlagsFromString } from "node:v8";

/** The newest Node on which the setting was tried: one that does not know it would complain on standard error. */
const newest = 24;

/**
 * Every text and list of a long run passes through the space for young objects, which grows by its own size each time
 * much of it survives. It is large enough as it is when a command begins: more would add a third to the peak, and in
 * newer versions double it, for a few per cent of time.
 */
export function keepHeapSmall(): void {
  if (Number.parseInt(process.versions.node, 10) <= newest) setFlagsFromString("--semi-space-growth-factor=1");
}
