/** Where somebody stands in a list of those who wait: in one list at a time, or in none. */
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
 * Those who wait equally long, in the order in which they came, which is the order of their deadlines. A linked list in place of a `Map`:
 * a table of V8's that was outgrown points at the next one. Once it is in the old generation it keeps alive, until the next full collection,
 * everybody who was in the list when it was outgrown; where thousands come and go in a second, that is nearly everybody.
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

  /** Answers whether the place was in this list. */
  remove(place: DeadlinePlace<Owner>): boolean {
    if (place.list !== this) return false;
    const { previous, next } = place;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    // What is gone must keep nobody alive.
    place.list = null;
    place.previous = null;
    place.next = null;
    this.#size -= 1;
    return true;
  }

  /** The first one, when its deadline has come; `null` when there is nobody like that. */
  overdue(nowMs: number): Owner | null {
    const first = this.#first;
    return first === null || first.deadlineMs > nowMs ? null : first.owner;
  }

  /** Everybody, in order; `visit` may take out the one it is called with. */
  forEach(visit: (owner: Owner) => void): void {
    for (let place = this.#first; place !== null; ) {
      const { owner, next } = place;
      visit(owner);
      place = next;
    }
  }
}
