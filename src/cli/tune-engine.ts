/** Settings of V8 for a run that is short, or that makes much and keeps little. */
import { setFlagsFromString } from "node:v8";

interface Setting {
  readonly flag: string;
  /** The newest Node on which it was tried: one that does not know it would complain on standard error. */
  readonly newest: number;
}

const settings: readonly Setting[] = [
  // Every text and list of a long run passes through the space for young objects, which grows by its own size each time
  // much of it survives. It is large enough as it is when a command begins: more would add a third to the peak, and in
  // newer versions double it, for a few per cent of time.
  { flag: "--semi-space-growth-factor=1", newest: 24 },
  // Most runs end before optimised code pays for its making. What is still busy after seven times as long is worth it.
  { flag: "--interrupt-budget=500000", newest: 20 },
];

export function tuneEngine(): void {
  const major = Number.parseInt(process.versions.node, 10);
  for (const { flag, newest } of settings) if (major <= newest) setFlagsFromString(flag);
}
