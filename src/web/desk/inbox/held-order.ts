export interface ShownOrder {
  readonly ids: readonly string[];
  /** Chats that wait to be shown. */
  readonly newCount: number;
}

/**
 * What is to be seen of an order that changes: while it is held nothing moves, chats that have left stay where they are and
 * new ones wait.
 */
export function createHeldOrder(releasesBefore = 0) {
  let shown: readonly string[] = [];
  let known: ReadonlySet<string> | null = null;
  let released = releasesBefore;
  return {
    /** `releases` counts how often it was asked for what is new: each time it is shown, though the order is held. */
    show(wanted: readonly string[], isHeld: boolean, releases: number): ShownOrder {
      const isAskedFor = releases !== released;
      released = releases;
      // What is empty has nothing that could be moved.
      if (!isHeld || isAskedFor || shown.length === 0) {
        shown = wanted;
        known = null;
        return { ids: shown, newCount: 0 };
      }
      if (shown === wanted) return { ids: shown, newCount: 0 };
      known ??= new Set(shown);
      let newCount = 0;
      for (const id of wanted) if (!known.has(id)) newCount += 1;
      return { ids: shown, newCount };
    },
  };
}
