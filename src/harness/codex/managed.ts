/** Requirements of Codex 0.166: one file, enforced above every configuration. */
import { printToml } from "../../formats/toml-print.ts";
import type { ManagedRenderer } from "../harness.ts";
import { gateHook } from "./profile.ts";

export const managed: ManagedRenderer = {
  tier: "held",
  directories: { linux: "/etc/codex", darwin: "/etc/codex" },
  links: ["requirements.toml"],
  render: ({ model, context, policies }) => {
    const { command, timeout, matcher } = gateHook({ policy: policies, isManaged: true }, model.settings, context);
    const handler = {
      fields: [
        ["type", "command"],
        ["command", command],
        ["timeout", timeout],
      ],
    } as const;
    const text = printToml([
      // A rewriting hook of a user or a project would run after the gate has judged the call.
      ["allow_managed_hooks_only", true],
      // Otherwise a project's configuration can disable all hooks.
      ["features", { fields: [["hooks", true]] }],
      [
        "hooks",
        {
          fields: [
            [
              "PreToolUse",
              [
                {
                  fields: [
                    ["matcher", matcher],
                    ["hooks", [handler]],
                  ],
                },
              ],
            ],
          ],
        },
      ],
    ]);
    return [{ path: "requirements.toml", text }];
  },
};
