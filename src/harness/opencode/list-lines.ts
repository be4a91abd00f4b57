/**
 * Lines that make the client itself ask about secret and steering files. Our plugin adds them when the client starts:
 * in the agents' own files they would hide what the author wrote.
 */
import { isFields } from "../../formats/json.ts";
import type { Entries } from "../../model/output.ts";
import type { FileList } from "../../policy/path/lists.ts";
import { secretFiles } from "../../policy/path/secrets.ts";
import { steeringFiles } from "../../policy/path/steering.ts";
import { formsOf } from "./forms.ts";
import type { NativeRule } from "./native-pattern.ts";

const lists: ReadonlyMap<string, FileList> = new Map([
  ["edit", steeringFiles],
  ["read", secretFiles],
]);

const known = new Map<string, readonly NativeRule[]>();

/** A path outside has no name of its own in the client's language, so only what can be anywhere has a line. */
export function listLines(permission: string): readonly NativeRule[] {
  const found = known.get(permission) ?? makeLines(permission);
  known.set(permission, found);
  return found;
}

function makeLines(permission: string): readonly NativeRule[] {
  const entries = (lists.get(permission)?.entries ?? []).filter(({ pattern }) => pattern.startsWith("**/"));
  const linesOf = (pattern: string, verdict: "ask" | "allow"): NativeRule[] =>
    formsOf(pattern, "edit").exact.flatMap((form): NativeRule[] => [
      [form.pattern, verdict],
      // A star of the client's crosses directories: what it takes too much of is given back.
      ...form.guards.map((guard): NativeRule => [guard, verdict === "ask" ? "allow" : "ask"]),
    ]);
  const exceptions = new Set(entries.flatMap(({ except = [] }) => except));
  const lines = [
    ...entries.flatMap(({ pattern }) => linesOf(pattern, "ask")),
    ...[...exceptions].flatMap((pattern) => linesOf(pattern, "allow")),
  ];
  return [...new Map(lines)];
}

/** Right behind the line that allows everything, so that every rule of the author comes later and decides. */
export function withListLines(entries: Entries): Entries {
  return entries.map(([key, value]) => {
    const lines = listLines(key);
    const inner: Entries = isFields(value) ? value.fields : [["*", value]];
    const [first, ...others] = inner;
    if (lines.length === 0 || first?.[0] !== "*" || first[1] !== "allow") return [key, value];
    const own = new Set(others.map(([pattern]) => pattern));
    return [key, { fields: [first, ...lines.filter(([pattern]) => !own.has(pattern)), ...others] }];
  });
}
