/** What a managed machine has for each client, by id. Written by `npm run generate` from `all.ts`. Do not edit. */
import { managed as claudeCode } from "./claude-code/managed.ts";
import { managed as codex } from "./codex/managed.ts";
import { managed as copilot } from "./copilot/managed.ts";
import type { ManagedRenderer } from "./harness.ts";
import { managed as opencode } from "./opencode/managed.ts";
import { managed as pi } from "./pi/managed.ts";

export const managedRenderers: ReadonlyMap<string, ManagedRenderer> = new Map([
  ["opencode", opencode],
  ["claude-code", claudeCode],
  ["pi", pi],
  ["codex", codex],
  ["copilot", copilot],
]);
