/** Codex runs a hook only when its definition is trusted by hash; otherwise it is skipped in silence. */
import { createHash } from "node:crypto";

export interface Hook {
  readonly command: string;
  /** Seconds. */
  readonly timeout: number;
  readonly matcher: string;
}

/** Codex 0.166 hashes the definition as JSON without spaces and with sorted keys, whatever file it was written in. */
export function hookHash({ command, timeout, matcher }: Hook): string {
  // INVARIANT: the keys stand in sorted order.
  const handler = { async: false, command, timeout, type: "command" };
  const text = JSON.stringify({ event_name: "pre_tool_use", hooks: [handler], matcher });
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The name under which the trust in the first hook of a file is kept. */
export function trustKey(file: string): string {
  return `${file}:pre_tool_use:0:0`;
}
