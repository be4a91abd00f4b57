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
  if (typeof value !== "string") throw new Error(`there is no text at \`${keys.join(".")}\``);
  return value;
}
