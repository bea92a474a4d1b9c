export interface ShownOrder {
  readonly ids: readonly string[];
  /** Chats that wait to be shown, in their order. */
  readonly waiting: readonly string[];
}

const none: readonly string[] = [];

/**
 * Creates the shown order of a list that changes. While the order is held, nothing moves: chats that have left stay in their place, and
 * new chats wait. New chats after all others are shown at once, because they move nothing.
 */
export function createHeldOrder(releasesBefore = 0) {
  let shown: readonly string[] = [];
  let known: Set<string> | null = null;
  let released = releasesBefore;
  return {
    /** `releases` counts the requests to show the new chats. After each request they are shown, even if the order is held. */
    show(wanted: readonly string[], isHeld: boolean, releases: number): ShownOrder {
      const isAskedFor = releases !== released;
      released = releases;
      // An empty order has nothing that could move.
      if (!isHeld || isAskedFor || shown.length === 0) {
        shown = wanted;
        known = null;
        return { ids: shown, waiting: none };
      }
      if (shown === wanted) return { ids: shown, waiting: none };
      known ??= new Set(shown);
      const behind = newAtEnd(wanted, known);
      if (behind.length > 0) {
        shown = [...shown, ...behind];
        for (const id of behind) known.add(id);
      }
      const waiting = wanted.filter((id) => !known?.has(id));
      return { ids: shown, waiting };
    },
  };
}

function newAtEnd(wanted: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const last = wanted.findLastIndex((id) => known.has(id));
  return last === -1 ? none : wanted.slice(last + 1);
}
