import t from "tap";
import { clientConversation } from "../../../src/core/ids.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import {
  channelId,
  channelPath,
  chatsCount,
  configure,
  post,
  seen,
  settingsOf,
  textOf,
} from "../../harness/customer.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { ApiAnswer, Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { quickFolder, recordingLog } from "../../store/lmdb-fixture.ts";
import { until } from "../edge-world.ts";
import { ask, openWire, request } from "../wire.ts";

const accepted = { result: "ok" };
const hour = 3_600_000;
const hello = textOf("7", "Hello");
const keyed = (service: Service, key: string, body: unknown = hello): Promise<ApiAnswer> =>
  post(service, body, { "idempotency-key": key });
const texts = async (service: Service, chatId?: string): Promise<readonly string[]> =>
  (await seen(service, chatId)).messages.map(({ text }) => text);
const otherBody = {
  status: 400,
  body: {
    error: {
      code: "invalid_request",
      message: "The Idempotency-Key was used before with another body; use a new key for a new request.",
    },
  },
};

t.test("[DEL-29] a repeat with the same key and body gets the first 200 again and stores nothing", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  t.strictSame((await keyed(service, "k1")).body, accepted);
  await service.settle();
  const frames = kim.frames.length;
  for (let times = 0; times < 3; times += 1) t.match(await keyed(service, "k1"), { status: 200, body: accepted });
  await service.settle();
  t.equal(kim.frames.length, frames, "the desks are shown nothing");
  t.strictSame(await texts(service), ["Hello"]);

  t.equal((await keyed(service, "k2")).status, 200);
  t.equal((await keyed(service, "K1")).status, 200);
  t.equal((await post(service, hello)).status, 200);
  t.equal((await post(service, hello)).status, 200);
  t.strictSame(
    await texts(service),
    Array(5).fill("Hello"),
    "a message with another key, or without a key, is another message",
  );

  const other = `/chat-api/${settingsOf(service, "OTHERAPP01").random}/OTHERAPP01`;
  const headers = { "idempotency-key": "k1" };
  t.equal((await service.call("POST", other, { body: textOf("7", "There"), headers })).status, 200);
  t.strictSame(await texts(service), Array(5).fill("Hello"), "keys are separate for each channel");
  t.equal((await service.call("POST", other, { body: hello, headers })).status, 400);
});

t.test("[DEL-30] the same key with another body is refused, even if one byte differs", async (t) => {
  const service = await startService(t);
  t.equal((await keyed(service, "k1")).status, 200);
  const same = JSON.stringify(hello);
  for (const body of [textOf("7", "Hallo"), `${same} `, "", "{", `"${"x".repeat(256 * 1024)}"`]) {
    t.match(await keyed(service, "k1", body), otherBody);
  }
  t.match(await keyed(service, "k1", same), { status: 200, body: accepted });
  t.strictSame(await texts(service), ["Hello"]);
});

t.test("a malformed key is refused before the body is read, and names the header", async (t) => {
  const service = await startService(t);
  const port = Number(new URL(service.url).port);
  for (const header of ["", "a b", "\u00e9", "a\tb", "x".repeat(256)]) {
    const answer = await ask(port, "POST", channelPath(service), "{", [`Idempotency-Key: ${header}`]);
    t.equal(answer.status, 400, JSON.stringify(header));
    t.equal(
      JSON.parse(answer.body).error.message,
      "Header Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.",
    );
  }
  const body = JSON.stringify(hello);
  const twice = ["Idempotency-Key: a", "Idempotency-Key: a"];
  t.equal((await ask(port, "POST", channelPath(service), body, twice)).status, 400, "a key that was sent twice");
  t.equal(await chatsCount(service), 0);
  for (const key of ["!", "~".repeat(255), '"quoted"']) t.equal((await keyed(service, key)).status, 200);
  t.equal((await texts(service)).length, 3);
});

t.test("[DEL-29] a key expires after 24 hours of the service's clock", async (t) => {
  const service = await startService(t);
  await keyed(service, "k1");
  service.clock.advance(24 * hour - 1);
  await keyed(service, "k1");
  t.match(await keyed(service, "k1", textOf("7", "Other")), otherBody);
  t.equal((await texts(service)).length, 1);
  service.clock.advance(1);
  t.equal((await keyed(service, "k1", textOf("7", "Other"))).status, 200);
  t.strictSame(await texts(service), ["Hello", "Other"]);
  service.clock.advance(24 * hour - 1);
  t.equal((await keyed(service, "k1", textOf("7", "Other"))).status, 200, "the key can be used again");
  t.strictSame(await texts(service), ["Hello", "Other"]);
});

t.test(
  "a repeat is answered even if its channel was disabled meanwhile, and does not use the sender's rate",
  async (t) => {
    const service = await startService(t, { limits: { senderPerSecond: 1, senderBurst: 2 } });
    t.equal((await keyed(service, "k1")).status, 200);
    for (let times = 0; times < 5; times += 1) t.equal((await keyed(service, "k1")).status, 200);
    t.equal((await keyed(service, "k2")).status, 200, "the sender's second message is accepted");
    t.equal((await keyed(service, "k3")).status, 429, "the sender's third message is not");
    t.equal((await keyed(service, "k1")).status, 200);
    await configure(service, { enabled: false });
    t.match(await keyed(service, "k1"), { status: 200, body: accepted });
    t.match(await keyed(service, "k1", textOf("7", "Other")), otherBody);
    t.match(await keyed(service, "k4"), { status: 403, body: { error: { code: "access_denied" } } });
    await configure(service, { enabled: true });
    service.clock.advance(1_000);
    for (const key of ["k3", "k4"]) {
      t.equal((await keyed(service, key)).status, 200, `the refusal of ${key} was not stored`);
      service.clock.advance(1_000);
    }
    t.equal((await texts(service)).length, 4);
  },
);

t.test("only 2xx answers are stored", async (t) => {
  const service = await startService(t, { limits: { bodyBytesMax: 2_000 } });
  for (const body of ["{", textOf("", "Hello"), `"${"x".repeat(2_000)}"`]) {
    const [first, again] = [await keyed(service, "k1", body), await keyed(service, "k1", body)];
    t.ok(first.status === 400 || first.status === 413);
    t.strictSame([again.status, again.body], [first.status, first.body]);
  }
  t.equal((await keyed(service, "k1")).status, 200, "the caller may correct the body and use the same key");
  t.strictSame(await texts(service), ["Hello"]);
});

t.test("keys also work for typing notices, with and without an open chat", async (t) => {
  const service = await startService(t);
  const typein = { sender: { id: "7" }, message: { type: "typein" } };
  t.match(await keyed(service, "t1", typein), { status: 200, body: accepted });
  t.equal(await chatsCount(service), 0);
  t.match(await keyed(service, "t1", { ...typein, message: { type: "typeout" } }), otherBody);
  await service.say("7", "Hello");
  const kim = await service.enter("kim");
  t.equal((await keyed(service, "t1", typein)).status, 200);
  t.equal((await keyed(service, "t2", typein)).status, 200);
  await kim.until(({ type }) => type === "typing");
  t.equal((await keyed(service, "t2", typein)).status, 200);
  await service.settle();
  await service.say("7", "There");
  await kim.until((frame) => frame.message?.text === "There");
  t.equal(kim.frames.filter(({ type, state }) => type === "typing" && state === "typein").length, 1);
});

t.test("[DEL-30] a repeat waits for the answer of the first request in progress", async (t) => {
  const { store, hold } = createFaultyStore();
  const service = await startService(t, { store, limits: { mailboxDepthMax: 3 } });
  const release = hold();
  let answered = 0;
  const send = (body: unknown = hello): Promise<ApiAnswer> =>
    keyed(service, "k1", body).finally(() => {
      answered += 1;
    });
  const first = send();
  await until(() => service.app.runtime.registry.counts().pending === 1);
  const repeats = Array.from({ length: 5 }, () => send());
  t.match(await send(textOf("7", "Other")), otherBody, "a request with another body does not wait");
  await until(() => answered === 3);
  t.equal(service.app.runtime.registry.counts().pending, 1, "waiting requests are not processed");
  release();
  t.match(await first, { status: 200, body: accepted });
  const answers = await Promise.all(repeats);
  t.strictSame(
    answers.map(({ status }) => status).sort(),
    [200, 200, 200, 502, 502],
    "the limit sets how many requests wait; further requests are refused at once",
  );
  t.strictSame(await texts(service), ["Hello"]);
});

t.test("if the first request fails, a waiting repeat is carried out instead", async (t) => {
  const { store, failNext, commits } = createFaultyStore();
  const service = await startService(t, { store });
  const conversation = clientConversation(settingsOf(service).id, "7");
  for (const [failures, statuses] of [
    [1, [200, 200, 200, 500]],
    [3, [200, 500, 500, 500]],
    [4, [500, 500, 500, 500]],
  ] as const) {
    const before = (await chatsCount(service)) === 0 ? 0 : (await texts(service)).length;
    const asked = commits();
    failNext(failures, conversation);
    const answers = await Promise.all([1, 2, 3, 4].map(() => keyed(service, `k${failures}`)));
    t.strictSame(answers.map(({ status }) => status).sort(), statuses);
    t.ok(commits() >= asked + failures);
    const stored = (await chatsCount(service)) === 0 ? 0 : (await texts(service)).length;
    t.equal(stored - before, failures === 4 ? 0 : 1, "the message that was answered 200 is stored once");
    failNext(0);
    t.equal((await keyed(service, `k${failures}`)).status, 200, "the caller may try again");
  }
  t.strictSame(await texts(service), ["Hello", "Hello", "Hello"]);
});

t.test("waiting repeats get the result of a first request whose client disconnected or got 504", async (t) => {
  const { store, hold } = createFaultyStore();
  const service = await startService(t, { store });
  const wire = await openWire(Number(new URL(service.url).port));
  const release = hold();
  wire.send(request("POST", channelPath(service), JSON.stringify(hello), ["Idempotency-Key: k1"]));
  await until(() => service.app.runtime.registry.counts().pending === 1);
  wire.abort();
  const patient = await openWire(Number(new URL(service.url).port));
  patient.send(request("POST", channelPath(service), JSON.stringify(hello), ["Idempotency-Key: k1"]));
  for (let round = 0; round < 5; round += 1) await service.status();
  service.clock.advance(6_000);
  t.equal((await patient.answer()).status, 504, "a waiting request gets 504 at its own deadline");
  patient.abort();
  const repeat = keyed(service, "k1");
  release();
  t.equal((await repeat).status, 200);
  t.strictSame(await texts(service), ["Hello"]);
});

t.test("after a restart, a key is stored together with its message or not at all", async (t) => {
  const dir = quickFolder(t);
  const open = (): Promise<Store> => openLmdbStore({ dir, log: recordingLog() });
  const first = await startService(t, { store: await open() });
  t.equal((await keyed(first, "k1")).status, 200);
  t.equal((await keyed(first, "t1", { sender: { id: "nobody" }, message: { type: "typein" } })).status, 200);
  await first.stop();
  const second = await startService(t, { store: await open() });
  t.match(await keyed(second, "k1"), { status: 200, body: accepted });
  t.match(await keyed(second, "k1", textOf("7", "Other")), otherBody);
  t.match(await keyed(second, "t1"), otherBody);
  t.strictSame(await texts(second), ["Hello"]);
  const row = await second.store.read("idempotency", [`chat-api/${channelId}`, "t1"]);
  t.match(row, { actor: null, answer: "0" });
});
