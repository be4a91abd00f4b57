/**
 * Headless Claude Code: `claude -p` with its own configuration directory, so that settings of the user or a project do
 * not apply.
 */

import type { Launcher } from "../harness.ts";
import { claudeCode } from "./index.ts";

export const launcher: Launcher = {
  program: "claude",
  // Claude Code 2.1 reads `@/etc/passwd` in a message and sends the file along. In an agent's body it is plain text.
  opensMentions: true,
  launch: ({ directory, home, agent, prompt, model, mayRead, env }) => ({
    words: [
      ...["-p", "--agent", agent, "--output-format", "text", "--no-session-persistence"],
      // A project's settings could disable hooks, and with them the gate.
      ...["--setting-sources", "user", "--strict-mcp-config", "--disable-slash-commands"],
      ...(model === undefined ? [] : ["--model", model]),
      ...(mayRead ? [] : ["--disallowedTools", claudeCode.tools.canonical.read.join(",")]),
    ],
    environment: { CLAUDE_CONFIG_DIR: directory, CLAUDECODE: undefined, CLAUDE_CODE_ENTRYPOINT: undefined },
    input: prompt,
    links: [{ from: `${env["CLAUDE_CONFIG_DIR"] ?? `${home}/.claude`}/.credentials.json`, to: ".credentials.json" }],
  }),
};
