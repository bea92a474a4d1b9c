import t from "tap";
import { asMessageId, clientConversation } from "../../../src/core/ids.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { configure, settingsOf } from "../../harness/customer.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { ApiAnswer, Service } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { quickFolder, recordingLog } from "../../store/lmdb-fixture.ts";
import { until } from "../edge-world.ts";
import { ask } from "../wire.ts";
import {
  accepted,
  botPath,
  invites,
  messagesOf,
  otherBot,
  pathOf,
  post,
  saidBy,
  says,
  setUp,
  startWithBot,
  stateOf,
} from "./provider.ts";

const hour = 3_600_000;
const hi = says("Hi");
const keyed = (service: Service, key: string, body: unknown = hi): Promise<ApiAnswer> =>
  post(service, body, { "idempotency-key": key });
const otherBody = {
  status: 400,
  body: { error: { code: "invalid_request", message: /was used before with another body/ } },
};
const conversationOf = (service: Service) => clientConversation(settingsOf(service).id, "7");

t.test("[BOT-31] an event with a repeated id but another body is not a duplicate", async (t) => {
  const service = await startWithBot(t);
  const echoed = service.botAttempts[0]?.eventId ?? asMessageId("");
  for (const id of ["const", 7, echoed]) {
    for (const text of ["one", "two", "three"]) t.match(await post(service, says(text, { id })), { status: 200 });
  }
  t.strictSame(await saidBy(service), ["one", "two", "three", "one", "two", "three", "one", "two", "three"]);
  for (const id of ["", " ", null, undefined]) {
    t.equal((await post(service, says("same", { id }))).status, 200);
    t.equal((await post(service, says("same", { id }))).status, 200);
  }
  t.equal((await saidBy(service)).length, 17, "an event without an id is never a repeat");
});

t.test(
  "[BOT-32] the same id with the same body within 10 s is a retry, unless an event was sent to the bot since",
  async (t) => {
    const service = await startWithBot(t);
    service.botAttempts[0]?.answer();
    await service.settle();
    const same = says("Hi", { id: "e1" });
    const counts: number[] = [];
    const send = async (body: unknown): Promise<void> => {
      t.match(await post(service, body), { status: 200, body: accepted });
      counts.push((await saidBy(service)).length);
    };
    await send(same);
    service.clock.advance(9_999);
    await send(same);
    await send(` ${JSON.stringify(same)}`);
    await send(same);
    service.clock.advance(1);
    await send(same);
    t.strictSame(counts, [1, 1, 2, 2, 3], "the second is a retry, the third has another body, the last is too late");

    await service.say("7", "And?");
    await service.settle();
    await send(same);
    await send(same);
    t.strictSame(counts.slice(-2), [4, 4], "a CLIENT_MESSAGE was sent in between");
    await service.say("7", "And then?");
    await send(same);
    t.equal(counts.at(-1), 4, "the next message waits for the open request");
    service.botAttempts[1]?.answer();
    await service.settle();
    await send(same);
    t.equal(counts.at(-1), 5);

    await service.say("8", "Hello");
    await service.settle();
    t.equal((await post(service, { ...same, chat_id: "2" })).status, 200);
    t.strictSame(await saidBy(service, "2"), ["Hi"], "another chat");
    await Promise.all([1, 2, 3].map(() => post(service, says("thrice", { id: "e2" }))));
    t.equal(
      (await saidBy(service)).filter((text) => text === "thrice").length,
      1,
      "also if they arrive at the same time",
    );
  },
);

t.test("[BOT-48] a repeated invitation changes nothing", async (t) => {
  const service = await startWithBot(t);
  const invitation = invites({ id: "e1" });
  t.equal((await post(service, invitation)).status, 200);
  t.equal(await stateOf(service), "unstaffed");
  const lines = (await messagesOf(service)).length;
  await service.enter("kim");
  for (let times = 0; times < 3; times += 1) t.equal((await post(service, invitation)).status, 200);
  t.equal(await stateOf(service), "unstaffed", "the repeat is not a new offer");
  t.equal((await messagesOf(service)).length, lines);
  t.equal((await post(service, invites({ id: "e2" }))).status, 200);
  t.equal(await stateOf(service), "waiting", "another invitation is a new offer");
});

t.test("[DEL-29] a repeat with the same key and body gets the same answer and does nothing", async (t) => {
  const channels = { MOBILEAPP1: { bot }, OTHERAPP01: { bot: otherBot } };
  const service = await startWithBot(t, { channels });
  await service.say("7", "Hello", "OTHERAPP01");
  await service.settle();
  for (let times = 0; times < 4; times += 1) t.match(await keyed(service, "k1"), { status: 200, body: accepted });
  const alias = pathOf(bot, "providers");
  t.equal((await service.call("POST", alias, { body: hi, headers: { "idempotency-key": "k1" } })).status, 200);
  t.strictSame(await saidBy(service), ["Hi"], "the alias is the same address");
  t.equal((await keyed(service, "K1")).status, 200);
  t.equal((await keyed(service, "k2", invites())).status, 200);
  t.equal((await keyed(service, "k2", invites())).status, 200);
  const bodies = [says("Ho"), ` ${JSON.stringify(hi)}`, "{", "", `"${"x".repeat(256 * 1024)}"`, invites()];
  for (const body of bodies) t.match(await keyed(service, "k1", body), otherBody);
  t.strictSame(await saidBy(service), ["Hi", "Hi"]);

  const there = says("There", { chat_id: 2 });
  const headers = { "idempotency-key": "k1" };
  t.equal(
    (await service.call("POST", pathOf(otherBot), { body: there, headers })).status,
    200,
    "keys are separate for each token",
  );
  t.strictSame(await saidBy(service, "2"), ["There"]);
  await setUp(service, "MOBILEAPP1", { bot: { ...bot, token: "n3w" } });
  const renewed = pathOf({ ...bot, token: "n3w" });
  t.equal((await service.call("POST", renewed, { body: says("Ho"), headers })).status, 200, "a new token has no keys");
  await setUp(service, "MOBILEAPP1", { bot });

  service.clock.advance(24 * hour - 1);
  t.equal((await keyed(service, "k1")).status, 200);
  t.strictSame(await saidBy(service), ["Hi", "Hi", "Ho"]);
  service.clock.advance(1);
  t.equal((await keyed(service, "k1", says("Next day"))).status, 200, "after 24 hours the key is deleted");
  t.strictSame(await saidBy(service), ["Hi", "Hi", "Ho", "Next day"]);
});

t.test("a malformed key is refused before the body is read, and names the header", async (t) => {
  const service = await startWithBot(t);
  const port = Number(new URL(service.url).port);
  const wrong = ["", "a b", "\u00e9", "x".repeat(256)].map((key) => [`Idempotency-Key: ${key}`]);
  for (const headers of [...wrong, ["Idempotency-Key: a", "Idempotency-Key: a"]]) {
    const answer = await ask(port, "POST", botPath, "{", headers);
    t.equal(answer.status, 400);
    t.match(answer.body, /Header Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters\./);
  }
  for (const key of ["!", "~".repeat(255)]) t.equal((await keyed(service, key)).status, 200);
  t.equal((await saidBy(service)).length, 2);
});

t.test("only 2xx answers are stored, and a repeat does not use the chat's rate", async (t) => {
  const service = await startWithBot(t, { limits: { senderPerSecond: 1, senderBurst: 1 } });
  const refusals: readonly (readonly [unknown, number])[] = [
    ["{", 400],
    [{ event: "NONE" }, 405],
    [says("Hi", { chat_id: 9 }), 400],
  ];
  for (const [body, status] of refusals) {
    t.equal((await keyed(service, "k1", body)).status, status);
    t.equal((await keyed(service, "k1", body)).status, status);
  }
  await configure(service, { enabled: false });
  t.equal((await keyed(service, "k1")).status, 403);
  await configure(service, { enabled: true });
  t.equal((await keyed(service, "k1")).status, 200, "the caller may correct the request and use the same key");
  for (let times = 0; times < 3; times += 1) t.equal((await keyed(service, "k1")).status, 200);
  t.equal((await keyed(service, "k2")).status, 429);
  await configure(service, { enabled: false });
  t.match(
    await keyed(service, "k1"),
    { status: 200, body: accepted },
    "a disabled channel repeats its earlier response",
  );
  t.strictSame(await saidBy(service), ["Hi"]);
});

t.test("a repeat waits for the first request, and is carried out if that fails", async (t) => {
  const { store, hold, failNext } = createFaultyStore();
  const service = await startWithBot(t, { store });
  const release = hold();
  const first = keyed(service, "k1");
  await until(() => service.app.runtime.registry.counts().pending === 1);
  const repeats = [1, 2, 3].map(() => keyed(service, "k1"));
  t.match(await keyed(service, "k1", says("Ho")), otherBody, "an event with another body does not wait");
  t.equal(service.app.runtime.registry.counts().pending, 1, "waiting requests are not processed");
  release();
  for (const answer of await Promise.all([first, ...repeats])) t.match(answer, { status: 200, body: accepted });
  t.strictSame(await saidBy(service), ["Hi"]);

  failNext(1, conversationOf(service));
  const answers = await Promise.all([1, 2, 3, 4].map(() => keyed(service, "k2", says("Ho"))));
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 200, 200, 500]);
  t.strictSame(await saidBy(service), ["Hi", "Ho"]);
});

t.test("[BOT-35, ERR-16] a failed commit is a 500 and leaves nothing; the provider's repeat works", async (t) => {
  const { store, failNext, refuseNext } = createFaultyStore();
  const service = await startWithBot(t, { store });
  const before = await messagesOf(service);
  const event = says("Hi", { id: "e1" });
  const faults = [
    { fail: () => failNext(1, conversationOf(service)), status: 500, code: "internal_error" },
    { fail: () => refuseNext(1), status: 502, code: "overloaded" },
  ];
  for (const { fail, status, code } of faults) {
    fail();
    t.match(await post(service, event), { status, body: { error: { code } } });
    await service.settle();
    t.strictSame(await messagesOf(service), before);
    t.strictSame(service.attempts, [], "nothing was sent to the client");
  }
  failNext(1, conversationOf(service));
  t.equal((await post(service, invites())).status, 500);
  t.equal(await stateOf(service), "with_bot");
  t.match(
    await post(service, event),
    { status: 200, body: accepted },
    "the failed event is not remembered as a repeat",
  );
  t.match(await post(service, event), { status: 200, body: accepted });
  await service.settle();
  t.strictSame(await saidBy(service), ["Hi"]);
  t.equal(service.attempts.length, 1);
});

t.test("an event that was answered 200 survives a restart, with its key, and its repeat is recognised", async (t) => {
  const dir = quickFolder(t);
  const open = (): Promise<Store> => openLmdbStore({ dir, log: recordingLog() });
  const first = await startWithBot(t, { store: await open() });
  const event = says("Ho", { id: "e1" });
  t.equal((await keyed(first, "k1")).status, 200);
  t.equal((await post(first, event)).status, 200);
  await first.stop();
  const second = await startWithBot(t, { store: await open() });
  t.match(await keyed(second, "k1"), { status: 200, body: accepted });
  t.match(await keyed(second, "k1", says("Ho")), otherBody);
  t.strictSame(await saidBy(second), ["Hi", "Ho"]);
  t.equal((await post(second, says("There", { chat_id: undefined, client_id: 1 }))).status, 200);
  t.strictSame(await saidBy(second), ["Hi", "Ho", "There"], "the chat is found by its client");
});
