/** Codex's tools, and what a policy means for a client that knows only whole tools. */
import type { Policy } from "../../model/permission.ts";
import type { ClientTools } from "../harness.ts";
import { isAlwaysDenied, plainVerdict } from "../render/whole-tools.ts";

const agentTools = [
  ...["spawn_agent", "send_input", "send_message", "followup_task", "resume_agent"],
  ...["wait_agent", "close_agent", "list_agents", "interrupt_agent"],
];

/** Under the names of both generations. */
export const delegationTools: readonly string[] = [...agentTools, ...agentTools.map((name) => `collaboration${name}`)];

export const clientTools: ClientTools = {
  canonical: {
    bash: ["Bash", "exec_command", "write_stdin"],
    edit: ["apply_patch"],
    read: ["view_image"],
    webfetch: [],
    websearch: ["web_search"],
    question: ["request_user_input"],
    external_directory: [],
  },
  delegation: delegationTools,
};

/** No hook sees a search: the provider runs it. So it is on only where every search is allowed. */
export function maySearch(policy: Policy): boolean {
  return plainVerdict(policy, "websearch") === "allow";
}

/** The one part of a policy that Codex enforces by itself, for a profile and for a role. */
export function hasShell(policy: Policy): boolean {
  return !isAlwaysDenied(policy, "bash");
}
