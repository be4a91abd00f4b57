/** Suggests the known name that is closest to a mistyped one. */

/** The closest known name, if any is close enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  // A long text is not a typo, and the comparison is quadratic.
  if (name.length > 100) return undefined;
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The hint for a guess from `nearest`. */
export function didYouMean(guess: string | undefined): string | undefined {
  return guess && `did you mean \`${guess}\`?`;
}

/** A valid name of a definition that is close to this text: `Open Ticket` becomes `open-ticket`. */
export function validName(text: string): string | undefined {
  const name = text
    .slice(0, 1_000)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 64)
    .replace(/-$/, "");
  return name === "" ? undefined : name;
}

/** Edit distance: insertions, deletions, replacements and swaps of adjacent characters. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: width }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j < width; j++) {
      const same = a[i - 1] === b[j - 1];
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, beforeLast[j - 2]! + 1);
      row.push(value);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
