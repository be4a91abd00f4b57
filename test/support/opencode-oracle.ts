/** OpenCode's own decision, derived from its documentation and program, not from our code. */
import { printJson } from "../../src/formats/json.ts";
import { permissionEntries } from "../../src/harness/opencode/permissions.ts";
import type { Policy, Verdict } from "../../src/model/permission.ts";
import { surroundingsOf } from "./policy.ts";

export type PermissionMap = Readonly<Record<string, Verdict | Readonly<Record<string, Verdict>>>>;
const { home } = surroundingsOf();

/** OpenCode 1.18's own rule, as simply as possible. */
export function opencodeOracle(map: PermissionMap, permission: string, text: string): Verdict {
  const expand = (pattern: string) => pattern.replace(/^(?:~(?=\/|$)|\$HOME)/, home);
  const matches = (input: string, pattern: string) => {
    const escaped = pattern.replaceAll("\\", "/").replace(/[.+^${}()|[\]\\]/g, "\\$&");
    const wild = escaped
      .replace(/\*/g, ".*")
      .replace(/\?/g, ".")
      .replace(/ \.\*$/, "( .*)?");
    return new RegExp(`^${wild}$`, "s").test(input.replaceAll("\\", "/"));
  };
  const lines = Object.entries(map).flatMap(([key, value]) =>
    Object.entries(typeof value === "string" ? { "*": value } : value).map(([each, action]) => ({ key, each, action })),
  );
  const found = lines.findLast(({ key, each }) => matches(permission, key) && matches(text, expand(each)));
  return found?.action ?? "ask";
}

/** As the client gets it: printed and parsed again, so that an object's own order counts. */
export function permissionMapOf(policy: Policy): PermissionMap {
  return JSON.parse(printJson(permissionEntries(policy)));
}
