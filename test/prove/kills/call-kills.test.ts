import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import t from "tap";
import type { DeskChat } from "../../../src/codec/desk/desk.ts";
import type { Gateway } from "../../../src/demo/cast/gateway.ts";
import { openGateway } from "../../../src/demo/cast/gateway.ts";
import type { SeenEvent } from "../../../src/demo/cast/owners-server.ts";
import type { Answer } from "../../../src/demo/cast/peer.ts";
import { logFaults, webhookFaults } from "../../system/harness/laws/webhook-laws.ts";
import { openMailPeer } from "../../system/harness/mail-peer.ts";
import { Visitor } from "../../system/harness/people/visitor.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { lateToleranceMs, nowMs, stallMs, untilMs } from "../../system/harness/time.ts";
import { WebhookWorld, widgetId } from "../../system/harness/worlds/webhook-world.ts";

const unknownOutcome = "The service was restarted while the gateway was asked; whether it placed the call is unknown";
/** An extra request for a call would have arrived within this time. */
const watchMs = 1_000;

t.setTimeout(300_000);
t.teardown(() => t.comment(`the longest stall of this process was ${stallMs()} ms`));
t.jobs = 3;

const phoneOf = (number: number): string => `+44207946${String(number).padStart(4, "0")}`;

async function enterAll(t: Test, { installation }: WebhookWorld, count: number): Promise<readonly Visitor[]> {
  const visitors = Array.from({ length: count }, () => new Visitor(t, installation, widgetId));
  await Promise.all(visitors.map((visitor) => visitor.enter()));
  return visitors;
}

/** The requests about the call to or from this number, in order. */
const eventsOf = ({ receiver }: WebhookWorld, phone: string): readonly SeenEvent[] =>
  receiver.seen.filter(({ fields }) => fields.call?.phone === phone);

/** Returns the events about the call that the owner's server received, each once. */
const toldOf = (world: WebhookWorld, phone: string): readonly string[] => [
  ...new Set(eventsOf(world, phone).map(({ fields }) => fields.call?.status ?? "")),
];

const untilTold = (world: WebhookWorld, phone: string, status: string): Promise<SeenEvent> =>
  world.receiver.facts.until(
    `${status} of the call with ${phone}`,
    () => eventsOf(world, phone).find(({ fields }) => fields.call?.status === status),
    () => toldOf(world, phone),
  );

/** Returns the chats with a call as the desk lists them, by phone number. */
async function chatsOf({ desk }: WebhookWorld): Promise<ReadonlyMap<string, DeskChat>> {
  return new Map((await desk.api.chats()).flatMap((chat) => (chat.call === null ? [] : [[chat.call.phone, chat]])));
}

/** Sends the gateway's report about a call, repeatedly until the service answers. Each answer must be 200. */
async function report({ installation }: WebhookWorld, statusUrl: string, status: object): Promise<void> {
  for (;;) {
    await installation.whenServing();
    const body = JSON.stringify(status);
    const answer = await fetch(statusUrl, { method: "POST", body }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer == null || text == null) continue;
    if (answer.status === 200) return;
    throw new Error(`Expected 200 for ${body}, got ${answer.status} ${text}`);
  }
}

/** Sends reports about the call with this number, one after the other. */
async function reportAll(
  world: WebhookWorld,
  gateway: Gateway,
  phone: string,
  statuses: readonly object[],
): Promise<void> {
  const { callId, statusUrl } = await gateway.untilAsked(phone);
  for (const status of statuses) await report(world, statusUrl, { call_id: callId, ...status });
}

/** Returns the statuses of calls whose requests have more than one id. Source: CALL-02, WH-39. */
function doubles({ receiver }: WebhookWorld): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, chatId, fields } of receiver.seen) {
    if (fields.call === undefined) continue;
    const name = `${chatId} ${fields.call.phone} ${fields.call.status}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(id));
  }
  return [...ids].filter(([, some]) => some.size > 1).map(([name]) => name);
}

const record = { status: "end", record_url: "https://calls.example/1.mp3" };
const agentOn = { status: "agent_connected" };
const clientOn = { status: "client_connected" };

/** The phone numbers of visitors who ask for a call, by what happens to the call before the first kill. */
const ownPhones = {
  asked: phoneOf(1),
  accepted: phoneOf(2),
  refused: phoneOf(3),
  ringing: phoneOf(4),
  talking: phoneOf(5),
  ended: phoneOf(6),
};

t.test("kills while calls are in every state", { buffered: true }, async (t) => {
  const { asked, accepted, refused, ringing, talking, ended } = ownPhones;
  const [incoming, incomingLate] = [phoneOf(7), phoneOf(8)];
  // For the ringing call the gateway reports statuses, but it never accepts the request.
  const answers: Readonly<Record<string, Answer>> = { [asked]: "hang", [ringing]: "hang", [refused]: { status: 503 } };
  const gateway = await openGateway(t, (phone) => answers[phone] ?? "ok");
  const world = await WebhookWorld.open(t, { gatewayUrl: gateway.url });
  const phones = Object.values(ownPhones);
  const visitors = await enterAll(t, world, phones.length);
  const call = async (visitor: Visitor | undefined, phone: string) =>
    (await visitor?.ask({ type: "call", phone }))?.type;
  const done = await Promise.all(phones.map((phone, index) => call(visitors[index], phone)));
  t.strictSame([...new Set(done)], ["done"]);
  await Promise.all(phones.map((phone) => gateway.untilAsked(phone)));
  const { statusUrl } = await gateway.untilAsked(asked);
  const announce = (id: string, phone: string) => ({ call_id: id, type: "incoming", phone, status: "start" });
  await reportAll(world, gateway, ringing, [agentOn]);
  await reportAll(world, gateway, talking, [clientOn, agentOn]);
  await reportAll(world, gateway, ended, [agentOn, clientOn, record]);
  await report(world, statusUrl, announce("in-1", incoming));
  await untilTold(world, refused, "error");
  // This report is answered; the outcome of its events is unknown.
  await report(world, statusUrl, announce("in-2", incomingLate));
  const { readyAtMs } = await world.kill();

  await t.test(
    "[CALL-06, CALL-11] the request was in progress: an error after the restart, no second request",
    async (t) => {
      const { atMs, fields } = await untilTold(world, asked, "error");
      t.equal(fields.call?.reason, unknownOutcome);
      t.ok(atMs <= readyAtMs + lateToleranceMs(), `${Math.round(atMs - readyAtMs)} ms late`);
      await reportAll(world, gateway, asked, [agentOn]);
      t.match(
        (await chatsOf(world)).get(asked)?.call,
        { status: "error", reason: unknownOutcome },
        "an error is the end",
      );
    },
  );

  await t.test("[CALL-10, CALL-11] running calls continue after the restart", async (t) => {
    const chats = await chatsOf(world);
    const states = [accepted, refused, ringing, talking, ended, incoming, incomingLate].map(
      (phone) => chats.get(phone)?.call?.status,
    );
    const expected = ["start", "error", "agent_connected", "agent_connected", "end", "start", "start"];
    t.strictSame(states, expected);
    for (const phone of [accepted, ringing, talking]) {
      const visitor = visitors[phones.indexOf(phone)];
      t.equal((await visitor?.enter())?.callback, "Callback unavaiable", "while one runs, no other can begin");
    }
    t.equal((await visitors[phones.indexOf(ended)]?.enter())?.callback, null);
  });

  await t.test(
    "[CALL-04, CALL-05, CALL-07, CALL-11] statuses before and after two more kills are each sent once",
    async (t) => {
      await reportAll(world, gateway, accepted, [agentOn]);
      await reportAll(world, gateway, ringing, [clientOn]);
      await Promise.all([
        world.kill(),
        reportAll(world, gateway, accepted, [clientOn, record]),
        reportAll(world, gateway, ringing, [record]),
        reportAll(world, gateway, talking, [clientOn, record]),
        report(world, statusUrl, { call_id: "in-1", status: "agent_connected", agent_id: 2 }),
      ]);
      await Promise.all([
        world.kill(),
        report(world, statusUrl, announce("in-1", incoming)),
        report(world, statusUrl, { call_id: "in-1", ...record }),
        report(world, statusUrl, { call_id: "in-2", status: "error", reason: "Hung up" }),
      ]);
      const log = await world.untilSettled();
      const told = await world.told(log);
      const statusesOf = (phone: string): readonly (string | undefined)[] =>
        told.flatMap(({ call }) => (call?.phone === phone ? [call.status] : [])).sort();
      t.strictSame([accepted, ringing, talking, ended, incoming, incomingLate, refused, asked].map(statusesOf), [
        ["agent_connected", "client_connected", "end", "start"],
        ["agent_connected", "client_connected", "end", "start"],
        ["agent_connected", "client_connected", "end", "start"],
        ["agent_connected", "client_connected", "end", "start"],
        ["agent_connected", "end", "start"],
        ["error", "start"],
        ["error", "start"],
        ["error", "start"],
      ]);
      t.strictSame(webhookFaults(world), []);
      t.strictSame(logFaults(log, world.receiver.seen), []);
      t.strictSame(doubles(world), []);
      const end = told.find(({ call }) => call?.phone === accepted && call.status === "end");
      t.equal(end?.call?.record_url, record.record_url);
    },
  );

  await t.test("[CALL-10] each answered callback reduced the balance once, and no start increased it", async (t) => {
    const { body } = await world.desk.api.call("GET", `/channels/${widgetId}`);
    const answered = [accepted, ringing, talking, ended].length;
    t.equal(body.channel.callback.balance, 1_000 - answered);
  });

  await untilMs(nowMs() + watchMs);
  await t.test("[CALL-06] after three kills each call was requested once", async (t) => {
    t.strictSame(gateway.asked.map(({ phone }) => phone).sort(), phones);
  });
});

const callersCount = 120;

t.test("[CALL-06, CALL-11] kills while visitors ask for calls", { buffered: true }, async (t) => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  let isLastKillAhead = true;
  // Fewer calls hang than the service has connections to the gateway. A kill ends each of them.
  const gateway = await openGateway(t, (phone) => (isLastKillAhead && phone.endsWith("0") ? "hang" : "ok"));
  const world = await WebhookWorld.open(t, { gatewayUrl: gateway.url });
  const visitors = await enterAll(t, world, callersCount);
  const phones = visitors.map((_visitor, index) => phoneOf(index + 100));
  /** Asks until there is a call. A request without an answer may have begun a call. */
  const ring = async (visitor: Visitor, phone: string): Promise<void> => {
    await pause(random() * 2_500);
    for (;;) {
      const answer = await visitor.ask({ type: "call", phone });
      if (answer?.type === "done") return;
      if (answer?.type === "failed" && answer.retryAfter === undefined) throw new Error(answer.reason);
      if ((await visitor.enter()).chat?.call != null) return;
    }
  };
  const ringing = visitors.map((visitor, index) => ring(visitor, phones[index] ?? ""));
  for (let kill = 1; kill <= 3; kill += 1) {
    await pause(200 + random() * 500);
    isLastKillAhead = kill < 3;
    await world.kill(kill % 2 === 0 ? { lifeMs: random() * 800 } : {});
  }
  await Promise.all(ringing);
  const log = await world.untilSettled();
  const chats = await chatsOf(world);
  const callOf = (phone: string) => chats.get(phone)?.call;
  const about = `seed ${seed}: ${gateway.asked.length} of ${callersCount} asked`;
  t.comment(about);
  const twice = phones.filter((phone) => gateway.askedOf(phone).length > 1);
  t.strictSame(twice, [], `asked for once only; ${about}`);
  const missing = phones.filter((phone) => !chats.has(phone));
  t.strictSame(missing, [], `each call that was answered is there; ${about}`);
  const hasFailed = (phone: string): boolean => callOf(phone)?.status === "error";
  const lost = phones.filter((phone) => gateway.askedOf(phone).length === 0 && !hasFailed(phone));
  t.strictSame(lost, [], `one that was never asked for has failed; ${about}`);
  const reasons = new Set(phones.map((phone) => callOf(phone)?.reason));
  t.ok(reasons.has(unknownOutcome), `the kills met requests; ${about}`);
  const untold = phones.filter((phone) => {
    const events = log.filter(({ chatId }) => chatId === chats.get(phone)?.id);
    const hasBegun = callOf(phone)?.reason !== "No agent available";
    return events.length !== (hasFailed(phone) && hasBegun ? 2 : 1);
  });
  t.strictSame(untold, [], `each status is one event; ${about}`);
  t.strictSame([...webhookFaults(world), ...logFaults(log, world.receiver.seen), ...doubles(world)], [], about);
});

const writersCount = 60;
const messagesEach = 5;

t.test("[WH-18, WH-39, WH-41] kills while visitors leave offline messages", { buffered: true }, async (t) => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  const world = await WebhookWorld.open(t, {
    script: (_event, number) => (number === 1 && random() < 0.1 ? { status: 500 } : "ok"),
  });
  const { receiver } = world;
  const visitors = await enterAll(t, world, writersCount);
  const leave = async (visitor: Visitor, writer: number): Promise<readonly string[]> => {
    const texts = Array.from({ length: messagesEach }, (_, index) => `Message ${index + 1} of ${writer}`);
    for (const text of texts) {
      await pause(random() * 700);
      const { type } = await visitor.insist({ type: "offline_message", text, email: `${writer}@visitors.example` });
      if (type !== "done") throw new Error(`Expected done for "${text}", got ${type}`);
    }
    return texts;
  };
  const leaving = Promise.all(visitors.map(leave));
  for (let kill = 1; kill <= 3; kill += 1) {
    await pause(200 + random() * 500);
    await world.kill(kill % 2 === 0 ? { lifeMs: random() * 800 } : {});
  }
  const texts = (await leaving).flat().sort();
  const log = await world.untilSettled();
  const stored = await world.desk.api.offlineMessages();
  const about = `seed ${seed}: ${receiver.seen.length} requests about ${texts.length} messages`;
  t.comment(about);
  t.strictSame(stored.map(({ text }) => text).sort(), texts, `each is there once; ${about}`);
  const told = (await world.told(log)).map(({ message, offline_message_id: id }) => `${id} ${message}`).sort();
  t.strictSame(told, stored.map(({ id, text }) => `${id} ${text}`).sort(), `each is one event; ${about}`);
  t.strictSame([...webhookFaults(world), ...logFaults(log, receiver.seen)], [], about);
});

t.test(
  "a kill while the answer to a left message is being sent: it is sent again, as the same mail",
  { buffered: true },
  async (t) => {
    const mails = await openMailPeer(t, (_text, number) => (number === 1 ? "hang" : "ok"));
    const world = await WebhookWorld.open(t, { mailUrl: mails.url });
    const [visitor] = await enterAll(t, world, 1);
    await visitor?.insist({ type: "offline_message", text: "Is it ready?", email: "tom@visitors.example" });
    const body = { subject: "Your e-bike", text: "It is ready." };
    const { api } = world.desk;
    const answered = await api.call("POST", "/offline-messages/1/answers", body, { "idempotency-key": "a1" });
    t.equal(answered.status, 202, "committed before it is attempted");
    const first = await mails.untilSeen("It is ready.", 1);
    await world.kill();
    const second = await mails.untilSeen("It is ready.", 2);
    t.equal(second.messageId, first.messageId, "a mail box knows it as a repeat");
    const repeated = await world.desk.api.call("POST", "/offline-messages/1/answers", body, {
      "idempotency-key": "a1",
    });
    t.match(repeated, { status: 202, body: { offlineMessage: { answers: { length: 1 }, owner: {} } } });
    const isSent = async () => (await world.desk.api.offlineMessages())[0]?.answers[0]?.state === "sent";
    while (!(await isSent())) await pause(50);
    t.match((await world.desk.api.offlineMessages())[0], { state: "open", answers: [{ ...body, state: "sent" }] });
    t.equal(mails.seenWith("It is ready.").length, 2);
  },
);
