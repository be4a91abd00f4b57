/** Managed settings of Claude Code 2.1: read from a drop-in directory, above everything a user or a project writes. */
import { printJson } from "../../formats/json.ts";
import type { ManagedRenderer } from "../harness.ts";
import { gateHook, renderAgents } from "./render.ts";

export const managed: ManagedRenderer = {
  tier: "held",
  directories: { linux: "/etc/claude-code", darwin: "/Library/Application Support/ClaudeCode" },
  links: ["managed-settings.d/50-surcingle.json", ".claude/agents"],
  render: ({ model, context, policies }) => {
    const settings = printJson([
      ["hooks", gateHook({ policy: policies, isManaged: true }, model.settings, context)],
      // Without it, a repository's hook can rewrite a command after the gate has judged it, trusted or not (2.1.325).
      ["allowManagedHooksOnly", true],
      ["permissions", { fields: [["disableBypassPermissionsMode", "disable"]] }],
      // Variables from the user's own settings reach a managed hook; an empty text here overrides them.
      [
        "env",
        {
          fields: [
            ["NODE_OPTIONS", ""],
            ["CLAUDE_CODE_SHELL_PREFIX", ""],
          ],
        },
      ],
    ]);
    const agents = renderAgents(model, { ...context, isManaged: true });
    return [
      { path: "managed-settings.d/50-surcingle.json", text: settings },
      ...agents.flatMap((file) =>
        file.kind === "whole" ? [{ path: `.claude/${file.path}`, text: String(file.content) }] : [],
      ),
    ];
  },
};
