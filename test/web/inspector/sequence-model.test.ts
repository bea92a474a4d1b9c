import fc from "fast-check";
import t from "tap";
import type { InspectedChat, InspectedStep } from "../../../src/codec/inspect/inspected.types.ts";
import { lanesMax } from "../../../src/web/inspector/sequence/chat-actors.ts";
import type { Sequence } from "../../../src/web/inspector/sequence/sequence.types.ts";
import { toSequence } from "../../../src/web/inspector/sequence/sequence-model.ts";
import { actorOf, chatOf, deliveryId, failingChat, stepOf } from "./sequence-chat.ts";

const folded = { isUnfolded: false };

/** Writes arrows as `from > to: label (kind)`, followed by the state badge. `!` marks a failure. */
function linesOf(sequence: Sequence): readonly string[] {
  const nameOf = (at: number): string => sequence.columns[at]?.title ?? "nobody";
  return sequence.rows.flatMap(({ arrows, badge }) =>
    arrows.map(({ from, to, label, kind, isFailed }, index) => {
      const state = index === 0 && badge !== null ? ` [${badge.text}${badge.isFailed ? "!" : ""}]` : "";
      return `${nameOf(from)} > ${nameOf(to)}: ${label}${isFailed ? "!" : ""} (${kind})${state}`;
    }),
  );
}

const titlesOf = ({ columns }: Sequence): readonly string[] => columns.map(({ title }) => title);

t.test("a reply that fails three times is drawn with requests, deadlines, answers and the event to the chat", (t) => {
  const sequence = toSequence(failingChat(), folded);
  t.strictSame(titlesOf(sequence), ["Customer system", "Agents", "chat/17", "delivery/…0001"]);
  const delivery = "delivery/…0001";
  t.strictSame(linesOf(sequence), [
    "Customer system > chat/17: message.received (request) [waiting]",
    "Agents > chat/17: chat.accept-requested (request) [with agent]",
    "Agents > chat/17: chat.reply-requested (request)",
    `chat/17 > ${delivery}: delivery.queued (event) [attempting]`,
    `${delivery} > Customer system: attempt 1 (sent)`,
    `Customer system > ${delivery}: attempt.failed 1 (17)! (answer) [backing off]`,
    `${delivery} > ${delivery}: deadline.reached next-attempt (deadline) [attempting]`,
    `${delivery} > Customer system: attempt 2 (sent)`,
    `Customer system > ${delivery}: attempt.failed 2 (17)! (answer) [backing off]`,
    `${delivery} > ${delivery}: deadline.reached next-attempt (deadline) [attempting]`,
    `${delivery} > Customer system: attempt 3 (sent)`,
    `Customer system > ${delivery}: attempt.failed 3 (17)! (answer) [failed!]`,
    `${delivery} > chat/17: delivery.ended (17)! (event)`,
  ]);
  const commits = sequence.rows.map(({ commit }) => commit);
  t.strictSame(commits, [0, 1, 2, 2, 3, 4, 5, 6, 7, 7], "the steps of one request or attempt were committed together");
  t.match(sequence.columns[3], { about: "Message 3", state: "failed", isFailed: true });
  t.end();
});

t.test("a hand-over by a bot is drawn with the bot conversation, the bot's server and the agents", (t) => {
  const event = deliveryId(2);
  const posted = { cause: "request-4000", from: null };
  const chat = chatOf(
    [
      actorOf("bot/17", "with_agent"),
      actorOf(
        event,
        "delivered",
        { cargo: { kind: "bot_event", event: { event: "CLIENT_MESSAGE" } } },
        "Bot event CLIENT_MESSAGE",
      ),
      actorOf("chat/17", "waiting", { visit: { surface: "widget" } }),
    ],
    [
      stepOf("chat/17", "message.received", 0, { before: null, after: "with_bot" }),
      stepOf("bot/17", "client.wrote", 0, { from: "chat/17", before: null, after: "with_bot" }),
      stepOf(event, "delivery.queued", 0, { from: "bot/17", before: null, after: "attempting" }),
      stepOf("bot/17", "bot.invitation-posted", 4_000, { ...posted, before: "with_bot", after: "offering" }),
      stepOf("chat/17", "bot.offered", 4_000, { from: "bot/17", before: "with_bot", after: "waiting" }),
      stepOf(event, "attempt.succeeded", 4_100, { cause: `attempt 1 of ${event}` }),
    ],
  );
  const sequence = toSequence(chat, folded);
  t.strictSame(titlesOf(sequence), ["Visitor", "chat/17", "bot/17", "delivery/…0002", "Bot's server"]);
  t.equal(sequence.columns[3]?.about, "Bot event CLIENT_MESSAGE");
  t.strictSame(linesOf(sequence), [
    "Visitor > chat/17: message.received (request) [with bot]",
    "chat/17 > bot/17: client.wrote (event) [with bot]",
    "bot/17 > delivery/…0002: delivery.queued (event) [attempting]",
    "Bot's server > bot/17: bot.invitation-posted (request) [offering]",
    "bot/17 > chat/17: bot.offered (event) [waiting]",
    "Bot's server > delivery/…0002: attempt.succeeded (answer)",
  ]);
  t.end();
});

t.test("the cause of each step is drawn in its own column", (t) => {
  const call = "call/c1";
  const hook = deliveryId(3);
  const mail = deliveryId(4);
  const unknown = deliveryId(5);
  const of = (actor: string) => `attempt 1 of ${actor}`;
  const cases: readonly (readonly [step: InspectedStep, line: string])[] = [
    [
      stepOf("chat/17", "agent.left", 0, { from: "agent/7", cause: "tell 01J" }),
      "agent/7 > chat/17: agent.left (event)",
    ],
    [
      stepOf("chat/17", "channel.closed", 1, { cause: "closed channel MOBILEAPP1" }),
      "The service > chat/17: channel.closed (request)",
    ],
    [stepOf("bot/17", "bot.disconnected", 2), "The service > bot/17: bot.disconnected (request)"],
    [
      stepOf(hook, "attempt.failed", 3, { cause: of(hook) }),
      "Owner's server > delivery/…0003: attempt.failed! (answer)",
    ],
    [
      stepOf(mail, "attempt.succeeded", 4, { cause: of(mail) }),
      "Mail server > delivery/…0004: attempt.succeeded (answer)",
    ],
    [
      stepOf(unknown, "attempt.succeeded", 5, { cause: of(unknown) }),
      "Receiver > delivery/…0005: attempt.succeeded (answer)",
    ],
    [stepOf(hook, "delivery.requeued", 6), "Agents > delivery/…0003: delivery.requeued (request)"],
    [
      stepOf(call, "gateway.answered", 7, { cause: `request of ${call}` }),
      "Gateway > call/c1: gateway.answered (answer)",
    ],
    [
      stepOf(call, "call.reported", 8, { event: { type: "call.reported", status: "end" } }),
      "Gateway > call/c1: call.reported end (request)",
    ],
    [
      stepOf("chat/17", "call.requested", 9, { event: { type: "call.requested", callType: "callback" } }),
      "Client > chat/17: call.requested callback (request)",
    ],
    [
      stepOf("chat/17", "call.requested", 10, { event: { type: "call.requested", callType: "outgoing" } }),
      "Agents > chat/17: call.requested outgoing (request)",
    ],
    [
      stepOf("chat/17", "call.requested", 11, { event: { type: "call.requested", callType: "incoming" } }),
      "Gateway > chat/17: call.requested incoming (request)",
    ],
    [stepOf("webhooks/17", "report.made", 12), "Client > webhooks/17: report.made (request)"],
    [
      stepOf("chat/17", "chat.close-requested", 13, { effects: [{ type: "effect.request.refuse" }] }),
      "Agents > chat/17: chat.close-requested (request) [refused!]",
    ],
    [stepOf("queue/1", "queue.grew", 14), "The service > queue/1: queue.grew (request)"],
  ];
  const actors = [
    actorOf("chat/17", "waiting"),
    actorOf(hook, "failed", { cargo: { kind: "webhook", event: "chat_accepted" } }),
    actorOf(mail, "delivered", { cargo: { kind: "mail" } }),
  ];
  const sequence = toSequence(
    chatOf(
      actors,
      cases.map(([step]) => step),
    ),
    folded,
  );
  t.strictSame(
    linesOf(sequence),
    cases.map(([, line]) => line),
  );
  t.strictSame(
    titlesOf(sequence),
    [
      "Client",
      "Agents",
      "agent/7",
      "chat/17",
      "bot/17",
      "webhooks/17",
      "call/c1",
      "delivery/…0003",
      "delivery/…0004",
      "delivery/…0005",
      "queue/1",
      "The service",
      "Owner's server",
      "Gateway",
      "Mail server",
      "Receiver",
    ],
    "the chat is the first of the actors; an unknown sender has a column too",
  );
  t.end();
});

t.test("a commit holds the steps of one cause at one time, with one revision per actor", (t) => {
  const at = (actor: string, revision: number, cause: string, afterMs = 0): InspectedStep =>
    stepOf(actor, "message.received", afterMs, { revision, cause });
  const steps = [
    at("chat/17", 1, "a"),
    at("bot/17", 1, "a"),
    at("chat/17", 1, "a"),
    at("chat/17", 2, "a"),
    at("bot/17", 1, "a"),
    at("bot/17", 2, "b"),
    at("chat/17", 3, "b", 1),
  ];
  const { rows } = toSequence(chatOf([], steps), folded);
  t.strictSame(
    rows.map(({ commit }) => commit),
    [0, 0, 0, 1, 1, 2, 3],
  );
  t.end();
});

t.test("the column of an actor that accepts no more events shows this", (t) => {
  const parked = { ...actorOf("chat/17", "waiting"), parked: { atMs: 0, reason: "3 defects" } };
  t.match(toSequence(chatOf([parked], []), folded).columns, [{ state: "waiting, parked", isFailed: true }]);
  t.end();
});

const manyDeliveries = (count: number): InspectedChat =>
  chatOf(
    [actorOf("chat/17", "with_agent")],
    Array.from({ length: count }, (_, index) =>
      stepOf(deliveryId(index), "delivery.queued", index, { from: "chat/17", before: null, after: "failed" }),
    ),
  );

t.test("many deliveries share one column until the user opens them", (t) => {
  const few = toSequence(manyDeliveries(lanesMax), folded);
  t.match(few, { isFolded: false, deliveries: lanesMax });
  t.equal(few.columns.length, 1 + lanesMax);
  const many = toSequence(manyDeliveries(lanesMax + 1), folded);
  t.strictSame(titlesOf(many), ["chat/17", "7 deliveries"]);
  t.match(many, { isFolded: true, columns: [{}, { about: "7 failed", isFailed: true }] });
  t.equal(
    linesOf(many)[2],
    "chat/17 > 7 deliveries: delivery.queued …0002 (event) [failed!]",
    "each arrow names its delivery",
  );
  const unfolded = toSequence(manyDeliveries(lanesMax + 1), { isUnfolded: true });
  t.match(unfolded, { isFolded: false, deliveries: lanesMax + 1 });
  t.equal(unfolded.columns.length, 2 + lanesMax);
  t.end();
});

const words = fc.oneof(
  fc.constantFrom("message.received", "attempt.failed", "deadline.reached", "<b>&\"'"),
  fc.string(),
);
const address = fc.oneof(
  fc.constantFrom("chat/17", "bot/17", "webhooks/17", "call/c1", "agent/7", "channel/A", "", "/", "<svg>"),
  fc.nat({ max: 12 }).map(deliveryId),
  fc.string(),
);
const anyStep: fc.Arbitrary<InspectedStep> = fc.record({
  actor: address,
  revision: fc.nat(),
  index: fc.nat({ max: 31 }),
  atMs: fc.nat(),
  event: fc.record({ type: words, id: words, failure: fc.oneof(words, fc.constant(null)) }),
  cause: fc.oneof(
    words,
    address.map((actor) => `attempt 1 of ${actor}`),
  ),
  from: fc.option(address),
  before: fc.option(words),
  after: words,
  effects: fc.array(
    fc.record({ type: fc.constantFrom("effect.attempt.start", "effect.request.refuse", "effect.call.start") }),
  ),
});

t.test("every step is drawn exactly once, in order, between existing columns", (t) => {
  const check = fc.property(fc.array(anyStep), fc.array(address), fc.boolean(), (steps, actors, isUnfolded) => {
    const chat = chatOf(
      [...new Set(actors)].map((actor) => actorOf(actor, "waiting")),
      steps,
    );
    const { rows, columns } = toSequence(chat, { isUnfolded });
    const ids = columns.map(({ id }) => id);
    const isThere = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < columns.length;
    return (
      rows.length === steps.length &&
      rows.every(({ step }, index) => step === steps[index]) &&
      rows.every(
        ({ column, arrows }) => isThere(column) && arrows.every(({ from, to }) => isThere(from) && isThere(to)),
      ) &&
      rows.every(({ step, column }) => ids[column] === step.actor || columns[column]?.kind === "deliveries") &&
      rows.every(
        ({ step, arrows: [first] }) =>
          step.from === null || ids[first.from] === step.from || columns[first.from]?.kind === "deliveries",
      ) &&
      new Set(ids).size === ids.length
    );
  });
  fc.assert(check, { numRuns: 500 });
  t.pass("500 chats");
  t.end();
});
