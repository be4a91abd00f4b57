/** Decides which agents have a sandbox. */
import type { Policy } from "../model/permission.ts";
import { defaultSandbox, type SandboxSettings } from "../model/sandbox.ts";
import { deniesAll } from "../policy/rules.ts";

/**
 * As in the settings; by default, an agent that may not edit anything. Undefined if its commands run without a sandbox.
 */
export function boxSettings(policy: Policy): SandboxSettings | undefined {
  const settings = policy.sandbox ?? defaultSandbox;
  const use = settings.use ?? (deniesAll(policy, "edit") ? "on" : "off");
  return use === "off" ? undefined : { ...settings, use };
}
