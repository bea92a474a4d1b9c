/** A request that waits for a connection. */
export interface SlotWait {
  /** `null` when a connection is its own now, else why it gets none. */
  readonly ended: Promise<Error | null>;
  /** Nobody hands it a connection any more; `end` is still to be called. */
  withdraw(): void;
  /** Ends the wait with `reason`, unless it has ended. */
  end(reason: Error): void;
}

interface Place {
  resolve: (reason: Error | null) => void;
  isOver: boolean;
}

/** Withdrawn places are swept out when there are more of them than this and than others. */
const sweptMin = 64;

/**
 * The connections of one endpoint, handed out one request each. When all are taken, the request that came last is the next to
 * get one: behind an endpoint that hangs the oldest have hardly any time left, and a connection given to one of them would be
 * cut off at once, again and again, while nobody is served. The order within a chat is its lane's. Source: DEL-19.
 */
export class ConnectionSlots {
  #free: number;
  #places: Place[] = [];
  #over = 0;

  constructor(connectionsMax: number) {
    this.#free = connectionsMax;
  }

  /** Takes a connection when one is free. */
  tryTake(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  wait(): SlotWait {
    const place: Place = { resolve: () => undefined, isOver: false };
    const ended = new Promise<Error | null>((resolve) => {
      place.resolve = resolve;
    });
    this.#places.push(place);
    return {
      ended,
      withdraw: () => this.#withdraw(place),
      end: (reason) => {
        this.#withdraw(place);
        place.resolve(reason);
      },
    };
  }

  /** A request has ended: its connection is the next one's. */
  giveBack(): void {
    for (let place = this.#places.pop(); place !== undefined; place = this.#places.pop()) {
      if (place.isOver) {
        this.#over -= 1;
        continue;
      }
      place.isOver = true;
      place.resolve(null);
      return;
    }
    this.#free += 1;
  }

  /** Ends every wait. */
  endAll(reason: Error): void {
    const places = this.#places;
    this.#places = [];
    this.#over = 0;
    for (const place of places) {
      place.isOver = true;
      place.resolve(reason);
    }
  }

  #withdraw(place: Place): void {
    if (place.isOver) return;
    place.isOver = true;
    this.#over += 1;
    if (this.#over < sweptMin || this.#over * 2 < this.#places.length) return;
    this.#places = this.#places.filter(({ isOver }) => !isOver);
    this.#over = 0;
  }
}
