/** Managed configuration of OpenCode 1.18, loaded last. `start` removes what could disable it. */
import { printJson } from "../../formats/json.ts";
import type { ManagedRenderer } from "../harness.ts";
import { gateProgram, shellWord } from "../render/gate-command.ts";
import { opencode } from "./index.ts";

export const managed: ManagedRenderer = {
  tier: "best effort",
  directories: { linux: "/etc/opencode", darwin: "/Library/Application Support/opencode" },
  links: ["opencode.json"],
  program: "opencode",
  render: ({ context, policies, at }) => [
    { path: "opencode.json", text: printJson([["plugin", [`file://${at}/surcingle.js`]]]) },
    {
      path: "surcingle.js",
      text: `const surcingleManaged = ${JSON.stringify(policies)};\n${gateProgram(opencode, context.assets)}`,
    },
    { path: "start", text: start(`${at}/surcingle.js`) },
  ],
};

/** OpenCode silently skips a missing plugin, and skips all plugins with `--pure` or these variables. */
const start = (plugin: string): string => `#!/bin/sh
# Starts OpenCode with the gate of this machine: sh start /path/to/opencode WORD...
program=$1
shift
[ -r ${shellWord(plugin)} ] || {
  echo "surcingle: this machine's gate is missing, so OpenCode does not start. Ask your administrator." >&2
  exit 1
}
for word; do
  case $word in --pure | --pure=*)
    echo "surcingle: --pure disables this machine's gate, so OpenCode does not start with it. Start it without --pure." >&2
    exit 1
    ;;
  esac
done
unset OPENCODE_PURE OPENCODE_TEST_MANAGED_CONFIG_DIR OPENCODE_PERMISSION
exec "$program" "$@"
`;
