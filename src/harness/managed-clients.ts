/** What is tried against the gate of a managed machine, by id. Written by `npm run generate` from `all.ts`. Do not edit. */
import type { ManagedTries } from "../doctor/conformance/managed-tries.ts";
import { managedTries as claudeCode } from "./claude-code/client/managed.client.ts";
import { managedTries as codex } from "./codex/client/managed.client.ts";
import { managedTries as copilot } from "./copilot/client/managed.client.ts";

export const managedClients: ReadonlyMap<string, ManagedTries> = new Map([
  ["claude-code", claudeCode],
  ["codex", codex],
  ["copilot", copilot],
]);
