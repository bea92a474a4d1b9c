/** Shows what was read. */
export type Show = () => void;

/**
 * What is shown one after another, in the order in which it was asked for, though most of it has to be read first. Each key has an order of its
 * own: what is read for one holds up no other.
 */
export interface ShownOrder<Key> {
  /** In the same tick while nothing is being read, else behind it. */
  inTurn(key: Key, show: Show): void;
  /**
   * Takes its place now; what is read beside it does not wait for it. Resolves when it was shown, or passed over: `null` shows nothing, and
   * neither does a read that fails, which is told.
   */
  add(key: Key, reading: Promise<Show | null>): Promise<void>;
}

interface Place {
  /** `undefined` until it is read. */
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
      // Only now: what it shows may have something shown in turn, which comes behind those that wait.
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
