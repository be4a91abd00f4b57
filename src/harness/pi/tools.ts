/** Which of Pi's tools an agent gets. */

import type { Policy } from "../../model/permission.ts";
import { isAlwaysDenied, readFirst } from "../render/whole-tools.ts";
import { pi } from "./index.ts";

/** Listed tools are still judged, call by call. */
export function grantedTools(policy: Policy): string[] {
  const granted = readFirst.filter((tool) => !isAlwaysDenied(policy, tool)).flatMap((tool) => pi.tools.canonical[tool]);
  return [...granted, ...policy.allowTools];
}

/** The extension of a main session without a policy. Pi loads it by itself. */
export const watchPath = "extensions/surcingle-watch/index.ts";

/** The extension of one agent, relative to the client's directory. */
export function extensionPath(name: string): string {
  return `extensions/surcingle/${name}/index.ts`;
}
