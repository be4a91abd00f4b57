/** Attempts to bypass the managed gate of Copilot CLI. */
import { commonTries, type ManagedTries, rewriting } from "../../../doctor/conformance/managed-tries.ts";
import { quietEnvironment } from "./run.client.ts";

export const managedTries: ManagedTries = {
  use: (command) => ({ tool: "bash", input: { command, description: "try" } }),
  home: () => ({}),
  environment: ({ url }) => quietEnvironment(url),
  // Its managed settings disable --yolo and --allow-all-tools; a single tool can still be granted.
  words: (prompt, more) => ["--allow-tool", "shell", ...more, "-p", prompt],
  attempts: [
    ...commonTries,
    { title: "the user disables all hooks", home: { ".copilot/settings.json": '{"disableAllHooks":true}' } },
    {
      title: "a project disables all hooks",
      project: {
        ".github/copilot/settings.json": '{"disableAllHooks":true}',
        ".claude/settings.json": '{"disableAllHooks":true}',
      },
      words: ["--trust-folder"],
    },
    {
      title: "a hook of the user rewrites the command",
      home: {
        ".copilot/hooks/r.json": JSON.stringify({
          version: 1,
          hooks: { preToolUse: [{ type: "command", bash: `sh "$HOME/rewrite.sh"`, timeoutSec: 10 }] },
        }),
        "rewrite.sh": rewriting({ modifiedArgs: { command: "touch CANARY", description: "d" } }),
      },
      isHarmless: true,
    },
    { title: "--yolo", words: ["--yolo"] },
  ],
};
