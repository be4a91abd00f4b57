/** The harnesses that start the gate as a program, by id. Written by `npm run generate` from `all.ts`. Do not edit. */
import { gate as claudeCode } from "./claude-code/gate.ts";
import { gate as codex } from "./codex/gate.ts";
import { gate as copilot } from "./copilot/gate.ts";
import type { GateCodec } from "./harness.ts";

export const codecs: ReadonlyMap<string, GateCodec> = new Map([
  ["claude-code", claudeCode],
  ["codex", codex],
  ["copilot", copilot],
]);
