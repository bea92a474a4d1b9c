import { callAddress } from "../../../machines/addresses.ts";
import type { CallId } from "../../../machines/ids.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { asCallId } from "../../core/ids.ts";
import type { KeyedQueue } from "../../core/keyed-queue.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { storeFailureOf } from "../../core/rows/store-failure.ts";
import { StoreError } from "../../ports/store-errors.ts";
import type { Runtime } from "../runtime.ts";

/** Ids of calls, and who has one in hand: what the service and its gateway do about one id is done in order. */
export interface CallIds {
  inOrder<Value>(id: CallId, job: () => Promise<Value>): Promise<Value>;
  /**
   * The job has an id that no call has; whoever else names that id meanwhile waits. Ids are counted from 1, without those of incoming
   * calls; one is not given again, whatever becomes of it. Fails without the job when the store could not keep that. Source: CALL-06, CALL-07.
   */
  withNew<Value>(job: (id: CallId) => Promise<Result<Value>>): Promise<Result<Value>>;
}

const counter = { table: "counter", key: ["call"] } as const;

export interface CallIdsParts extends Pick<Runtime, "store" | "defects"> {
  /** Ids that somebody has in hand, in whichever process. */
  readonly inHand: KeyedQueue;
}

export function createCallIds({ store, defects, inHand }: CallIdsParts): CallIds {
  /** The last one counted here: one that could not be kept is not given again either. */
  let last = 0;
  /** Counted in the commit that keeps it, so that no process gives what another gave. It may be a call's all the same. */
  const next = async (): Promise<Result<CallId>> => {
    let given = 0;
    try {
      await store.commit({ rows: [counter] }, (rows) => {
        given = Math.max(last, rows.read("counter", ["call"])?.last ?? 0) + 1;
        last = given;
        return [{ ...counter, row: { last: given } }];
      });
      return ok(asCallId(String(given)));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      defects.commitFailed(error, 1);
      const failure = storeFailureOf(error) ?? { code: "internal_error", message: ERROR_MESSAGE.internal_error };
      return { ok: false, failure };
    }
  };
  return {
    inOrder: inHand.inOrder,
    async withNew(job) {
      for (;;) {
        const given = await next();
        if (!given.ok) return given;
        const id = given.value;
        // The id is in hand before it is looked up: whoever names it meanwhile waits.
        const done = await inHand.inOrder(id, async () =>
          (await store.read("actor", [callAddress(id)])) === undefined ? job(id) : "taken",
        );
        if (done !== "taken") return done;
      }
    },
  };
}
