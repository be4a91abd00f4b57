/** How the sessions of each client are read. Written by `npm run generate` from `all.ts`. Do not edit. */
import type { SessionReader } from "../model/session.ts";
import { sessions as claudeCode } from "./claude-code/sessions.ts";
import { sessions as codex } from "./codex/sessions.ts";
import { sessions as copilot } from "./copilot/sessions.ts";
import { sessions as opencode } from "./opencode/sessions.ts";
import { sessions as pi } from "./pi/sessions.ts";

export const sessionReaders: readonly SessionReader[] = [opencode, claudeCode, pi, codex, copilot];
