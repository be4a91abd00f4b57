/** tools::bash-allowlist: a command runs only if an expression of `restricts.tool-patterns` matches it. */
import type { CapabilityCode } from "./capability-code.ts";
import { deniedTools } from "./restricts.ts";

export const bashAllowlist: CapabilityCode = {
  name: "tools::bash-allowlist",
  code: "BA",
  events: ["PreToolUse:Bash"],
  // An empty list lets nothing run. A role's own `bash-patterns-allowed` narrows it further.
  limits: ({ restricts }) => [
    { kind: "only-commands", expressions: restricts.toolPatterns },
    ...deniedTools(restricts.toolsDenied),
  ],
};
