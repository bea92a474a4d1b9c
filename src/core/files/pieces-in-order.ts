/** Fills `target` with the next bytes; returns their number, 0 at the end. */
export type ReadNext = (target: Uint8Array) => Promise<number>;

/** Reads pieces of any size from the first byte to the last. Rejects with the error of the pieces. */
export function readInOrder(pieces: AsyncIterator<Uint8Array>): ReadNext {
  let rest: Uint8Array = new Uint8Array(0);
  return async (target) => {
    while (rest.length === 0) {
      const next = await pieces.next();
      if (next.done === true) return 0;
      rest = next.value;
    }
    const length = Math.min(target.length, rest.length);
    target.set(rest.subarray(0, length));
    rest = rest.subarray(length);
    return length;
  };
}
