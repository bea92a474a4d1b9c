/** Shows the rows that were read. */
export type Show = () => void;

/**
 * Shows updates in the order of the calls, although most of them need a read first. Each key has a separate
 * order: a read for one key delays no other.
 */
export interface ShownOrder<Key> {
  /** Calls `show` in the same tick if no read of the key is running, otherwise after that read. */
  inTurn(key: Key, show: Show): void;
  /**
   * Reserves the next place in the order. The reads of later updates do not wait for this read. Resolves after the update was shown or
   * skipped. `null` shows nothing. A failed read shows nothing too, and is reported.
   */
  add(key: Key, reading: Promise<Show | null>): Promise<void>;
}

interface Place {
  /** `undefined` until the read has ended. */
  show: Show | null | undefined;
  readonly passed: () => void;
}

export function createShownOrder<Key>(onFailed: (error: unknown) => void): ShownOrder<Key> {
  const orders = new Map<Key, Set<Place>>();
  const attempt = (show: Show): void => {
    try {
      show();
    } catch (error) {
      onFailed(error);
    }
  };
  const take = (key: Key, place: Place): void => {
    const places = orders.get(key);
    if (places === undefined) orders.set(key, new Set([place]));
    else places.add(place);
  };
  const advance = (key: Key): void => {
    const places = orders.get(key) ?? [];
    for (const place of places) {
      const { show, passed } = place;
      if (show === undefined) return;
      if (show !== null) attempt(show);
      // Only now: `show` may add another update, which must come after the waiting ones.
      orders.get(key)?.delete(place);
      passed();
    }
    orders.delete(key);
  };
  return {
    inTurn(key, show) {
      if (orders.has(key)) take(key, { show, passed: () => undefined });
      else attempt(show);
    },
    add: (key, reading) =>
      new Promise((passed) => {
        const place: Place = { show: undefined, passed };
        take(key, place);
        const read = (show: Show | null): void => {
          place.show = show;
          advance(key);
        };
        reading.then(read, (error: unknown) => {
          onFailed(error);
          read(null);
        });
      }),
  };
}
