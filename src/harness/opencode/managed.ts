/** Managed configuration of OpenCode 1.18: loaded last, but `--pure` and a variable of the user switch it off. */
import { printJson } from "../../formats/json.ts";
import type { ManagedRenderer } from "../harness.ts";
import { gateProgram } from "../render/gate-command.ts";
import { opencode } from "./index.ts";

export const managed: ManagedRenderer = {
  tier: "best effort",
  directories: { linux: "/etc/opencode", darwin: "/Library/Application Support/opencode" },
  links: ["opencode.json"],
  render: ({ context, policies, at }) => [
    { path: "opencode.json", text: printJson([["plugin", [`file://${at}/surcingle.js`]]]) },
    {
      path: "surcingle.js",
      text: `const surcingleManaged = ${JSON.stringify(policies)};\n${gateProgram(opencode, context.assets)}`,
    },
  ],
};
