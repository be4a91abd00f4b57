/** Headless OpenCode: `opencode run`, with our directory beside the user's own, which has the login and models. */
import type { Launcher, LaunchRequest } from "../harness.ts";

export const launcher: Launcher = {
  program: "opencode",
  launch: (request) => {
    const config = lastConfig(request);
    if (config === undefined) return { problem: "OPENCODE_CONFIG_CONTENT in the environment is not a JSON object" };
    return {
      words: ["run", "--agent", request.agent, ...(request.model === undefined ? [] : ["--model", request.model])],
      environment: {
        OPENCODE_CONFIG_DIR: request.directory,
        OPENCODE_CONFIG_CONTENT: config,
        // A project could replace the agent, and its permissions with it.
        OPENCODE_DISABLE_PROJECT_CONFIG: "1",
        // These would start the client without our plugin, or change what it may do.
        OPENCODE_PURE: undefined,
        OPENCODE_PERMISSION: undefined,
      },
      input: request.prompt,
      links: [],
      // With a plugin, OpenCode 1.18 installs its own package, which takes more than a minute without a network.
      files: { ".npmrc": "offline=true\n" },
    };
  },
};

const reading = ["read", "glob", "grep", "list"];

/** What is merged last, combined with what the user has there. */
function lastConfig({ agent, mayRead, env }: LaunchRequest): string | undefined {
  const given = env["OPENCODE_CONFIG_CONTENT"]?.trim() || "{}";
  let config: { readonly agent?: object };
  try {
    config = JSON.parse(given);
  } catch {
    return undefined;
  }
  if (typeof config !== "object" || config === null || Array.isArray(config)) return undefined;
  const permission = Object.fromEntries(reading.map((tool) => [tool, "deny"]));
  return JSON.stringify({
    ...config,
    // OpenCode 1.18 uses its default agent if it does not find the requested one, so there must be no other.
    default_agent: agent,
    agent: { ...config.agent, ...(mayRead ? {} : { [agent]: { permission } }) },
  });
}
