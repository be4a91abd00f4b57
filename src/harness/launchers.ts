/** The harnesses that can run without a screen, by id. Written by `npm run generate` from `all.ts`. Do not edit. */
import { launcher as claudeCode } from "./claude-code/launch.ts";
import { launcher as codex } from "./codex/launch.ts";
import type { Launcher } from "./harness.ts";
import { launcher as opencode } from "./opencode/launch.ts";
import { launcher as pi } from "./pi/launch.ts";

export const launchers: ReadonlyMap<string, Launcher> = new Map([
  ["opencode", opencode],
  ["claude-code", claudeCode],
  ["pi", pi],
  ["codex", codex],
]);
