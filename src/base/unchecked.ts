/** Reads text from unchecked data. The gate uses this instead of a schema library. */

export function valueAt(data: unknown, ...keys: readonly string[]): unknown {
  let value = data;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** Throws if the text is missing: at a gate a missing subject is a fault, never an empty one. */
export function textAt(data: unknown, ...keys: readonly string[]): string {
  const value = valueAt(data, ...keys);
  if (typeof value !== "string") throw new Error(`expected text at \`${keys.join(".")}\``);
  return value;
}

/** A text, a list of texts, or nothing. Throws on anything else. */
export function textsAt(data: unknown, ...keys: readonly string[]): readonly string[] {
  const value = valueAt(data, ...keys) ?? [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every((each) => typeof each === "string")) throw new Error(`expected text at \`${keys.join(".")}\``);
  return list;
}
