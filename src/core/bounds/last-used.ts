import { LRUCache } from "lru-cache";

/**
 * Remembers the `countMax` entries used last. Each counts as a size of 1: for a `max` the library would allocate all
 * its memory at once, 12 ms and 2 MB for 100,000 entries, which most services never have.
 */
export const createLastUsed = <Key extends string, Value extends object | string>(
  countMax: number,
): LRUCache<Key, Value> => new LRUCache({ maxSize: countMax, sizeCalculation: () => 1 });
