import type { ActorKey } from "../../../machines/ids.ts";
import type { Cell } from "./cell.ts";

/**
 * The cells of a conversation by their keys, in the order of their arrival. Most conversations have up to four cells, which are kept in
 * fields: a map takes 112 bytes more. The fifth cell turns the fields into a map, until all cells have left.
 */
export class CellSet {
  #first: Cell | null = null;
  #second: Cell | null = null;
  #third: Cell | null = null;
  #fourth: Cell | null = null;
  #many: Map<ActorKey, Cell> | null = null;

  get size(): number {
    if (this.#many !== null) return this.#many.size;
    if (this.#first === null) return 0;
    if (this.#second === null) return 1;
    if (this.#third === null) return 2;
    return this.#fourth === null ? 3 : 4;
  }

  get(key: ActorKey): Cell | undefined {
    if (this.#many !== null) return this.#many.get(key);
    if (this.#first?.key === key) return this.#first;
    if (this.#second?.key === key) return this.#second;
    if (this.#third?.key === key) return this.#third;
    return this.#fourth?.key === key ? this.#fourth : undefined;
  }

  has(key: ActorKey): boolean {
    return this.get(key) !== undefined;
  }

  /** Replaces the cell with this key, or appends the new one. */
  set(key: ActorKey, cell: Cell): void {
    if (this.#many !== null) this.#many.set(key, cell);
    else if (this.#first === null || this.#first.key === key) this.#first = cell;
    else if (this.#second === null || this.#second.key === key) this.#second = cell;
    else if (this.#third === null || this.#third.key === key) this.#third = cell;
    else if (this.#fourth === null || this.#fourth.key === key) this.#fourth = cell;
    else {
      const many = new Map(this.#few().map((known) => [known.key, known]));
      this.clear();
      this.#many = many.set(key, cell);
    }
  }

  delete(key: ActorKey): void {
    if (this.#many !== null) {
      this.#many.delete(key);
      if (this.#many.size === 0) this.#many = null;
      return;
    }
    // The cells after the removed one move up.
    let isFound = this.#first?.key === key;
    if (isFound) this.#first = this.#second;
    isFound ||= this.#second?.key === key;
    if (isFound) this.#second = this.#third;
    isFound ||= this.#third?.key === key;
    if (isFound) this.#third = this.#fourth;
    if (isFound || this.#fourth?.key === key) this.#fourth = null;
  }

  clear(): void {
    this.#first = null;
    this.#second = null;
    this.#third = null;
    this.#fourth = null;
    this.#many = null;
  }

  values(): Iterable<Cell> {
    return this.#many === null ? this.#few() : this.#many.values();
  }

  #few(): Cell[] {
    return [this.#first, this.#second, this.#third, this.#fourth].filter((cell) => cell !== null);
  }
}
