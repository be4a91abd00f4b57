/** The clients that start the gate as a program, by the id of their harness. */
import { gate as claudeCode } from "./claude-code/gate.ts";
import { gate as codex } from "./codex/gate.ts";
import { gate as copilot } from "./copilot/gate.ts";
import type { GateCodec } from "./harness.ts";

export const codecs: ReadonlyMap<string, GateCodec> = new Map([
  ["claude-code", claudeCode],
  ["codex", codex],
  ["copilot", copilot],
]);
