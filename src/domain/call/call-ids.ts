import type { CallId } from "../../../machines/ids.ts";
import { callAddress } from "../../../machines/tells.ts";
import type { Defects } from "../../actors/defects.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { asCallId } from "../../core/ids.ts";
import type { KeyedQueue } from "../../core/keyed-queue.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { storeFailureOf } from "../../core/rows/store-failure.ts";
import type { Store } from "../../ports/store.ts";
import { StoreError } from "../../ports/store-errors.ts";

/** Ids of calls, and a queue for each id: the work of the service and its gateway on one id is done in order. */
export interface CallIds {
  inOrder<Value>(id: CallId, job: () => Promise<Value>): Promise<Value>;
  /**
   * Runs the job with an unused id. Other jobs for that id wait meanwhile. Ids are counted from 1, without the ids of incoming
   * calls. An id is never given twice. Fails without running the job when the counter could not be stored. Source: CALL-06, CALL-07.
   */
  withNew<Value>(job: (id: CallId) => Promise<Result<Value>>): Promise<Result<Value>>;
}

const counter = { table: "counter", key: ["call"] } as const;

/** `inHand` is the queue of each id, across all processes. */
export function createCallIds(store: Store, defects: Defects, inHand: KeyedQueue): CallIds {
  /** The last id counted here. An id that could not be stored is not given again either. */
  let last = 0;
  /** Counted in the commit that stores the counter, so that no two processes give the same id. An incoming call may still have it. */
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
        // The job has the id's queue before the id is looked up, so that other jobs for it wait.
        const done = await inHand.inOrder(id, async () =>
          (await store.read("actor", [callAddress(id)])) === undefined ? job(id) : "taken",
        );
        if (done !== "taken") return done;
      }
    },
  };
}
