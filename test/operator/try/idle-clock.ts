import { channel } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Ending } from "../../../src/demo/cast/peer.ts";
import type { ManualClock } from "../../edge/manual-clock.ts";
import { createManualClock } from "../../edge/manual-clock.ts";

/** After this many turns of the event loop without a request or an answer, nobody in this process has anything to do but wait. */
const quietTurns = 100;

interface ServedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The requests that have not ended, as undici knows them, and as their receivers know them. */
const sent = new Set<unknown>();
const held = new Set<IncomingMessage>();
let changes = 0;

/** Each message of undici names its request. */
const requestIn = (message: unknown): unknown => (message as { readonly request: unknown }).request;

channel("undici:request:create").subscribe((message) => {
  changes += 1;
  sent.add(requestIn(message));
});
for (const end of ["undici:request:trailers", "undici:request:error"])
  channel(end).subscribe((message) => {
    changes += 1;
    sent.delete(requestIn(message));
  });
channel("http.server.request.start").subscribe((message) => {
  const { request, response } = message as ServedRequest;
  changes += 1;
  held.add(request);
  response.once("close", () => {
    changes += 1;
    held.delete(request);
  });
});

/** A receiver can also hold a request of an earlier test. */
const isIdle = (): boolean => sent.size <= held.size && [...held].every(({ complete }) => complete);

/**
 * A clock that goes to its next wake whenever everybody in this process waits: each request that was sent is with its receiver, who holds it
 * on purpose. So a busy machine makes no answer late, and no test waits for a time to pass. `realPauseMs`: longer than the pauses that the cast
 * makes in real time.
 */
export function openIdleClock(t: Ending, realPauseMs = 0): ManualClock {
  const clock = createManualClock();
  // What is left of an earlier test is nobody's any more.
  sent.clear();
  held.clear();
  let hasEnded = false;
  t.teardown(() => {
    hasEnded = true;
  });
  const go = async (): Promise<void> => {
    while (!hasEnded) {
      const before = changes;
      if (realPauseMs > 0) await new Promise((resolve) => setTimeout(resolve, realPauseMs));
      for (let turn = 0; turn < quietTurns && changes === before; turn += 1) await nextTurn();
      const atMs = clock.nextWakeAtMs();
      if (changes === before && isIdle() && Number.isFinite(atMs)) clock.advance(Math.max(0, atMs - clock.nowMs()));
    }
  };
  void go();
  return clock;
}
