/** Pi 0.73 has no machine-wide configuration: a wrapper starts it with these extensions, which no project can exclude. */
import type { ManagedRenderer } from "../harness.ts";
import { gateProgram } from "../render/gate-command.ts";
import { pi } from "./index.ts";

export const managed: ManagedRenderer = {
  tier: "best effort",
  directories: { linux: "", darwin: "" },
  links: [],
  render: ({ context, policies, hasDefault }) => {
    const stub = (policy: string): string =>
      `import { gate } from './gate.mjs';\n\nexport default gate(new URL(${JSON.stringify(`file://${policies}/${policy}.json`)}));\n`;
    return [
      { path: "gate.mjs", text: gateProgram(pi, context.assets) },
      { path: "floor.ts", text: stub("floor") },
      ...(hasDefault ? [{ path: "default.ts", text: stub("default") }] : []),
    ];
  },
};
