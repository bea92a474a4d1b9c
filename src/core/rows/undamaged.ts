import { DamagedRowError } from "../../ports/store-errors.ts";

/** What `read` answers; `undefined` when a row of it is damaged, which the store has told: one bad row ends nobody's list or sweep. */
export function undamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedRowError) return undefined;
    throw error;
  }
}

/** The same for what may have to be waited for. */
export async function undamagedLater<Value>(read: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedRowError) return undefined;
    throw error;
  }
}
