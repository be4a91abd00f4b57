/** Which agents have a box. */
import type { Policy } from "../model/permission.ts";
import { defaultSandbox, type SandboxSettings } from "../model/sandbox.ts";
import { deniesAll } from "../policy/rules.ts";

/** As the settings say, else for an agent that may not edit anything. Undefined: its commands run without one. */
export function boxSettings(policy: Policy): SandboxSettings | undefined {
  const settings = policy.sandbox ?? defaultSandbox;
  const use = settings.use ?? (deniesAll(policy, "edit") ? "on" : "off");
  return use === "off" ? undefined : { ...settings, use };
}
