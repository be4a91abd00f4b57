/** Renders a main agent as a profile, `codex -p <name>`: its settings, its hook, and the trust in that hook. */

import { createHash } from "node:crypto";
import type { Agent } from "../../model/agent.ts";
import type { Entries, Value } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import type { Settings } from "../../model/settings.ts";
import type { RenderContext } from "../harness.ts";
import { renderBody } from "../render/agent-files.ts";
import { type GateCall, gateWords, shellWord } from "../render/gate-command.ts";
import { answerBegins, consent } from "./gate.ts";
import { codex } from "./index.ts";
import { deniedFeatures, maySearch, sandboxEntries, webSearch } from "./permissions.ts";
import { mayAllSearch, type ProfileRole } from "./roles.ts";

interface ProfileOptions {
  readonly settings: Settings;
  readonly context: RenderContext;
  /** The client's directory, absolute, if known: the trust in a hook is stored under its file's path. */
  readonly directory: string | undefined;
  readonly roles: readonly ProfileRole[];
}

export function profilePath({ name }: Agent): string {
  return `${name}.config.toml`;
}

export function profileEntries(agent: Agent, options: ProfileOptions): Entries {
  const { policy } = agent;
  const common: [string, Value | undefined][] = [
    ["model", options.settings.models["codex"]?.[agent.name]],
    ["developer_instructions", renderBody(agent)],
  ];
  const own = !policy
    ? []
    : options.directory === undefined
      ? lockedEntries(policy)
      : gatedEntries(agent, policy, options, options.directory);
  return [...common, ...own].filter((pair): pair is [string, Value] => pair[1] !== undefined);
}

/** Every tool that can be disabled. The sandbox denies the rest, because there is no user to ask. */
const switchable = [
  ...["shell_tool", "multi_agent", "view_image", "image_generation", "goals"],
  ...["apps", "plugins", "browser_use", "computer_use", "memories"],
];

/** Codex silently skips an untrusted hook. Without a trusted one, the agent has no shell and cannot change files. */
function lockedEntries(policy: Policy): [string, Value | undefined][] {
  return [
    ["sandbox_mode", "read-only"],
    ["approval_policy", "never"],
    ["web_search", webSearch(maySearch(policy))],
    ["features", { fields: switchable.map((feature) => [feature, false] as const) }],
  ];
}

function gatedEntries(
  agent: Agent,
  policy: Policy,
  options: ProfileOptions,
  directory: string,
): [string, Value | undefined][] {
  const { roles } = options;
  const hook = profileHook(agent, options);
  const features: [string, boolean][] = [
    ...deniedFeatures(policy).map((feature): [string, boolean] => [feature, false]),
    // Hooks do not see input to a running program. Without a terminal there is no such input.
    ["unified_exec_tty", false],
    ["image_generation", false],
  ];
  const state: Value = {
    fields: [[trustKey(`${directory}/${profilePath(agent)}`), { fields: [["trusted_hash", hookHash(hook)]] }]],
  };
  const agents = roles.map(({ agent: role, path }): [string, Value] => [
    role.name,
    {
      fields: [
        ["description", role.description],
        ["config_file", path],
      ],
    },
  ]);
  return [
    ...sandboxEntries(policy),
    ["approval_policy", "on-request"],
    ["web_search", webSearch(mayAllSearch(policy, roles))],
    ["features", { fields: features }],
    ["agents", agents.length === 0 ? undefined : { fields: agents }],
    [
      "hooks",
      {
        fields: [
          ["PreToolUse", [matcher(hook)]],
          ["state", state],
        ],
      },
    ],
  ];
}

function matcher({ matcher, command, timeout }: Hook): Value {
  const handler: Value = {
    fields: [
      ["type", "command"],
      ["command", command],
      ["timeout", timeout],
    ],
  };
  return {
    fields: [
      ["matcher", matcher],
      ["hooks", [handler]],
    ],
  };
}

/**
 * When the client's own timeout expires, the call runs, so it is longer than the wrapper's. Codex runs the hook in the
 * user's shell.
 */
function profileHook({ name }: Agent, { settings, context }: ProfileOptions): Hook {
  return gateHook({ policy: `\${CODEX_HOME:-$HOME/.codex}/surcingle/${name}.json` }, settings, context);
}

export function gateHook(
  policy: Pick<GateCall, "policy" | "isManaged">,
  settings: Settings,
  context: RenderContext,
): Hook {
  const words = gateWords({ harness: codex.id, answerBegins, consent, ...policy }, settings, context);
  return { command: `exec ${words.map(shellWord).join(" ")}`, timeout: 30, matcher: ".*" };
}

export interface Hook {
  readonly command: string;
  /** Seconds. */
  readonly timeout: number;
  readonly matcher: string;
}

/** Codex 0.166 hashes the definition as JSON without spaces and with sorted keys, whatever file it came from. */
export function hookHash({ command, timeout, matcher }: Hook): string {
  // INVARIANT: the keys are sorted.
  const handler = { async: false, command, timeout, type: "command" };
  const text = JSON.stringify({ event_name: "pre_tool_use", hooks: [handler], matcher });
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The key under which the trust in a file's first hook is stored. */
export function trustKey(file: string): string {
  return `${file}:pre_tool_use:0:0`;
}
