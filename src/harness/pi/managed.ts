/** Pi has no machine-wide configuration: `start` passes extensions that no project can exclude. */
import type { ManagedRenderer } from "../harness.ts";
import { gateProgram, shellWord } from "../render/gate-command.ts";
import { pi } from "./index.ts";

export const managed: ManagedRenderer = {
  tier: "best effort",
  directories: { linux: "", darwin: "" },
  links: [],
  program: "pi",
  render: ({ context, policies, hasDefault, at }) => {
    const stub = (policy: string): string =>
      `import { gate } from './gate.mjs';\n\nexport default gate(new URL(${JSON.stringify(`file://${policies}/${policy}.json`)}));\n`;
    const extensions = ["floor", ...(hasDefault ? ["default"] : [])];
    return [
      { path: "gate.mjs", text: gateProgram(pi, context.assets) },
      ...extensions.map((name) => ({ path: `${name}.ts`, text: stub(name) })),
      { path: "start", text: start(extensions.map((name) => `${at}/${name}.ts`)) },
    ];
  },
};

const start = (extensions: readonly string[]): string => `#!/bin/sh
# Starts Pi with the gate of this machine: sh start /path/to/pi WORD...
program=$1
shift
for extension in ${extensions.map(shellWord).join(" ")}; do
  [ -r "$extension" ] || {
    echo "surcingle: this machine's gate is missing, so Pi does not start. Ask your administrator." >&2
    exit 1
  }
done
exec "$program" ${extensions.map((path) => `-e ${shellWord(path)}`).join(" ")} "$@"
`;
