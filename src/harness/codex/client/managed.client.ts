/** Attempts to bypass the managed gate of Codex. */
import { commonTries, type ManagedTries } from "../../../doctor/conformance/managed-tries.ts";

export const managedTries: ManagedTries = {
  use: (command) => ({ tool: "exec_command", input: { cmd: command } }),
  home: ({ project }, { url }) => ({
    ".codex/config.toml": `model = "gpt-5.5"\nmodel_provider = "scripted"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\nsupports_websockets = false\nrequest_max_retries = 0\nstream_max_retries = 0\n[projects."${project}"]\ntrust_level = "trusted"\n[features]\nshell_snapshot = false\n`,
  }),
  environment: () => ({}),
  words: (prompt, more) => ["exec", ...more, "--skip-git-repo-check", "--json", prompt],
  attempts: [
    ...commonTries,
    {
      title: "a trusted project switches hooks off",
      project: { ".codex/config.toml": "[features]\nhooks = false\n" },
    },
    { title: "--disable hooks", words: ["--disable", "hooks"] },
    { title: "-c features.hooks=false", words: ["-c", "features.hooks=false"] },
    { title: "--dangerously-bypass-approvals-and-sandbox", words: ["--dangerously-bypass-approvals-and-sandbox"] },
  ],
};
