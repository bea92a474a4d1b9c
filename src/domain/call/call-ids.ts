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
  /** The last one given; `null` until it was read. */
  let last: number | null = null;
  const load = async (): Promise<void> => {
    const stored = (await store.read("counter", ["call"]))?.last ?? 0;
    // Who loaded at the same time may have given some.
    last ??= stored;
  };
  /** Nobody has it in hand; it may be a call's all the same. */
  const next = (): number => {
    let given = last ?? 0;
    do given += 1;
    while (inHand.isBusy(String(given)));
    last = given;
    return given;
  };
  /** Answers why it could not be kept. */
  const keep = async (given: number): Promise<Failure | null> => {
    try {
      await store.commit({}, () => [{ table: "counter", key: ["call"], row: { last: given } }]);
      return null;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      defects.commitFailed(error, 1);
      return storeFailureOf(error) ?? { code: "internal_error", message: ERROR_MESSAGE.internal_error };
    }
  };
  return {
    inOrder: inHand.inOrder,
    async withNew(job) {
      if (last === null) await load();
      for (;;) {
        const given = next();
        const id = asCallId(String(given));
        // The id is in hand before it is looked up: whoever names it meanwhile waits.
        const done = await inHand.inOrder(id, async () => {
          if ((await store.read("actor", [callAddress(id)])) !== undefined) return "taken";
          const failure = await keep(given);
          return failure === null ? job(id) : { ok: false as const, failure };
        });
        if (done !== "taken") return done;
      }
    },
  };
}
