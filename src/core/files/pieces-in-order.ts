/** Fills `target` with the next bytes; answers how many came, 0 when there is no more. */
export type ReadNext = (target: Uint8Array) => Promise<number>;

/** Reads pieces that come in whatever sizes from the first byte to the last. Rejects with what the pieces reject with. */
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
