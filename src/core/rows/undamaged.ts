import { DamagedRowError } from "../../ports/store-errors.ts";

/**
 * Returns the result of `read`; `undefined` when one of its rows is damaged. The store has logged that. One bad row must not stop a
 * list or a sweep.
 */
export function undamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedRowError) return undefined;
    throw error;
  }
}

/** The same for a read that may have to wait. */
export async function undamagedLater<Value>(read: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedRowError) return undefined;
    throw error;
  }
}
