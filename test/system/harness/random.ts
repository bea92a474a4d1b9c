export type Random = () => number;

/** Returns a generator of numbers from 0 up to 1, the same for equal seeds. Source: mulberry32, public domain. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the seed of this run; `PARLEY_SEED` repeats an earlier run. */
export const seedOfRun = (): number => Number(process.env["PARLEY_SEED"] ?? Date.now() % 1_000_000_000);

/** A whole number from 0 up to `count`. */
export const below = (random: Random, count: number): number => Math.floor(random() * count);

export function shuffle<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(below(random, left.length), 1));
}
