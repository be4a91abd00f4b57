/** Codex's tools, and what a policy means for a client that knows only whole tools. */
import type { Policy } from "../../model/permission.ts";
import { isAlwaysDenied, plainVerdict } from "../render/whole-tools.ts";

/** No hook sees a search: the provider runs it. So it is on only where every search is allowed. */
export function maySearch(policy: Policy): boolean {
  return plainVerdict(policy, "websearch") === "allow";
}

/** The one part of a policy that Codex enforces by itself, for a profile and for a role. */
export function hasShell(policy: Policy): boolean {
  return !isAlwaysDenied(policy, "bash");
}
