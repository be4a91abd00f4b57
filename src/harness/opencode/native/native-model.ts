/** Models what OpenCode itself decides with one of our permission maps. */
import { isFields } from "../../../formats/json.ts";
import type { Entries } from "../../../model/output.ts";
import { type Verdict, verdicts } from "../../../model/permission.ts";
import { nativeMatcher } from "./native-pattern.ts";

/** One lookup of the client before a tool runs. */
export interface NativeQuestion {
  readonly permission: string;
  readonly text: string;
}

export type NativeModel = (question: NativeQuestion) => Verdict;

/** The last line whose key and pattern both match wins; if none does, the client asks. */
export function nativeModel(entries: Entries, home: string): NativeModel {
  const lines = entries.flatMap(([key, value]) => {
    const inner: Entries = isFields(value) ? value.fields : [["*", value]];
    return inner.map(([pattern, verdict]) => ({
      meetsKey: nativeMatcher(key, home),
      meetsText: nativeMatcher(pattern, home),
      verdict: verdicts.find((each) => each === verdict) ?? "deny",
    }));
  });
  return ({ permission, text }) =>
    lines.findLast(({ meetsKey, meetsText }) => meetsKey(permission) && meetsText(text))?.verdict ?? "ask";
}

/** The same for any map in the client. Without a matching line, the client's defaults may allow. */
export function modelInForce(permission: unknown, home: string): NativeModel {
  return nativeModel([["*", "allow"], ...entriesOf(permission)], home);
}

export function entriesOf(permission: unknown): Entries {
  if (typeof permission !== "object" || permission === null) return [];
  return Object.entries(permission).map(([key, value]): Entries[number] =>
    typeof value === "string" ? [key, value] : [key, { fields: entriesOf(value) }],
  );
}
