/** Which of Pi's tools an agent gets. */

import { type Policy, type Tool, tools } from "../../model/permission.ts";
import { isAlwaysDenied, readFirst } from "../render/whole-tools.ts";
import { pi } from "./index.ts";

/** What is listed here is still judged, call by call. */
export function grantedTools(policy: Policy): string[] {
  const granted = readFirst.filter((tool) => !isAlwaysDenied(policy, tool)).flatMap((tool) => pi.tools.canonical[tool]);
  return [...granted, ...policy.allowTools];
}

/** Tools the author speaks about that this client does not have. */
export function missingTools(policy: Policy): Tool[] {
  const isMissing = (tool: Tool): boolean => tool !== "external_directory" && pi.tools.canonical[tool].length === 0;
  return tools.filter((tool) => isMissing(tool) && !isAlwaysDenied(policy, tool));
}

/** The extension of a main session that has no policy. Pi loads it by itself. */
export const watchPath = "extensions/surcingle-watch/index.ts";

/** The extension of one agent, seen from the client's directory. */
export function extensionPath(name: string): string {
  return `extensions/surcingle/${name}/index.ts`;
}
