/** One thing that a client was seen to do with skills and commands, or not. */

export const sights = ["accepted", "listed", "hidden", "filled in", "apart", "limited", "asked"] as const;
export type Sight = (typeof sights)[number];

export interface Seen {
  readonly sight: Sight;
  readonly check: string;
  readonly isRight: boolean;
  readonly evidence: string;
}

export function seen(sight: Sight, check: string, isRight: boolean, evidence = ""): Seen {
  return { sight, check, isRight, evidence: evidence.slice(0, 600) };
}

/** Each wanted name is there, and each of the others is not. */
export function listedIn(
  where: string,
  found: readonly string[],
  wanted: readonly string[],
  unwanted: readonly string[] = [],
): Seen[] {
  const said = found.join(" ");
  return [
    ...wanted.map((name) => seen("listed", `${where} has ${name}`, found.includes(name), said)),
    ...unwanted.map((name) => seen("hidden", `${where} has no ${name}`, !found.includes(name), said)),
  ];
}

/** The same about a long text, in which a name stands as a word of its own. */
export function namedIn(
  where: string,
  text: string,
  wanted: readonly string[],
  unwanted: readonly string[] = [],
): Seen[] {
  const isNamed = (name: string): boolean => new RegExp(`(?<![\\w.-])${name}(?![\\w-])`).test(text);
  return [
    ...wanted.map((name) => seen("listed", `${where} names ${name}`, isNamed(name), text.slice(-600))),
    ...unwanted.map((name) => seen("hidden", `${where} does not name ${name}`, !isNamed(name))),
  ];
}
