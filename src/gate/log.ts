/** The decision log: one JSON line per answer, where `SURCINGLE_LOG` says. */
import { appendFileSync } from "node:fs";

/** A log that cannot be written never changes the answer. */
export function writeLog(
  env: Readonly<Record<string, string | undefined>>,
  line: Readonly<Record<string, unknown>>,
): void {
  const file = env["SURCINGLE_LOG"];
  if (!file) return;
  try {
    appendFileSync(file, `${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
  } catch {
    // Nothing to do: the answer stands.
  }
}
