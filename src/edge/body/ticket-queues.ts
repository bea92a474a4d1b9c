/** A place in a queue. */
export interface Ticket {
  /** To be called once: the work is done as soon as that of every earlier ticket is. It must not throw, nor its promise reject. */
  ready(work: () => void | Promise<void>): void;
}

/** Keeps work of one key in the order in which it came, when some of it takes longer to get ready. */
export interface TicketQueues {
  /** Whoever comes from now on waits until `work` has resolved. Only while the queue is not busy. */
  occupy(key: string, work: Promise<void>): void;
  /** Whether an earlier one of `key` is not done: whoever comes now must take a ticket too. */
  isBusy(key: string): boolean;
  /** The next place of `key`, null when too many wait. */
  take(key: string): Ticket | null;
}

interface Place {
  work: (() => void | Promise<void>) | null;
}

export function createTicketQueues(waitingMax: number): TicketQueues {
  const queues = new Map<string, Place[]>();

  function advance(key: string, places: Place[]): void {
    for (let first = places[0]; first?.work; first = places[0]) {
      const { work } = first;
      // Whoever comes while it runs finds the place taken.
      first.work = null;
      const later = work();
      if (later !== undefined) {
        hold(key, places, later);
        return;
      }
      places.shift();
    }
    if (places.length === 0) queues.delete(key);
  }

  /** The first place is taken until its work has come to its end. */
  function hold(key: string, places: Place[], work: Promise<void>): void {
    void work.then(() => {
      places.shift();
      advance(key, places);
    });
  }

  return {
    occupy(key, work) {
      const places: Place[] = [{ work: null }];
      queues.set(key, places);
      hold(key, places, work);
    },
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
