/** What `surcingle import` reads of each client. Written by `npm run generate` from `all.ts`. Do not edit. */
import { importer as claudeCode } from "./claude-code/import.ts";
import { importer as codex } from "./codex/import.ts";
import { importer as copilot } from "./copilot/import.ts";
import type { Importer } from "./importer.ts";
import { importer as opencode } from "./opencode/import.ts";
import { importer as pi } from "./pi/import.ts";

export const importers: readonly Importer[] = [opencode, claudeCode, pi, codex, copilot];
