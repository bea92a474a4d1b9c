import fc from "fast-check";
import t from "tap";
import type { DeliveryQueued } from "../../../machines/tells.ts";
import { noChatId } from "../../../machines/tells.ts";
import { asActorKey } from "../../../src/core/ids.ts";
import { createUlids } from "../../../src/core/random/ulid.ts";
import type { ActorEvent } from "../../../src/domain/effects.ts";
import { Cell } from "../cells.ts";
import { channelId, chat, t0 } from "../chat/chat-steps.ts";
import { runTable } from "../table.ts";
import { awaitNext, clearNext, clearOutcome, due, lost } from "./attempt-deadlines.ts";
import {
  delaysMs,
  dueAfter,
  ended,
  failedAt,
  failing,
  gone,
  hourMs,
  http503,
  id,
  lengthenings,
  nextAfter,
  noTarget,
  nothing,
  queued,
  refused,
  replayedAt,
  running,
  skippedAt,
  start,
  succeededAt,
  tellAdministrator,
  tenthEndMs,
  yielded,
} from "./delivery-webhook-steps.ts";

runTable(t, {
  actor: asActorKey(`delivery/${id}`),
  conversation: chat.conversation,
  input: queued,
  tests: {
    "[WH-34, WH-37] the answers that end a series or make it wait": [
      {
        name: "a positive answer ends it, and what is for the agent is told",
        given: [],
        when: succeededAt(1, t0 + 20),
        state: "delivered",
        effects: [clearOutcome, nothing, ended(t0 + 20, 1, null)],
      },
      {
        name: "the tenth failure ends it, and the administrator is told",
        given: running(10),
        when: failedAt(10, tenthEndMs),
        state: "failed",
        effects: [clearOutcome, tellAdministrator(tenthEndMs, "10 attempts", http503), ended(tenthEndMs, 10, http503)],
        context: { error: http503 },
      },
      {
        name: "Retry-After that is longer than the delay is respected",
        given: [],
        when: failedAt(1, t0 + 20, { retryAfterMs: 90_000 }),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(t0 + 20 + 90_000), nothing, yielded(t0 + 20)],
      },
      {
        name: "Retry-After that is shorter than the delay changes nothing",
        given: running(2),
        when: failedAt(2, t0 + 20_000, { retryAfterMs: 1_000 }),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(dueAfter(2, t0 + 20_000)), nothing, nothing],
      },
      {
        name: "Retry-After is respected up to 24 h",
        given: [],
        when: failedAt(1, t0 + 20, { retryAfterMs: 9_999 * hourMs }),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(t0 + 20 + 24 * hourMs), nothing, yielded(t0 + 20)],
      },
      {
        name: "the last delay may be longer than the longest Retry-After",
        given: running(9),
        when: failedAt(9, t0, { retryAfterMs: 24 * hourMs }),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(dueAfter(9, t0)), nothing, nothing],
      },
      {
        name: "a 410 ends it at once and the administrator is told",
        given: [],
        when: failedAt(1, t0 + 20, { failure: gone, isFinal: true }),
        state: "failed",
        effects: [clearOutcome, tellAdministrator(t0 + 20, "1 attempt", gone), ended(t0 + 20, 1, gone)],
      },
      {
        name: "a failure result ends it at once, also in a later attempt",
        given: running(3),
        when: failedAt(3, nextAfter(2) + 20, { failure: refused, isFinal: true }),
        state: "failed",
        effects: [
          clearOutcome,
          tellAdministrator(nextAfter(2) + 20, "3 attempts", refused),
          ended(nextAfter(2) + 20, 3, refused),
        ],
      },
      {
        name: "without a URL the attempt was not made, and the administrator is told",
        given: running(2),
        when: skippedAt(2, nextAfter(1) + 5),
        state: "failed",
        effects: [
          clearOutcome,
          tellAdministrator(nextAfter(1) + 5, "1 attempt", noTarget),
          ended(nextAfter(1) + 5, 1, noTarget),
        ],
        context: { error: noTarget },
      },
    ],
    "the delays between attempts, and when an event yields to the events behind it": [
      {
        name: "the first failure yields, and the second attempt is due 5 to 6 s after its end",
        given: [],
        when: failedAt(1, t0 + 9_000),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(dueAfter(1, t0 + 9_000)), nothing, yielded(t0 + 9_000)],
      },
      {
        name: "the second attempt starts when it is due",
        given: failing(1),
        when: due(nextAfter(1), nextAfter(1) + 70),
        state: "attempting",
        effects: start(2, nextAfter(1) + 70),
      },
      {
        name: "it yields only once",
        given: running(2),
        when: failedAt(2, t0 + 20_000),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(dueAfter(2, t0 + 20_000)), nothing, nothing],
      },
      {
        name: "no deadline of an ended series begins another attempt",
        given: [...running(10), failedAt(10, tenthEndMs)],
        when: due(tenthEndMs),
        state: "failed",
        effects: [],
      },
      {
        name: "cancelled while it backs off it ends at once, and no deadline is left",
        given: failing(1),
        when: { type: "delivery.cancelled", nowMs: t0 + 1_000, failure: noTarget },
        state: "failed",
        effects: [clearNext, tellAdministrator(t0 + 1_000, "1 attempt", noTarget), ended(t0 + 1_000, 1, noTarget)],
      },
    ],
    "[WH-38, WH-39] a replay is a new series": [
      {
        name: "a first attempt that was skipped does not count: the replay's is the first",
        given: [skippedAt(1, t0 + 5)],
        when: replayedAt(t0 + hourMs),
        state: "attempting",
        effects: start(1, t0 + hourMs),
      },
      {
        name: "a replay after a failure is attempted at once, its number counts on",
        given: [...running(10), failedAt(10, tenthEndMs)],
        when: replayedAt(tenthEndMs + hourMs),
        state: "attempting",
        effects: start(11, tenthEndMs + hourMs),
        context: { seriesOffset: 10, error: null },
      },
      {
        name: "a replay of a delivered event is attempted at once too",
        given: [...running(2), succeededAt(2, nextAfter(1) + 20)],
        when: replayedAt(t0 + hourMs),
        state: "attempting",
        effects: start(3, t0 + hourMs),
        context: { seriesOffset: 2 },
      },
      {
        name: "the replay is a whole new series from its first delay on, and nobody waited for it",
        given: [...running(10), failedAt(10, tenthEndMs), replayedAt(tenthEndMs + hourMs)],
        when: failedAt(11, tenthEndMs + hourMs + 20),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(dueAfter(11, tenthEndMs + hourMs + 20, 10)), nothing, nothing],
      },
    ],
    "[DEL-22, DEL-23, DEL-24, DEL-25] an event across restarts": [
      {
        name: "being told of its own creation once more changes nothing",
        given: failing(1),
        when: queued,
        state: "backing_off",
        effects: [],
      },
      {
        name: "an attempt in flight at a restart counts as made; the schedule goes on from then",
        given: [],
        when: lost(t0 + 3_000, true),
        state: "backing_off",
        effects: [awaitNext(dueAfter(1, t0 + 3_000)), nothing, yielded(t0 + 3_000)],
        context: { attempts: [{ number: 1, durationMs: null, failure: { kind: "interrupted" } }] },
      },
      {
        name: "the last attempt in flight at a restart ends it, the outcome unknown",
        given: running(10),
        when: lost(tenthEndMs, true),
        state: "failed",
        effects: [
          tellAdministrator(tenthEndMs, "10 attempts", {
            ...http503,
            message: "The service was restarted during the last attempt; whether the event arrived is unknown.",
          }),
          ended(tenthEndMs, 10, {
            kind: "interrupted",
            code: "interrupted",
            message: "The service was restarted during the last attempt; whether the event arrived is unknown.",
          }),
        ],
      },
      {
        name: "an overdue attempt is made at once, the next one a whole delay after its end",
        given: [...failing(1), due(nextAfter(1), t0 + 7 * hourMs)],
        when: failedAt(2, t0 + 7 * hourMs + 20),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(dueAfter(2, t0 + 7 * hourMs + 20)), nothing, nothing],
      },
      {
        name: "an attempt that was not begun because the service ends counts for nothing and frees no lane",
        given: [],
        when: { type: "attempt.withdrawn", nowMs: t0 + 30, attempt: 1 },
        state: "backing_off",
        effects: [clearOutcome, awaitNext(t0 + 30), nothing, nothing],
        context: { attempts: [], error: null },
      },
      {
        name: "it is made when the service is there again, under the same number, and yields if it fails",
        given: [{ type: "attempt.withdrawn", nowMs: t0 + 30, attempt: 1 }, due(t0 + 30, t0 + hourMs)],
        when: failedAt(1, t0 + hourMs + 20),
        state: "backing_off",
        effects: [clearOutcome, awaitNext(dueAfter(1, t0 + hourMs + 20)), nothing, yielded(t0 + hourMs + 20)],
      },
      {
        name: "a later withdrawn attempt is made at once when the service is there again",
        given: [...running(3), { type: "attempt.withdrawn", nowMs: nextAfter(2) + 30, attempt: 3 }],
        when: due(nextAfter(2) + 30, nextAfter(2) + hourMs),
        state: "attempting",
        effects: start(3, nextAfter(2) + hourMs),
      },
    ],
    "[WH-35] outcomes that never come, or come for another attempt": [
      {
        name: "the withdrawal of an earlier attempt is ignored",
        given: running(2),
        when: { type: "attempt.withdrawn", nowMs: nextAfter(1) + 30, attempt: 1 },
        state: "attempting",
        effects: [],
      },
      {
        name: "an outcome that never comes is a timeout",
        given: [],
        when: lost(t0 + 70_000, false),
        state: "backing_off",
        effects: [awaitNext(dueAfter(1, t0 + 70_000)), nothing, yielded(t0 + 70_000)],
        context: { error: { kind: "timeout", message: "The receiver did not answer within 10 s." } },
      },
      {
        name: "the outcome of an earlier attempt is ignored",
        given: running(2),
        when: succeededAt(1, nextAfter(1) + 5),
        state: "attempting",
        effects: [],
      },
      {
        name: "an outcome that comes between attempts is ignored, final or not",
        given: failing(1),
        when: failedAt(1, t0 + 30, { failure: gone, isFinal: true }),
        state: "backing_off",
        effects: [],
      },
      {
        name: "a final outcome of an earlier attempt ends nothing",
        given: running(2),
        when: failedAt(1, nextAfter(1) + 5, { failure: gone, isFinal: true }),
        state: "attempting",
        effects: [],
      },
    ],
  },
});

t.test("[WH-42] a delivery that waits in the lane begins when it is opened", async (t) => {
  const cell = Cell.create(asActorKey(`delivery/${id}`), chat.conversation, { ...queued, isInFront: false });
  t.equal(cell.state, "pending");
  t.strictSame(cell.takeEffects(), []);
  t.strictSame(cell.step({ type: "delivery.opened", nowMs: t0 + 900, recipient: null }), start(1, t0 + 900));
});

t.test("[WH-18] an event without a chat is reported only to the administrator", async (t) => {
  const alone: DeliveryQueued = {
    ...queued,
    chatId: noChatId,
    cargo: { kind: "webhook", event: "offline_message" },
  };
  const cell = Cell.create(asActorKey(`delivery/${id}`), chat.conversation, alone);
  cell.takeEffects();
  const text = `Event offline_message was not delivered after 1 attempt and can be replayed. ${gone.message}`;
  t.strictSame(cell.step(failedAt(1, t0 + 20, { failure: gone, isFinal: true })), [
    clearOutcome,
    { type: "effect.administrator.tell", nowMs: t0 + 20, channelId, chatId: null, text },
    nothing,
  ]);
});

t.test(
  "[WH-36] each pause counts from the end of the last attempt and is 0 to 20 % longer, evenly spread",
  async (t) => {
    const newUlid = createUlids();
    // Ids of the same millisecond are consecutive, so only their last characters differ.
    const ids = Array.from({ length: 2_000 }, (_, index) => newUlid(t0 + Math.floor(index / 500)));
    const found = ids.map(lengthenings);
    for (const [pause] of delaysMs.entries()) {
      const values = found.map((one) => one[pause] ?? Number.NaN);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      t.ok(Math.min(...values) >= 0 && Math.max(...values) <= 0.2, `pause ${pause + 1}: no shorter and no longer`);
      t.ok(Math.abs(mean - 0.1) < 0.005, `pause ${pause + 1}: mean ${mean}`);
      const tenths = Array.from(
        { length: 10 },
        (_, tenth) => values.filter((value) => Math.min(9, Math.floor(value * 50)) === tenth).length,
      );
      t.ok(
        tenths.every((count) => count > 130 && count < 270),
        `pause ${pause + 1}: ${tenths}`,
      );
    }
    const neighbours = found.slice(1).map((one, index) => Math.abs((one[0] ?? 0) - (found[index]?.[0] ?? 0)));
    const apart = neighbours.reduce((sum, value) => sum + value, 0) / neighbours.length;
    t.ok(apart > 0.055 && apart < 0.08, `retries of one moment spread out: ${apart} apart`);
    t.strictSame(lengthenings(ids[7] ?? ""), found[7], "the same delivery, the same pauses");
  },
);

t.test("after any events, each series has one end and the lane is freed once", async (t) => {
  const happening = fc.oneof(
    { weight: 6, arbitrary: fc.constant("failed" as const) },
    { weight: 1, arbitrary: fc.constant("final" as const) },
    { weight: 1, arbitrary: fc.constant("succeeded" as const) },
    { weight: 1, arbitrary: fc.constant("restarted" as const) },
    { weight: 1, arbitrary: fc.constant("stale" as const) },
    { weight: 1, arbitrary: fc.constant("skipped" as const) },
    { weight: 1, arbitrary: fc.constant("replayed" as const) },
    { weight: 1, arbitrary: fc.constant("cancelled" as const) },
  );
  const property = fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
    const cell = Cell.create(asActorKey(`delivery/${id}`), chat.conversation, queued);
    let nowMs = t0;
    let [ends, yields, warnings, series, inSeries, attempt] = [0, 0, 0, 1, 1, 1];
    cell.takeEffects();
    const step = (event: ActorEvent): void => {
      const before = cell.state;
      for (const effect of cell.step(event)) {
        if (effect.type === "effect.administrator.tell") warnings += 1;
        if (effect.type === "effect.attempt.start") {
          if (before === "delivered" || before === "failed") [series, inSeries] = [series + 1, 0];
          inSeries += 1;
          if (effect.attempt < attempt) throw new Error("An attempt's number went back");
          attempt = effect.attempt;
          if (inSeries > 10) throw new Error("An eleventh attempt of a series");
        }
        if (effect.type !== "effect.actor.tell") continue;
        ends += effect.tells.filter((tell) => tell.event.type === "webhook.ended").length;
        yields += effect.tells.filter((tell) => tell.event.type === "webhook.yielded").length;
      }
      if (cell.state === "failed" && before !== "failed") inFailure += 1;
    };
    let inFailure = 0;
    for (const what of happenings) {
      nowMs += 1_000;
      if (what === "failed") step(failedAt(attempt, nowMs));
      else if (what === "final") step(failedAt(attempt, nowMs, { failure: refused, isFinal: true }));
      else if (what === "succeeded") step(succeededAt(attempt, nowMs));
      else if (what === "restarted") step(lost(nowMs, true));
      else if (what === "stale") step(succeededAt(attempt - 1, nowMs));
      else if (what === "skipped") step(skippedAt(attempt, nowMs));
      else if (what === "replayed") step(replayedAt(nowMs));
      else step({ type: "delivery.cancelled", nowMs, failure: noTarget });
      if (cell.state === "backing_off") step(due(nowMs));
    }
    const isOver = cell.state === "delivered" || cell.state === "failed";
    return ends === (isOver ? series : series - 1) && yields <= 1 && warnings === inFailure;
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 100 }));
});
