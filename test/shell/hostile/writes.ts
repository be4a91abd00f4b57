/** Hostile lines that write through an option, an operand or a redirection. */
import type { HostileGroup } from "./case.ts";

export const writes: readonly HostileGroup[] = [
  {
    class: "programs that write",
    policy: "toolbox",
    held: "deny",
    harm: "changes P",
    rows: [
      ["wget http://127.0.0.1:9/x", "", { unshown: "needs a server" }],
      ["less -o P a", "", { needs: "less", unshown: "needs a terminal" }],
    ],
  },
];
