import { callAddress } from "../../../machines/addresses.ts";
import type { CallId } from "../../../machines/ids.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { asCallId } from "../../core/ids.ts";
import type { Failure, Result } from "../../core/result.ts";
import { storeFailureOf } from "../../core/rows/store-failure.ts";
import { StoreError } from "../../ports/store.ts";
import type { Runtime } from "../runtime.ts";
import { createKeyedQueue } from "./keyed-queue.ts";

/** Ids of calls, and who has one in hand: what the service and its gateway do about one id is done in order. */
export interface CallIds {
  inOrder<Value>(id: CallId, job: () => Promise<Value>): Promise<Value>;
  /**
   * The job has an id that no call has; whoever else names that id meanwhile waits. Ids are counted from 1, without those of incoming
   * calls; one is not given again, whatever becomes of it. Fails without the job when the store could not keep that. Source: CALL-06, CALL-07.
   */
  withNew<Value>(job: (id: CallId) => Promise<Result<Value>>): Promise<Result<Value>>;
}

export function createCallIds({ store, defects }: Pick<Runtime, "store" | "defects">): CallIds {
  const inHand = createKeyedQueue();
  let last: number | null = null;
  const next = (): number => {
    let given = last ?? store.read("counter", ["call"])?.last ?? 0;
    const isTaken = (id: CallId): boolean => inHand.isBusy(id) || store.read("actor", [callAddress(id)]) !== undefined;
    do given += 1;
    while (isTaken(asCallId(String(given))));
    return given;
  };
  /** Answers why it could not be kept. */
  const keep = async (given: number): Promise<Failure | null> => {
    try {
      await store.commit([], () => [{ table: "counter", key: ["call"], row: { last: given } }]);
      return null;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      defects.commitFailed(error, 1);
      return storeFailureOf(error) ?? { code: "internal_error", message: ERROR_MESSAGE.internal_error };
    }
  };
  return {
    inOrder: inHand.inOrder,
    withNew(job) {
      const given = next();
      last = given;
      const id = asCallId(String(given));
      return inHand.inOrder(id, async () => {
        const failure = await keep(given);
        return failure === null ? job(id) : { ok: false, failure };
      });
    },
  };
}
