/** Every harness, as data. `npm run generate` derives everything else from this list. */
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";
import { copilot } from "./copilot/index.ts";
import type { Harness } from "./harness.ts";
import { kode } from "./kode/index.ts";
import { opencode } from "./opencode/index.ts";
import { pi } from "./pi/index.ts";

export const harnesses: readonly Harness[] = [opencode, claudeCode, pi, codex, copilot, kode];
