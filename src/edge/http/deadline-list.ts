/** The place of an owner in a deadline list. It is in at most one list at a time. */
export class DeadlinePlace<Owner> {
  readonly owner: Owner;
  deadlineMs = 0;
  list: DeadlineList<Owner> | null = null;
  previous: DeadlinePlace<Owner> | null = null;
  next: DeadlinePlace<Owner> | null = null;

  constructor(owner: Owner) {
    this.owner = owner;
  }
}

/**
 * Owners with equal waiting times, in the order of arrival, which is the order of their deadlines. It is a linked list and not a `Map`, because
 * the old table of a `Map` that has grown points at the new one. In the old generation such a table keeps its former entries alive until the
 * next full collection. With thousands of owners a second, these are nearly all owners.
 */
export class DeadlineList<Owner> {
  #first: DeadlinePlace<Owner> | null = null;
  #last: DeadlinePlace<Owner> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Puts the place at the end of this list; it leaves the one it was in. */
  add(place: DeadlinePlace<Owner>, deadlineMs: number): void {
    place.list?.remove(place);
    place.deadlineMs = deadlineMs;
    place.list = this;
    place.previous = this.#last;
    if (this.#last === null) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    this.#size += 1;
  }

  /** Returns whether the place was in this list. */
  remove(place: DeadlinePlace<Owner>): boolean {
    if (place.list !== this) return false;
    const { previous, next } = place;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    // A removed place must keep no other place alive.
    place.list = null;
    place.previous = null;
    place.next = null;
    this.#size -= 1;
    return true;
  }

  /** The first owner when its deadline has passed, else `null`. */
  overdue(nowMs: number): Owner | null {
    const first = this.#first;
    return first === null || first.deadlineMs > nowMs ? null : first.owner;
  }

  /** Visits every owner in order; `visit` may remove its argument. */
  forEach(visit: (owner: Owner) => void): void {
    for (let place = this.#first; place !== null; ) {
      const { owner, next } = place;
      visit(owner);
      place = next;
    }
  }
}
