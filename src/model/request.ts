/** What a client asks before a tool runs, in canonical terms. A codec makes it, the policy room answers it. */
import type { Reading, ToolCall } from "./permission.ts";

export type ClientRequest =
  /** One use of a client tool may be several canonical calls, a patch of three files for one: each must be allowed. */
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[] }
  /** No paths: it reads only what the agent itself has started. */
  | { readonly kind: "reads"; readonly paths: readonly string[]; readonly reading: Reading }
  | { readonly kind: "delegation"; readonly agent: string }
  | { readonly kind: "skill"; readonly skill: string }
  /** A client tool that none of the above speaks about. */
  | { readonly kind: "unknown"; readonly tool: string };
