/** Which of Claude Code's tools an agent gets. */
import { type Policy, tools } from "../../model/permission.ts";
import type { ClientTools } from "../harness.ts";
import { delegatesOf, isAlwaysDenied, mayRead } from "../shared/plain.ts";

export const clientTools: ClientTools = {
  canonical: {
    bash: ["Bash"],
    edit: ["Edit", "Write", "NotebookEdit"],
    webfetch: ["WebFetch"],
    websearch: ["WebSearch"],
    question: ["AskUserQuestion"],
    external_directory: [],
  },
  reading: ["Read", "Grep", "Glob"],
  delegation: ["Agent", "Task", "Workflow", "Skill"],
};

/** Undefined: ungoverned, the client gives every tool. What is listed here is still asked about, call by call. */
export function grantedTools(policy: Policy | undefined): string[] | undefined {
  if (!policy) return undefined;
  const granted = tools.filter((tool) => !isAlwaysDenied(policy, tool)).flatMap((tool) => clientTools.canonical[tool]);
  return [
    ...(mayRead(policy) ? clientTools.reading : []),
    ...granted,
    ...(delegatesOf(policy).length > 0 ? ["Agent"] : []),
    ...(policy.skills.length > 0 ? ["Skill"] : []),
    ...policy.allowTools,
  ];
}
