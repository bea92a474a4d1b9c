import type { DeadlineRow } from "../ports/store.ts";

/** Deadlines by time, the earliest first. A cleared one stays until its time and is then found stale by its actor. */
export class DeadlineHeap {
  readonly #rows: DeadlineRow[] = [];

  get earliestMs(): number | undefined {
    return this.#rows[0]?.atMs;
  }

  push(row: DeadlineRow): void {
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

  /** Takes the earliest when it is due. */
  popDue(nowMs: number): DeadlineRow | undefined {
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
