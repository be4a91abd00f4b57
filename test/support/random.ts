/** Property tests on random input, with a seeded generator, so that a failure can be repeated. */
import { test } from "node:test";

export interface Random {
  /** From 0 up to, not including, `end`. */
  readonly int: (end: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
  /** Up to `most` things. */
  readonly list: <T>(most: number, make: () => T) => T[];
  /** True once in `n` times. */
  readonly oneIn: (n: number) => boolean;
}

/** Few in the fast tests; `npm run test:slow` and CI set more. */
export const propertyRuns = Number(process.env["PROPERTY_RUNS"] ?? 500);
export const firstSeed = Number(process.env["PROPERTY_SEED"] ?? 1);

/** The first seed of a run against real shells: a new one each time, unless the variable sets it. */
export function firstSeedOf(variable: string): number {
  const seed = Number(process.env[variable] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`${variable}=${seed}`);
  return seed;
}

/** mulberry32: small, and the same numbers on every machine. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (end: number): number => Math.floor(next() * end);
  return {
    int,
    pick: (choices) => choices[int(choices.length)]!,
    list: (most, make) => Array.from({ length: int(most + 1) }, make),
    oneIn: (n) => int(n) === 0,
  };
}

/** Runs the property with many seeds; the failing one is in the message. */
export function property(name: string, law: (random: Random) => void, runs = propertyRuns): void {
  test(name, () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
      try {
        law(makeRandom(seed));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`with PROPERTY_SEED=${seed}: ${message}`, { cause: error });
      }
    }
  });
}
