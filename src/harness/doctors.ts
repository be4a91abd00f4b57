/** What `surcingle doctor` asks each client. Written by `npm run generate` from `all.ts`. Do not edit. */
import type { ClientChecks } from "../doctor/checks.ts";
import { doctor as claudeCode } from "./claude-code/doctor.ts";
import { doctor as codex } from "./codex/doctor.ts";
import { doctor as copilot } from "./copilot/doctor.ts";
import { doctor as opencode } from "./opencode/doctor.ts";
import { doctor as pi } from "./pi/doctor.ts";

export const doctors: readonly ClientChecks[] = [opencode, claudeCode, pi, codex, copilot];
