/** How each harness is tested on its real client. Written by `npm run generate` from `all.ts`. Do not edit. */
import type { Conformance } from "../doctor/conformance/client-tests.ts";
import { conformance as claudeCode } from "./claude-code/client/conformance.client.ts";
import { conformance as codex } from "./codex/client/conformance.client.ts";
import { conformance as copilot } from "./copilot/client/conformance.client.ts";
import { conformance as opencode } from "./opencode/client/conformance.client.ts";
import { conformance as pi } from "./pi/client/conformance.client.ts";

export const conformances: readonly Conformance[] = [opencode, claudeCode, pi, codex, copilot];
