/** A place in a queue. */
export interface Ticket {
  /** To be called once: the work is done as soon as that of every earlier ticket is. It must not throw. */
  ready(work: () => void): void;
}

/** Keeps work of one key in the order in which it came, when some of it takes longer to get ready. */
export interface TicketQueues {
  /** Whether an earlier one of `key` is not done: whoever comes now must take a ticket too. */
  isBusy(key: string): boolean;
  /** The next place of `key`, null when too many wait. */
  take(key: string): Ticket | null;
}

interface Place {
  work: (() => void) | null;
}

export function createTicketQueues(waitingMax: number): TicketQueues {
  const queues = new Map<string, Place[]>();

  function advance(key: string, places: Place[]): void {
    for (let work = places[0]?.work; work; work = places[0]?.work) {
      places.shift();
      work();
    }
    if (places.length === 0) queues.delete(key);
  }

  return {
    isBusy: (key) => queues.has(key),
    take(key) {
      const places = queues.get(key) ?? [];
      if (places.length >= waitingMax) return null;
      const place: Place = { work: null };
      places.push(place);
      queues.set(key, places);
      return {
        ready(work) {
          place.work = work;
          advance(key, places);
        },
      };
    },
  };
}
