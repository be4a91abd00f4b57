/** How each harness is tried on its real client. Written by `npm run generate` from `all.ts`. Do not edit. */
import type { Conformance } from "../doctor/client-tests.ts";
import { conformance as claudeCode } from "./claude-code/conformance.client.ts";
import { conformance as codex } from "./codex/conformance.client.ts";
import { conformance as copilot } from "./copilot/conformance.client.ts";
import { conformance as opencode } from "./opencode/conformance.client.ts";
import { conformance as pi } from "./pi/conformance.client.ts";

export const conformances: readonly Conformance[] = [opencode, claudeCode, pi, codex, copilot];
