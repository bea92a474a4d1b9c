import { parentPort, workerData } from "node:worker_threads";
import { createPacer } from "../src/core/bounds/pacer.ts";
import { monotonicMs, systemClock } from "../src/core/clock.ts";
import { assert } from "../src/core/result.ts";
import type { GuardFacts } from "../src/delivery/address/address-guard.ts";
import { createAddressGuard, systemResolver } from "../src/delivery/address/address-guard.ts";
import { exchangeText } from "../src/delivery/request/ask.ts";
import type { PoolOptions } from "../src/delivery/request/endpoint-pools.ts";
import { createEndpointPools } from "../src/delivery/request/endpoint-pools.ts";
import { unanswered } from "../src/delivery/request/exchange.ts";
import { factsOfError } from "../src/delivery/request/explain-error.ts";
import type { RequestBatch, SentAnswer, SentRequest } from "../src/delivery/request/outbound-thread.ts";

/** The other side of `src/delivery/request/outbound-thread.ts`. The same pools and exchanges as without a thread, with the machine's clock. */

let facts: GuardFacts = { allow: [], allowHttp: false, localAddresses: "forbidden", changes: 0 };
const policy = {
  get allow() {
    return facts.allow;
  },
  get allowHttp() {
    return facts.allowHttp;
  },
};
const guard = createAddressGuard(policy, systemResolver, {
  state: () => facts.localAddresses,
  changes: () => facts.changes,
});
const opened: readonly PoolOptions[] = workerData;
const allPools = opened.map((options) => ({ ...options, pools: createEndpointPools(guard, options) }));
const pace = createPacer();
let answers: SentAnswer[] = [];

assert(parentPort !== null, "Expected to run in a worker thread");
const port = parentPort;
port.on("message", ({ guard: changed, requests, bodies }: RequestBatch) => {
  facts = changed ?? facts;
  let at = 0;
  for (const request of requests) {
    const bodyLength = request[7];
    void exchange(request, bodies.subarray(at, at + bodyLength));
    at += bodyLength;
  }
});

async function exchange(sent: SentRequest, body: Uint8Array): Promise<void> {
  const [id, number, owner, origin, path, headers, isChunked, , postedAtMs, timeoutMs] = sent;
  const of = allPools[number];
  assert(of !== undefined, `Expected pools that were opened, got number ${number}`);
  // The time on the way counts: both threads may have stood still.
  const handedOverAtMs = systemClock.nowMs() - (monotonicMs() - postedAtMs);
  const timing = { clock: systemClock, pace, handedOverAtMs, untilMs: handedOverAtMs + timeoutMs };
  const taken = of.pools.take(origin, owner);
  const request = { path, headers, body, isChunked };
  const { answerBytesMax } = of;
  const exchanged = exchangeText(taken.pool, request, { ...timing, answerBytesMax });
  const { error, ...answer } = await exchanged.catch((reason: unknown) => ({ ...unanswered, error: reason }));
  of.pools.giveBack(taken);
  if (answers.length === 0) setImmediate(sendAnswers);
  answers.push([id, { ...answer, error: error === null ? null : factsOfError(error) }]);
}

function sendAnswers(): void {
  port.postMessage(answers);
  answers = [];
}
