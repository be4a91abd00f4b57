/** What is tried against the gate of a managed machine, by id. Written by `npm run generate` from `all.ts`. Do not edit. */
import type { ManagedTries } from "../doctor/conformance/managed-tries.ts";
import { managedTries as claudeCode } from "./claude-code/client/managed.client.ts";
import { managedTries as codex } from "./codex/client/managed.client.ts";
import { managedTries as copilot } from "./copilot/client/managed.client.ts";
import { managedTries as opencode } from "./opencode/client/managed.client.ts";
import { managedTries as pi } from "./pi/client/managed.client.ts";

export const managedClients: ReadonlyMap<string, ManagedTries> = new Map([
  ["opencode", opencode],
  ["claude-code", claudeCode],
  ["pi", pi],
  ["codex", codex],
  ["copilot", copilot],
]);
