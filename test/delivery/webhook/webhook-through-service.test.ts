import { randomBytes } from "node:crypto";
import t from "tap";
import { asDeliveryId } from "../../../src/core/ids.ts";
import { attemptNow } from "../../../src/domain/carry-out.ts";
import type { Store } from "../../../src/ports/store.ts";
import { StoreAwayError } from "../../../src/ports/store-errors.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { until } from "../through-service.ts";
import { holdBack, inTurn } from "../timed-outbound.ts";
import type { WebhookWorld } from "./webhook-world.ts";
import { createMortal, openWebhookWorld } from "./webhook-world.ts";
import { isVerified, seenBy, webhookAt } from "./webhooks.ts";

const busy = reply("503 Busy", "later");
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`;
const idOf = (seen: ReturnType<typeof seenBy>[number] | undefined) => asDeliveryId(seen?.headers["webhook-id"] ?? "");

/** Advances the clock to the next attempt, and checks that the attempt is not made 1 ms earlier. */
async function passToNext(
  { service, dueAtMs }: WebhookWorld,
  id: ReturnType<typeof idOf>,
  requests: readonly string[],
) {
  const atMs = await dueAtMs(id);
  const before = requests.length;
  // A far deadline stays in the store until the service loads it.
  for (let leftMs = 1; leftMs > 0; ) {
    leftMs = atMs - 1 - service.clock.nowMs();
    service.clock.advance(Math.min(leftMs, 5 * minuteMs));
    await service.settle();
  }
  if (requests.length !== before) throw new Error("An attempt was made before it was due");
  service.clock.advance(1);
  await until(() => requests.length > before);
}

t.test(
  "[WH-40] each attempt has the same bytes and id, and uses the channel's URL and secret of that moment",
  async (t) => {
    const former = await openPeer(t, busy);
    const present = await openPeer(t, inTurn(busy, replyOk));
    const [first, second] = [newSecret(), newSecret()];
    const world = await openWebhookWorld(t, webhookAt(`http://${former.host}/in`, { signingSecret: first }));
    const { service } = world;
    await world.openChat();
    await until(() => former.requests.length === 1);
    const id = idOf(seenBy(former)[0]);
    t.match(await world.untilEnded(id, 1), { attempts: [{ httpStatus: 503, failure: { kind: "http_status" } }] });
    await world.configure(webhookAt(`http://kim:pw@${present.host}/other`, { signingSecret: second }));
    await passToNext(world, id, present.requests);
    await world.untilEnded(id, 2);
    await world.configure(webhookAt(`http://${present.host}/third`));
    await passToNext(world, id, present.requests);
    await until(async () => (await world.delivery(id)).state === "delivered");
    const token = await service.logIn("ada");
    const replayed = await service.call("POST", `/api/deliveries/${id}/resend`, { token });
    t.equal(replayed.status, 202, JSON.stringify(replayed.body));
    await until(() => present.requests.length === 3);

    const seen = [...seenBy(former), ...seenBy(present)];
    t.strictSame(
      seen.map(({ line }) => line),
      ["/in", "/other", "/third", "/third"].map((path) => `POST ${path} HTTP/1.1`),
    );
    t.strictSame(
      seen.map(({ headers }) => headers["webhook-attempt"]),
      ["1", "2", "3", "4"],
    );
    t.strictSame([...new Set(seen.map(({ headers }) => headers["webhook-id"]))], [id]);
    t.equal(new Set(seen.map(({ body }) => body.toString("hex"))).size, 1);
    t.match(JSON.parse(String(seen[0]?.body)), { event_name: "chat_accepted", chat_id: 1 });
    t.strictSame(
      seen.map(({ headers }) => headers["authorization"]),
      [undefined, `Basic ${Buffer.from("kim:pw").toString("base64")}`, undefined, undefined],
    );
    const at = (index: number) => Number(seen[index]?.headers["webhook-timestamp"]) * 1_000;
    for (const [index, own, other] of [
      [0, first, second],
      [1, second, first],
    ] as const) {
      const one = seen[index];
      t.ok(one !== undefined && isVerified(own, one, at(index)) && !isVerified(other, one, at(index)));
    }
    t.notOk("webhook-signature" in (seen[2]?.headers ?? {}));
    t.strictSame(await world.told(), []);
  },
);

t.test("[WH-36] ten attempts over three days, each after a delay from the end of the one before", async (t) => {
  const slow = holdBack(busy);
  const peer = await openPeer(t, slow.behave);
  const world = await openWebhookWorld(t, webhookAt(`http://${peer.host}/hook/3b6fA0aaaaaaaaaaaaaaaa`));
  const { clock } = world.service;
  await world.openChat();
  await until(() => peer.requests.length === 1);
  const id = idOf(seenBy(peer)[0]);
  const delaysMs = [
    5_000,
    5 * minuteMs,
    30 * minuteMs,
    2 * hourMs,
    5 * hourMs,
    10 * hourMs,
    14 * hourMs,
    20 * hourMs,
    24 * hourMs,
  ];
  for (const [index, delayMs] of delaysMs.entries()) {
    // The duration of an attempt does not count for the delay.
    clock.advance(4_000);
    slow.letGo();
    const { attempts } = await world.untilEnded(id, index + 1);
    const endMs = clock.nowMs();
    t.match(attempts.at(-1), {
      number: index + 1,
      durationMs: 4_000,
      httpStatus: 503,
      failure: { message: "The receiver answered HTTP 503." },
      address: `http://${peer.host}/hook/***`,
      answer: "later",
    });
    const pauseMs = (await world.dueAtMs(id)) - endMs;
    t.ok(pauseMs >= delayMs && pauseMs <= delayMs * 1.2, `attempt ${index + 2} after ${pauseMs} ms`);
    await passToNext(world, id, peer.requests);
  }
  t.strictSame(await world.told(), [], "no administrator is notified before the last attempt has failed");
  slow.letGo();
  await world.untilEnded(id, 10);
  t.equal((await world.delivery(id)).state, "failed");
  const text =
    "Event chat_accepted of chat 1 was not delivered after 10 attempts and can be replayed. The receiver answered HTTP 503.";
  t.match(await world.told(), [{ text, chatId: "1", cause: `delivery/${id}` }]);
  t.match(world.warnings(), [{ level: 40, channelId: "MOBILEAPP1", chatId: "1", actor: `delivery/${id}`, text }]);
  await t.rejects(world.dueAtMs(id), /Nothing is due/);
  clock.advance(48 * hourMs);
  await world.service.settle();
  t.equal(peer.requests.length, 10, "never an eleventh");
});

t.test("[WH-37] a final answer ends the attempts, and the same commit notifies the administrator", async (t) => {
  for (const [behave, why] of [
    [reply("410 Gone", "no more"), "The receiver answered HTTP 410: it does not want this event again."],
    [reply("200 OK", '{"result":"Client is blocked"}'), "Client is blocked"],
  ] as const) {
    const peer = await openPeer(t, behave);
    const world = await openWebhookWorld(t, webhookAt(`http://${peer.host}/hook`));
    await world.openChat();
    await until(() => peer.requests.length === 1);
    const id = idOf(seenBy(peer)[0]);
    await until(async () => {
      const isFailed = async () => (await world.delivery(id)).state === "failed";
      const wasFailed = await isFailed();
      const lines = (await world.told()).length;
      // Both changes must be visible, or neither of them.
      if (wasFailed === (await isFailed()) && lines !== Number(wasFailed)) throw new Error("Not in one commit");
      return wasFailed;
    });
    const text = `Event chat_accepted of chat 1 was not delivered after 1 attempt and can be replayed. ${why}`;
    t.match(await world.told(), [{ text }]);
    await world.service.settle();
    t.match(world.warnings(), [{ text }]);
    const token = await world.service.logIn("ada");
    const log = await world.service.call("GET", "/api/channels/MOBILEAPP1/log", { token });
    t.match(log.body, { entries: [{ kind: "webhook", text, chatId: "1" }] });
    world.service.clock.advance(48 * hourMs);
    await world.service.settle();
    t.equal(peer.requests.length, 1, "it is not retried");
    await world.post("close");
    await until(() => peer.requests.length === 2);
    t.match(
      JSON.parse(String(seenBy(peer)[1]?.body)),
      { event_name: "chat_finished" },
      "the next event still goes to that URL",
    );
  }
});

t.test("no attempt is made while the channel has no URL; a later replay goes to the new URL", async (t) => {
  const former = await openPeer(t, busy);
  const present = await openPeer(t, replyOk);
  const world = await openWebhookWorld(t, webhookAt(`http://${former.host}/hook`));
  await world.openChat();
  await until(() => former.requests.length === 1);
  const id = idOf(seenBy(former)[0]);
  await world.untilEnded(id, 1);
  await world.configure(null);
  world.service.clock.advance(6_000);
  await until(async () => (await world.delivery(id)).state === "failed");
  t.match((await world.delivery(id)).context, { error: { kind: "no_target" }, attempts: [{ number: 1 }] });
  const text =
    "Event chat_accepted of chat 1 was not delivered after 1 attempt and can be replayed. The channel has no webhook URL any more.";
  t.match(await world.told(), [{ text }]);
  await world.post("close");
  await world.service.settle();
  t.strictSame(await world.deliveries(), [id], "without a URL there are no new events");
  await world.configure(webhookAt(`http://${present.host}/hook`));
  const token = await world.service.logIn("ada");
  t.equal((await world.service.call("POST", `/api/deliveries/${id}/resend`, { token })).status, 202);
  await until(async () => (await world.delivery(id)).state === "delivered");
  t.match(seenBy(present), [{ headers: { "webhook-id": id, "webhook-attempt": "2" } }]);
  t.equal(seenBy(present)[0]?.body.toString(), seenBy(former)[0]?.body.toString());
});

const deaths = ["killed", "stopped", "stopped in time to store what became of it"] as const;
t.test("[DEL-22, WH-42] the process ends in the middle of an attempt, which counts once", async (t) => {
  for (const way of deaths) {
    const peer = await openPeer(
      t,
      inTurn(() => undefined, replyOk),
    );
    const stored = createMemoryStore();
    const mortal = createMortal(stored);
    // A closing store accepts no further commit, unless it is slow.
    const close = async (): Promise<void> => (way === "stopped" ? mortal.kill() : undefined);
    const settings = webhookAt(`http://${peer.host}/hook`);
    const world = await openWebhookWorld(t, settings, { ...mortal.store, close });
    await world.openChat();
    await world.post("close");
    await until(() => peer.requests.length === 1);
    const id = idOf(seenBy(peer)[0]);
    t.equal((await world.delivery(id)).state, "attempting");
    const [, next] = await world.deliveries();
    if (next === undefined) throw new Error("The chat's end makes no event");
    t.equal((await world.delivery(next)).state, "pending", "the second event waits for the first");
    if (way === "killed") mortal.kill();
    else await world.service.stop();
    const isStored = way === deaths[2];
    if (isStored) await until(async () => (await world.delivery(next)).state === "backing_off");

    const after = await openWebhookWorld(t, settings, stored);
    await after.service.settle();
    const { clock } = after.service;
    if (isStored) clock.advance(world.service.clock.nowMs() - clock.nowMs());
    const beforeMs = clock.nowMs();
    const { attempts } = await after.untilEnded(id, 1);
    t.match(attempts, [{ number: 1, httpStatus: null, failure: { kind: "interrupted" } }]);
    t.equal(attempts.length, 1, "the attempt counts as made, once");
    await until(async () => (await after.delivery(next)).state === "delivered");
    t.match(seenBy(peer)[1]?.headers, { "webhook-id": next, "webhook-attempt": "1" }, "the next event does not wait");
    t.equal((await after.delivery(id)).state, "backing_off");
    const { startedAtMs = 0, durationMs = null } = attempts[0] ?? {};
    const endedAtMs = durationMs === null ? beforeMs : startedAtMs + durationMs;
    const pauseMs = (await after.dueAtMs(id)) - endedAtMs;
    // The pause begins when the service learns of the end, which is between the end and now.
    t.ok(pauseMs >= 5_000 && pauseMs <= 6_000 + clock.nowMs() - endedAtMs, `${pauseMs} ms`);
    await passToNext(after, id, peer.requests);
    await until(async () => (await after.delivery(id)).state === "delivered");
    t.match(seenBy(peer)[2], { headers: { "webhook-id": id, "webhook-attempt": "2" }, body: seenBy(peer)[0]?.body });
    t.strictSame(await after.told(), []);
  }
});

t.test(
  "a body that cannot be read makes the attempt fail like any other failure, and is no defect of the chat",
  async (t) => {
    const inner = createMemoryStore();
    const state = { isBroken: false };
    const readOrBreak: Store["read"] = (table, key) => {
      if (state.isBroken && table === "message") throw new Error("The disk is gone");
      return inner.read(table, key);
    };
    const store: Store = {
      commit: (needs, apply) => inner.commit(needs, apply),
      read: readOrBreak,
      durable: { ...inner.durable, read: readOrBreak },
      scan: (table, range) => inner.scan(table, range),
      close: () => inner.close(),
    };
    const peer = await openPeer(t, replyOk);
    const world = await openWebhookWorld(t, webhookAt(`http://${peer.host}/hook`), store);
    await world.openChat();
    await until(() => peer.requests.length === 1);
    await world.untilEnded(idOf(seenBy(peer)[0]), 1);
    state.isBroken = true;
    // The answer shows the chat's last message, which cannot be read either. The chat is closed anyway.
    const token = await world.service.logIn("kim");
    t.equal((await world.service.call("POST", "/api/chats/1/close", { token })).status, 500);
    const id = (await world.deliveries())[1];
    if (id === undefined) throw new Error("The chat's end makes no event");
    const { attempts } = await world.untilEnded(id, 1);
    t.match(attempts, [
      {
        httpStatus: null,
        address: null,
        failure: { kind: "connection", message: "Nothing could be sent because of an error in the service." },
      },
    ]);
    t.ok(
      world.service.logLines.some(
        ({ msg, what }) => msg === "an effect of a commit could not be carried out" && String(what).includes(id),
      ),
    );
    state.isBroken = false;
    await passToNext(world, id, peer.requests);
    await until(async () => (await world.delivery(id)).state === "delivered");
    t.match(seenBy(peer)[1]?.headers, { "webhook-id": id, "webhook-attempt": "2" });
  },
);

t.test("[WH-35] every failure before the request is an outcome of the attempt", async (t) => {
  const failures: string[] = [];
  const broken = (): never => {
    throw new Error("broken");
  };
  const row = { head: '{"event_name":"chat_finished","plain_messages":"', tail: '"}', messagesUpTo: 1 };
  const settings = { webhooks: webhookAt("https://crm.example/hook") };
  const message = { seq: 1, id: "m", from: "client", content: { type: "text", text: "Hi", media: null }, atMs: 1 };
  const parts = {
    directory: { find: () => ({ settings }) },
    contents: {
      store: { read: () => row, scan: async () => [{ key: [1, 1], row: message }] },
      chatLog: { encode: async () => Buffer.from("Hi"), close: async () => undefined },
    },
    outbound: { report: broken },
    clock: createManualClock(),
    defects: { releaseFailed: (what: string) => void failures.push(what) },
  };
  const effect = {
    type: "effect.attempt.start",
    deliveryId: "d1",
    attempt: 3,
    chatId: "1",
    channelId: "MOBILEAPP1",
    messageId: null,
    cargo: { kind: "webhook", event: "chat_finished" },
    recipient: null,
    timeoutMs: 10_000,
  };
  const { contents } = parts;
  const ways = {
    directory: { directory: { find: broken } },
    "the read of the body": { contents: { ...contents, store: { ...contents.store, read: broken } } },
    "the read of the messages": {
      contents: { ...contents, store: { ...contents.store, scan: () => Promise.reject(new Error("broken")) } },
    },
    "the worker": { contents: { ...contents, chatLog: { encode: () => Promise.reject(new Error("broken")) } } },
    "the outbound side": {},
    "the outbound side, later": { outbound: { report: () => Promise.reject(new Error("broken")) } },
  };
  for (const [name, change] of Object.entries(ways)) {
    const event = await attemptNow(effect as never, { ...parts, ...change } as never, () => false);
    t.match(
      event,
      {
        type: "attempt.failed",
        attempt: 3,
        httpStatus: null,
        failure: { kind: "connection", message: /error in the service/ },
      },
      name,
    );
    t.notOk("isFinal" in event, `${name}: it is retried`);
  }
  t.strictSame(failures, Array(Object.keys(ways).length).fill("attempt 3 of delivery d1"));
  const short = { ...parts, contents: { ...contents, store: { read: () => ({ ...row, tail: null }) } } };
  const away = {
    ...parts,
    contents: { ...contents, store: { read: () => Promise.reject(new StoreAwayError("away")) } },
  };
  t.match(await attemptNow(effect as never, away as never, () => false), { type: "attempt.withdrawn" });
  const late = await attemptNow(effect as never, short as never, () => true);
  t.match(
    late,
    { type: "attempt.withdrawn", attempt: 3 },
    "another node may have the attempt, so nothing is sent and nothing fails",
  );
});
