import type { DeadlineRow } from "../../ports/store.ts";

/** The actor, the id and the time of a deadline. */
export type DeadlineName = Pick<DeadlineRow, "actor" | "id" | "atMs">;

/** Deadlines by time, the earliest first. A cleared one keeps its place until its time and is then skipped. */
export class DeadlineHeap {
  readonly #rows: DeadlineRow[] = [];
  /** When each deadline fires. An entry of the heap with another time, or with none here, was cleared. */
  readonly #standing = new Map<string, number>();

  get earliestMs(): number | undefined {
    return this.#rows[0]?.atMs;
  }

  /** The names of all deadlines that are set, as `nameOf` makes them. */
  get names(): Iterable<string> {
    return this.#standing.keys();
  }

  push(row: DeadlineRow): void {
    this.#standing.set(nameOf(row), row.atMs);
    const rows = this.#rows;
    let index = rows.length;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = rows[parentIndex];
      if (parent === undefined || parent.atMs <= row.atMs) break;
      rows[index] = parent;
      index = parentIndex;
    }
    rows[index] = row;
  }

  /** Most deadlines are cleared: a cleared one costs its actor no turn. */
  clear(deadline: DeadlineName): void {
    const name = nameOf(deadline);
    if (this.#standing.get(name) === deadline.atMs) this.#standing.delete(name);
  }

  has(deadline: DeadlineName): boolean {
    return this.#standing.get(nameOf(deadline)) === deadline.atMs;
  }

  /** Takes the earliest deadline that is set and due. */
  popDue(nowMs: number): DeadlineRow | undefined {
    for (let top = this.#popTop(nowMs); top !== undefined; top = this.#popTop(nowMs)) {
      const name = nameOf(top);
      if (this.#standing.get(name) !== top.atMs) continue;
      this.#standing.delete(name);
      return top;
    }
    return undefined;
  }

  #popTop(nowMs: number): DeadlineRow | undefined {
    const rows = this.#rows;
    const top = rows[0];
    if (top === undefined || top.atMs > nowMs) return undefined;
    const last = rows.pop();
    if (last !== undefined && rows.length > 0) this.#sink(last);
    return top;
  }

  #sink(row: DeadlineRow): void {
    const rows = this.#rows;
    let index = 0;
    for (;;) {
      let childIndex = 2 * index + 1;
      let child = rows[childIndex];
      const right = rows[childIndex + 1];
      if (child !== undefined && right !== undefined && right.atMs < child.atMs) {
        child = right;
        childIndex += 1;
      }
      if (child === undefined || child.atMs >= row.atMs) break;
      rows[index] = child;
      index = childIndex;
    }
    rows[index] = row;
  }
}

/** The same name for every time of a deadline. */
export const nameOf = ({ actor, id }: Pick<DeadlineRow, "actor" | "id">): string => `${actor} ${id}`;
