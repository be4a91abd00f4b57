/** The importers of the clients we render for. */
import { claudeCodeImporter } from "./claude-code/import.ts";
import { codexImporter } from "./codex/import.ts";
import { copilotImporter } from "./copilot/import.ts";
import type { Importer } from "./importer.ts";
import { opencodeImporter } from "./opencode/import.ts";
import { piImporter } from "./pi/import.ts";

export const importers: readonly Importer[] = [
  opencodeImporter,
  claudeCodeImporter,
  piImporter,
  codexImporter,
  copilotImporter,
];
