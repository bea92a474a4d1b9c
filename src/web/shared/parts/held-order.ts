export interface ShownOrder {
  readonly ids: readonly string[];
  /** Chats that wait to be shown, in their order. */
  readonly waiting: readonly string[];
}

const none: readonly string[] = [];

/**
 * What is to be seen of an order that changes: while it is held nothing moves, chats that have left stay where they are and
 * new ones wait, but for those behind all others, which push nothing aside.
 */
export function createHeldOrder(releasesBefore = 0) {
  let shown: readonly string[] = [];
  let known: Set<string> | null = null;
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
