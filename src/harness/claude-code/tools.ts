/** Which of Claude Code's tools an agent gets. */
import type { Policy } from "../../model/permission.ts";
import type { ClientTools } from "../harness.ts";
import { delegatesOf, isAlwaysDenied, readFirst } from "../render/whole-tools.ts";

export const clientTools: ClientTools = {
  canonical: {
    bash: ["Bash"],
    edit: ["Edit", "Write", "NotebookEdit"],
    read: ["Read", "Grep", "Glob"],
    webfetch: ["WebFetch"],
    websearch: ["WebSearch"],
    question: ["AskUserQuestion"],
    external_directory: [],
  },
  delegation: ["Agent", "Task", "Workflow", "Skill"],
};

/** Undefined: ungoverned, the client gives every tool. What is listed here is still asked about, call by call. */
export function grantedTools(policy: Policy | undefined): string[] | undefined {
  if (!policy) return undefined;
  const granted = readFirst
    .filter((tool) => !isAlwaysDenied(policy, tool))
    .flatMap((tool) => clientTools.canonical[tool]);
  return [
    ...granted,
    ...(delegatesOf(policy).length > 0 ? ["Agent"] : []),
    ...(policy.skills.length > 0 ? ["Skill"] : []),
    ...policy.allowTools,
  ];
}
