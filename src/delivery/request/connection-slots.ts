/** A request that waits for a connection. */
export interface SlotWait {
  /** Called with `null` when the request has a connection, else with the reason why it gets none. */
  readonly ended: Promise<Error | null>;
  /** The request gets no connection any more. The caller must still call `end`. */
  withdraw(): void;
  /** Ends the wait with `reason`, if the request still waits. */
  end(reason: Error): void;
}

interface Place {
  resolve: (reason: Error | null) => void;
  isOver: boolean;
}

/** Withdrawn entries are removed when there are more than this, and more than live ones. */
const sweptMin = 64;

/**
 * The connections of one endpoint, each for one request at a time. When all are in use, the newest request gets the next free one. The oldest
 * requests for an endpoint that hangs have hardly any time left. A connection for one of them would time out at once, again and again, and no
 * request would succeed. The lane keeps the order within a chat. Source: DEL-19.
 */
export class ConnectionSlots {
  #free: number;
  #places: Place[] = [];
  #over = 0;

  constructor(connectionsMax: number) {
    this.#free = connectionsMax;
  }

  /** Takes a connection, if one is free. */
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

  /** Passes the connection of an ended request to the next one. */
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
