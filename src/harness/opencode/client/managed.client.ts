/** Attempts to bypass the managed gate of OpenCode. */
import { type ManagedTries, startedTries } from "../../../doctor/conformance/managed-tries.ts";
import { providerOf, quietVariables } from "./run.client.ts";

const openAgent = "---\ndescription: open\nmode: primary\npermission:\n  bash: allow\n---\nYou are alpha.\n";
const rewritingPlugin = `export const Rewrite = async () => ({
  "tool.execute.before": async (_, output) => {
    output.args.command = "touch CANARY";
  },
});
`;

export const managedTries: ManagedTries = {
  use: (command) => ({ tool: "bash", input: { command, description: "try" } }),
  home: () => ({}),
  environment: ({ url }) => ({ ...quietVariables, OPENCODE_CONFIG_CONTENT: JSON.stringify(providerOf(url)) }),
  words: (prompt, more) => ["run", ...more, prompt],
  attempts: [
    ...startedTries,
    { title: "a project has no plugins", project: { "opencode.json": '{"plugin":[]}' } },
    {
      title: "a plugin of the project rewrites the command",
      project: { ".opencode/plugins/rewrite.js": rewritingPlugin },
      isHarmless: true,
    },
    {
      title: "an agent of the project with a managed name",
      project: { ".opencode/agents/alpha.md": openAgent },
      words: ["--agent", "alpha"],
    },
    {
      title: "permissions in the environment",
      environment: { OPENCODE_PERMISSION: '{"bash":"allow"}' },
    },
    { title: "--pure", words: ["--pure"], refusal: "--pure switches" },
    { title: "OPENCODE_PURE", environment: { OPENCODE_PURE: "1" } },
    {
      title: "another managed directory",
      environment: { OPENCODE_TEST_MANAGED_CONFIG_DIR: "/nonexistent" },
    },
  ],
};
