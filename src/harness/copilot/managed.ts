/** Policy hooks and managed settings of Copilot 1.0, which silently ignores a policy file that is a link. */
import { printJson } from "../../formats/json.ts";
import type { ManagedRenderer } from "../harness.ts";
import { gateHook } from "./render.ts";

export const managed: ManagedRenderer = {
  tier: "held",
  directories: { linux: "/etc/github-copilot", darwin: "/etc/github-copilot" },
  links: [],
  render: ({ model, context, policies }) => [
    {
      path: "policy.d/50-surcingle.json",
      text: printJson([
        ["version", 1],
        ["hooks", gateHook({ policy: policies, isManaged: true }, model.settings, context)],
      ]),
    },
    {
      path: "managed-settings.json",
      text: printJson([
        // Without it, a hook of the user or a trusted project can rewrite a command after the gate has judged it.
        ["allowManagedHooksOnly", true],
        ["permissions", { fields: [["disableBypassPermissionsMode", "disable"]] }],
      ]),
    },
  ],
};
