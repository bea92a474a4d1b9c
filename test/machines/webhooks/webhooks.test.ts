import fc from "fast-check";
import t from "tap";
import type { DeliveryId } from "../../../machines/ids.ts";
import type { CrmAnswered, ReportRefused, WebhookEnded, WebhookEventName } from "../../../machines/tells.ts";
import { chatAddress, deliveryAddress } from "../../../machines/tells.ts";
import { asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { deadline, noDeadline, reached } from "../deadlines.ts";
import { runTable } from "../table.ts";
import type { Outcome } from "./webhooks-play.ts";
import { channelId, chatId, conversation, reportMade, t0, WebhooksPlay, webhooksKey } from "./webhooks-play.ts";

const id = (number: number) => asDeliveryId(`W${number}`);
const stored = (number: number, body = number): Effect => ({
  type: "effect.webhook.store",
  chatId,
  receivers: [{ endpoint: "", deliveryId: id(number) }],
  body: { head: `body ${body}`, tail: null, messagesUpTo: 0 },
});
const queued = (event: WebhookEventName, number: number, isInFront: boolean, nowMs = t0): Effect => ({
  type: "effect.actor.tell",
  tells: [
    {
      to: deliveryAddress(id(number)),
      event: {
        type: "delivery.queued",
        nowMs,
        id: id(number),
        chatId,
        channelId,
        messageSeq: 0,
        messageId: null,
        cargo: { kind: "webhook", event },
        isInFront,
        recipient: null,
      },
    },
  ],
});
const opened = (number: number, nowMs: number): Effect => ({
  type: "effect.actor.tell",
  tells: [{ to: deliveryAddress(id(number)), event: { type: "delivery.opened", nowMs, recipient: null } }],
});
const sent = (event: CrmAnswered | ReportRefused): Effect => ({
  type: "effect.actor.tell",
  tells: [{ to: chatAddress(chatId), event }],
});
const nothing: Effect = { type: "effect.actor.tell", tells: [] };
const dueAt = (atMs: number): Effect => deadline("combined-update", atMs);
const notDue = noDeadline("combined-update");
const due = (nowMs: number): ActorEvent => reached("combined-update", t0 + 1_000, nowMs);
const ended = (number: number, about: Partial<WebhookEnded> = {}): ActorEvent => ({
  type: "webhook.ended",
  nowMs: t0 + 50,
  deliveryId: id(number),
  event: "chat_accepted",
  attempt: 1,
  failure: null,
  answer: null,
  ...about,
});
const yielded = (number: number): ActorEvent => ({ type: "webhook.yielded", nowMs: t0 + 50, deliveryId: id(number) });
const refusal = { kind: "error_answer", code: "error_answer", message: "Card 551 is locked" } as const;
const lost = { kind: "http_status", code: "http_status", message: "HTTP 503." } as const;
const answer = { customData: [], enableAssign: true };

runTable(t, {
  actor: webhooksKey,
  conversation,
  input: reportMade("chat_accepted", 1),
  tests: {
    "[WH-41, WH-42] each event waits for the first attempt of the event before it": [
      {
        name: "the first event is stored, and attempted at once",
        given: [],
        when: reportMade("chat_accepted", 1),
        state: "quiet",
        effects: [stored(1), queued("chat_accepted", 1, true)],
        context: { lanes: [{ endpoint: "", active: "W1", waiting: [] }], update: [] },
      },
      {
        name: "the next one waits for the end of its first attempt",
        given: [reportMade("chat_accepted", 1)],
        when: reportMade("chat_assigned", 2, t0 + 10),
        state: "quiet",
        effects: [stored(2), queued("chat_assigned", 2, false, t0 + 10)],
        context: { lanes: [{ endpoint: "", active: "W1", waiting: [{ deliveryId: "W2", event: "chat_assigned" }] }] },
      },
      {
        name: "delivered: the next one begins",
        given: [reportMade("chat_accepted", 1), reportMade("chat_assigned", 2), reportMade("call_event", 3)],
        when: ended(1),
        state: "quiet",
        effects: [nothing, opened(2, t0 + 50)],
        context: { lanes: [{ endpoint: "", active: "W2", waiting: [{ deliveryId: "W3", event: "call_event" }] }] },
      },
      {
        name: "failed and to be retried: the next one begins as well",
        given: [reportMade("chat_accepted", 1), reportMade("chat_assigned", 2)],
        when: yielded(1),
        state: "quiet",
        effects: [opened(2, t0 + 50)],
        context: { lanes: [{ endpoint: "", active: "W2", waiting: [] }] },
      },
      {
        name: "the end of a retry, or of a replay, moves nobody",
        given: [
          reportMade("chat_accepted", 1),
          reportMade("chat_assigned", 2),
          reportMade("call_event", 3),
          yielded(1),
        ],
        when: ended(1, { attempt: 2 }),
        state: "quiet",
        effects: [nothing],
        context: { lanes: [{ endpoint: "", active: "W2", waiting: [{ deliveryId: "W3", event: "call_event" }] }] },
      },
      {
        name: "an event that yields late moves nobody",
        given: [reportMade("chat_accepted", 1), reportMade("chat_assigned", 2), ended(1)],
        when: yielded(1),
        state: "quiet",
        effects: [],
        context: { lanes: [{ endpoint: "", active: "W2", waiting: [] }] },
      },
    ],
    "[WH-24, WH-30, WH-31, WH-32] the answers that a chat is told": [
      {
        name: "the chat hears what was answered to chat_accepted",
        given: [reportMade("chat_accepted", 1)],
        when: ended(1, { answer }),
        state: "quiet",
        effects: [sent({ type: "crm.answered", nowMs: t0 + 50, event: "chat_accepted", answer }), nothing],
        context: { lanes: [] },
      },
      {
        name: "the chat hears what was answered to chat_updated, also after retries",
        given: [reportMade("chat_accepted", 1), yielded(1)],
        when: ended(1, { answer, event: "chat_updated", attempt: 4 }),
        state: "quiet",
        effects: [sent({ type: "crm.answered", nowMs: t0 + 50, event: "chat_updated", answer })],
      },
      {
        name: "the chat does not hear what was answered to other events",
        given: [reportMade("chat_accepted", 1), ended(1)],
        when: ended(2, { answer, event: "chat_assigned" }),
        state: "quiet",
        effects: [nothing],
      },
    ],
    "[WH-34] the agents see a failure that was answered": [
      {
        name: "a failure that was answered is for the agent",
        given: [reportMade("chat_accepted", 1)],
        when: ended(1, { event: "chat_assigned", failure: refusal, attempt: 3 }),
        state: "quiet",
        effects: [
          sent({
            type: "report.refused",
            nowMs: t0 + 50,
            event: "chat_assigned",
            failure: refusal,
            lineId: asMessageId("W1/3"),
          }),
          nothing,
        ],
      },
      {
        name: "a failure of chat_finished names no agent, and an event that was never answered is in the log alone",
        given: [reportMade("chat_accepted", 1), ended(1)],
        when: ended(1, { event: "chat_finished", failure: refusal }),
        state: "quiet",
        effects: [nothing],
      },
      {
        name: "what was never answered is in the log alone",
        given: [reportMade("chat_accepted", 1), ended(1)],
        when: ended(1, { failure: lost, answer }),
        state: "quiet",
        effects: [nothing],
      },
    ],
    "[WH-16, WH-17] changes of the visitor are collected for a second": [
      {
        name: "a change of the visitor waits a second for further ones",
        given: [reportMade("chat_accepted", 1), ended(1)],
        when: reportMade("chat_updated", 2),
        state: "updating",
        effects: [stored(2), dueAt(t0 + 1_000)],
        context: { lanes: [], update: [{ endpoint: "", deliveryId: "W2" }] },
      },
      {
        name: "they are one event, the first one, with the newest data; the second is not begun anew",
        given: [reportMade("chat_accepted", 1), ended(1), reportMade("chat_updated", 2)],
        when: reportMade("chat_updated", 3, t0 + 900),
        state: "updating",
        effects: [stored(2, 3)],
        context: { update: [{ endpoint: "", deliveryId: "W2" }] },
      },
      {
        name: "a second after the first change it is sent",
        given: [reportMade("chat_accepted", 1), ended(1), reportMade("chat_updated", 2), reportMade("chat_updated", 3)],
        when: due(t0 + 1_000),
        state: "quiet",
        effects: [queued("chat_updated", 2, true, t0 + 1_000)],
        context: { lanes: [{ endpoint: "", active: "W2", waiting: [] }], update: [] },
      },
      {
        name: "what else happens sends it off first",
        given: [reportMade("chat_accepted", 1), ended(1), reportMade("chat_updated", 2)],
        when: reportMade("chat_finished", 3, t0 + 20),
        state: "quiet",
        effects: [
          queued("chat_updated", 2, true, t0 + 20),
          notDue,
          stored(3),
          queued("chat_finished", 3, false, t0 + 20),
        ],
        context: {
          lanes: [{ endpoint: "", active: "W2", waiting: [{ deliveryId: "W3", event: "chat_finished" }] }],
          update: [],
        },
      },
    ],
  },
});

t.test("a crowded lane accepts no further chat_updated, and the waiting one has the newest data", async (t) => {
  const play = new WebhooksPlay(true);
  for (let number = 1; number <= 101; number += 1) play.report("call_event", number);
  t.equal(play.lane?.waiting.length, 100);
  play.report("chat_updated", 102);
  play.pass(5_000);
  play.report("chat_updated", 103);
  play.pass(1_500);
  t.equal(play.lane?.waiting.length, 100, "it waits for room");
  t.same(play.context.update, [{ endpoint: "", deliveryId: "W102" }]);
  play.end(0, "delivered");
  play.pass(1_000);
  t.strictSame(play.lane?.waiting.at(-1), { deliveryId: "W102", event: "chat_updated" });
  t.equal(play.bodies.get("W102"), "body 103");
  t.notOk(play.bodies.has("W103"));
});

/** An event of a chat's webhooks; its effect depends on the moment. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<WebhookEventName>("chat_accepted", "chat_assigned", "call_event", "chat_finished"),
  },
  { weight: 4, arbitrary: fc.constant<WebhookEventName>("chat_updated") },
  {
    weight: 8,
    arbitrary: fc.record({
      place: fc.nat(3),
      outcome: fc.constantFrom<Outcome>("delivered", "failed", "failed", "refused"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ replayed: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ ms: fc.constantFrom(0, 400, 600, 1_000, 6_000, 400_000) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** The events that the owner's server must get, with their order and their bodies. */
class Model {
  readonly order: string[] = [];
  readonly bodies = new Map<string, string>();
  #update: { readonly id: string; readonly dueAtMs: number } | null = null;

  report(event: WebhookEventName, number: number, nowMs: number): void {
    if (event !== "chat_updated") {
      this.#send();
      this.order.push(`W${number}`);
      this.bodies.set(`W${number}`, `body ${number}`);
      return;
    }
    this.#update ??= { id: `W${number}`, dueAtMs: nowMs + 1_000 };
    this.bodies.set(this.#update.id, `body ${number}`);
  }

  passTo(nowMs: number): void {
    if (this.#update !== null && this.#update.dueAtMs <= nowMs) this.#send();
  }

  #send(): void {
    if (this.#update !== null) this.order.push(this.#update.id);
    this.#update = null;
  }
}

function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

/** Checks that the lane contains first attempts, in the order of the events. */
function checkLane(play: WebhooksPlay, { order, bodies }: Model): void {
  const firsts = play.begun.filter(({ attempt }) => attempt === 1).map(({ deliveryId }) => deliveryId);
  check(`${order.slice(0, firsts.length)}` === `${firsts}`, `first attempts ${firsts}, events ${order}`);
  const { active = null, waiting = [] } = play.lane ?? {};
  const runsFirst = play.running.filter(({ attempt }) => attempt === 1).map(({ deliveryId }) => deliveryId);
  check(`${runsFirst}` === (active ?? ""), `first attempts of ${runsFirst} run, in front is ${active}`);
  check(active !== null || waiting.length === 0, `${waiting.length} wait although none runs`);
  const left = order.slice(firsts.length);
  check(`${waiting.map(({ deliveryId }) => deliveryId)}` === `${left}`, `there wait ${waiting.length}, not ${left}`);
  check(play.deliveries.length === order.length, `${play.deliveries.length} deliveries of ${order.length} events`);
  for (const [name, body] of bodies) check(play.bodies.get(name) === body, `${name} has ${play.bodies.get(name)}`);
  check(play.bodies.size === bodies.size, "a body without an event");
}

function happen(what: Happening, number: number, play: WebhooksPlay, model: Model): void {
  if (typeof what === "string") {
    model.report(what, number, play.nowMs);
    play.report(what, number);
  } else if ("outcome" in what) play.end(what.place % Math.max(1, play.running.length), what.outcome);
  else if ("ms" in what) {
    play.pass(what.ms);
    model.passTo(play.nowMs);
  } else {
    const over = play.deliveries.filter(({ state }) => state === "failed" || state === "delivered");
    const chosen = over[what.replayed];
    if (chosen === undefined) return;
    const before = JSON.stringify(play.context.lanes);
    play.replay(chosen.context.id);
    check(JSON.stringify(play.context.lanes) === before, "a replay moved the lane");
    check(play.delivery(chosen.context.id).state === "attempting", "a replay waits");
  }
}

/** Runs and answers all attempts until the end. */
function drain(play: WebhooksPlay, model: Model): void {
  play.pass(1_000);
  model.passTo(play.nowMs);
  for (let rounds = 0; play.running.length > 0; rounds += 1) {
    check(rounds < 1_000, "it never ends");
    play.end(0, "delivered");
    checkLane(play, model);
  }
  const attempted = new Set<DeliveryId | string>(play.begun.map(({ deliveryId }) => deliveryId));
  check(
    model.order.every((name) => attempted.has(name)),
    "an event was lost",
  );
}

function playCourse(course: readonly Happening[], play: WebhooksPlay): string {
  const model = new Model();
  for (const [index, what] of (["chat_accepted", ...course] as const).entries()) {
    happen(what, index + 1, play, model);
    checkLane(play, model);
  }
  drain(play, model);
  return JSON.stringify([play.begun, play.chatEvents, play.context]);
}

t.test("first attempts keep the order of events, whether they succeed or fail", async (t) => {
  const property = fc.property(fc.array(happening, { minLength: 5, maxLength: 60, size: "max" }), (course) => {
    const [live, putAway] = [false, true].map((isPutAway) => playCourse(course, new WebhooksPlay(isPutAway)));
    check(live === putAway, "webhooks that were evicted continue differently");
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 50 }));
});
