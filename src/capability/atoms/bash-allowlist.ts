/** tools::bash-allowlist: a command runs only if an expression of `restricts.tool-patterns` matches it. */

import { insideProject } from "../checks/scope.ts";
import type { CapabilityCode } from "../contract.ts";
import { deniedTools } from "../restricts.ts";

export const bashAllowlist: CapabilityCode = {
  name: "tools::bash-allowlist",
  code: "BA",
  events: ["PreToolUse:Bash"],
  // The expressions match the words of a command, which do not include a redirection: `ls > /etc/passwd`. An empty list
  // allows nothing. A role's own `bash-patterns-allowed` restricts it further.
  limits: ({ restricts }) => [
    { kind: "only-commands", expressions: restricts.toolPatterns },
    insideProject,
    ...deniedTools(restricts.toolsDenied),
  ],
};
