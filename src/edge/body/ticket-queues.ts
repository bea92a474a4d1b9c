/** A place in a queue. */
export interface Ticket {
  /** Must be called once. Runs the work after that of every earlier ticket. The work must not throw, and its promise must not reject. */
  ready(work: () => void | Promise<void>): void;
}

/** Keeps the work of one key in order when some of it takes longer to prepare. */
export interface TicketQueues {
  /** Later tickets wait until `work` has resolved. Only while the queue is not busy. */
  occupy(key: string, work: Promise<void>): void;
  /** Whether earlier work of `key` is not done. The caller must then take a ticket too. */
  isBusy(key: string): boolean;
  /** The next ticket of `key`; null when too many wait. */
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
      // Work that arrives while it runs finds the place occupied.
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

  /** Occupies the first place until its work has ended. */
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
