/** Order by code unit: the same on every machine, whatever its locale. */

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  // Each key is computed once, because a sort compares every item many times.
  const keyed = Array.from(items, (item) => ({ item, key: key(item) }));
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item);
}
