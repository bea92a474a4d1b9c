import type { Dispatcher } from "undici";
import { createPacer } from "../../core/bounds/pacer.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ConnectionSlots } from "./connection-slots.ts";
import type { EndpointPools } from "./endpoint-pools.ts";
import type { ExchangeResult } from "./exchange.ts";
import { runExchange, timedOut } from "./exchange.ts";
import { NotBegunError } from "./explain-error.ts";

/** One request on its way. */
export interface Errand {
  readonly pools: EndpointPools;
  readonly target: AskedTarget;
  readonly toRequest: () => Dispatcher.DispatchOptions;
  /** Unix milliseconds: waiting for a connection, connecting, sending and reading are over by then. */
  readonly untilMs: number;
  /** Asked when the request is about to be written. */
  readonly isWanted?: (() => boolean) | undefined;
}

export interface AskedTarget {
  /** `null` when what was configured is no address. */
  readonly endpoint: { readonly origin: string } | null;
  /** Why nothing may be sent there. */
  readonly refusal: Error | null;
  /** Whose connections it has to itself at an origin that many share; `null` where the origin has one owner. */
  readonly owner: string | null;
}

/** Makes the requests of the whole outbound side; after `close` none begins any more. */
export interface Asker {
  /** One request over one connection; every end is a value: it does not reject. */
  ask(errand: Errand): Promise<ExchangeResult>;
  close(): void;
}

const unanswered = { httpStatus: null, retryAfterMs: 0, answer: Buffer.alloc(0) };

export function createAsker(clock: Clock, answerBytesMax: number): Asker {
  const pace = createPacer();
  let isClosed = false;

  /** `null` as soon as a connection is free. Those whose time is over end one in a turn of the loop. */
  const waitFor = async (slots: ConnectionSlots, untilMs: number): Promise<Error | null> => {
    const wait = slots.wait();
    const alarm = clock.wakeAt(untilMs, () => {
      wait.withdraw();
      pace(() => wait.end(timedOut));
    });
    const refusal = await wait.ended;
    alarm.cancel();
    return refusal;
  };
  return {
    async ask({ pools, target, toRequest, untilMs, isWanted }) {
      if (isClosed) return { ...unanswered, error: new NotBegunError() };
      if (target.endpoint === null || target.refusal !== null) return { ...unanswered, error: target.refusal };
      const taken = pools.take(target.endpoint.origin, target.owner);
      const { slots, pool } = taken;
      try {
        const refusal = slots.tryTake() ? null : await waitFor(slots, untilMs);
        if (refusal !== null) return { ...unanswered, error: isClosed ? new NotBegunError() : refusal };
        return await holding(slots, () =>
          runExchange(pool, toRequest(), { clock, pace, untilMs, answerBytesMax, isWanted }),
        );
      } catch (error) {
        return { ...unanswered, error };
      } finally {
        pools.giveBack(taken);
      }
    },
    close() {
      isClosed = true;
    },
  };
}

async function holding(slots: ConnectionSlots, exchange: () => Promise<ExchangeResult>): Promise<ExchangeResult> {
  try {
    return await exchange();
  } finally {
    slots.giveBack();
  }
}
