import t from "tap";
import { clientConversation } from "../../../src/core/ids.ts";
import type { Key } from "../../../src/ports/store.ts";
import { DamagedRowError } from "../../../src/ports/store-errors.ts";
import { channelId, channelPath, post, seen, settingsOf, textOf } from "../../harness/customer.ts";
import { createHeldRows } from "../../harness/held-rows.ts";
import type { ApiAnswer, Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

const markOf = (key: string): Key<"idempotency"> => [`chat-api/${channelId}`, key];
const keyed = (service: Service, key: string, text: string): Promise<ApiAnswer> =>
  post(service, textOf("7", text), { "idempotency-key": key });
const said = (service: Service, text: string, sender = "7"): Promise<ApiAnswer> => post(service, textOf(sender, text));
const texts = async (service: Service): Promise<readonly string[]> =>
  (await seen(service)).messages.map(({ text }) => text);
/** When this request is answered, everything sent before has been read. */
const wasRead = (service: Service): Promise<ApiAnswer> => service.call("GET", channelPath(service));
const statusesOf = async (answers: readonly Promise<ApiAnswer>[]): Promise<readonly number[]> =>
  (await Promise.all(answers)).map(({ status }) => status);
const defectsOf = ({ logLines }: Service) => logLines.filter(({ level }) => Number(level) >= 50);

t.test("later messages of a sender wait for the key lookup of an earlier one", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store });
  const mark = hold("idempotency", markOf("k1"));
  const answers = [keyed(service, "k1", "one")];
  await mark.asked;
  for (const text of ["two", "three"]) {
    answers.push(said(service, text));
    await wasRead(service);
  }
  answers.push(keyed(service, "k2", "four"));
  await wasRead(service);
  answers.push(keyed(service, "k1", "one"));
  await wasRead(service);
  const other = `/chat-api/${settingsOf(service, "OTHERAPP01").random}/OTHERAPP01`;
  const there = await service.call("POST", other, { body: textOf("7", "Hello") });
  t.equal(there.status, 200, "another channel does not wait");
  t.equal((await service.store.scan("message", { limit: 10 })).length, 1, "nothing is accepted here yet");
  mark.letGo();
  t.strictSame(await statusesOf(answers), [200, 200, 200, 200, 200]);
  t.strictSame(await texts(service), ["one", "two", "three", "four"]);
});

t.test("a failed key lookup is an error only for its own request", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store });
  const mark = hold("idempotency", markOf("k1"));
  const broken = keyed(service, "k1", "one");
  await mark.asked;
  const next = said(service, "two");
  await wasRead(service);
  mark.fail(new DamagedRowError("idempotency", "k1", "the mark k1 is damaged"));
  t.match(await broken, { status: 500, body: { error: { code: "internal_error" } } });
  t.equal((await next).status, 200);
  t.equal((await keyed(service, "k1", "three")).status, 200, "the key is not in use");
  t.strictSame(await texts(service), ["two", "three"]);
});

t.test("a sender that disconnects during its key lookup delays nobody, and its message is stored", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store });
  const mark = hold("idempotency", markOf("k1"));
  const gone = new AbortController();
  const left = fetch(`${service.url}${channelPath(service)}`, {
    method: "POST",
    headers: { "idempotency-key": "k1" },
    body: JSON.stringify(textOf("7", "one")),
    signal: gone.signal,
  });
  await mark.asked;
  const next = said(service, "two");
  await wasRead(service);
  gone.abort();
  await t.rejects(left, { name: "AbortError" });
  mark.letGo();
  t.equal((await next).status, 200);
  t.equal((await keyed(service, "k1", "one")).status, 200);
  t.strictSame(await texts(service), ["one", "two"], "once, at its position");
  t.strictSame(defectsOf(service), []);
});

t.test("the number of a channel's messages that wait for a lookup is limited", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startService(t, { store, limits: { workerQueueMax: 3 } });
  const mark = hold("idempotency", markOf("k1"));
  const answers = [keyed(service, "k1", "one")];
  await mark.asked;
  for (const text of ["two", "three"]) {
    answers.push(said(service, text));
    await wasRead(service);
  }
  t.match(await said(service, "four"), { status: 502, body: { error: { code: "overloaded" } } });
  mark.letGo();
  t.strictSame(await statusesOf(answers), [200, 200, 200]);
  t.equal((await said(service, "five")).status, 200);
  t.strictSame(await texts(service), ["one", "two", "three", "five"]);
});

t.test("with little space on the disk, messages keep their order during the lookup of open chats", async (t) => {
  const { store, hold } = createHeldRows();
  const latest = { freeBytes: 2 ** 40, totalBytes: 2 ** 42 };
  const service = await startService(t, { store, disk: { latest, close: async () => undefined } });
  await said(service, "Hello");
  await said(service, "Hello too", "8");
  // The free space is below the floor for chats and above the floor for messages.
  latest.freeBytes = 2 ** 27;
  const row = hold("client", [clientConversation(settingsOf(service).id, "7")]);
  const answers = [said(service, "one")];
  await row.asked;
  answers.push(said(service, "two", "8"));
  await wasRead(service);
  answers.push(said(service, "nobody's", "9"));
  await wasRead(service);
  t.equal((await service.store.scan("message", { limit: 10 })).length, 2, "nothing is accepted yet");
  row.letGo();
  t.strictSame(await statusesOf(answers), [200, 200, 503]);
  const stored = await service.store.scan("message", { limit: 10 });
  t.strictSame(stored.map(({ row: { content } }) => content.text).toSorted(), ["Hello", "Hello too", "one", "two"]);
  const failing = hold("client", [clientConversation(settingsOf(service).id, "7")]);
  const broken = said(service, "three");
  await failing.asked;
  failing.fail(new DamagedRowError("client", "7", "the client 7 is damaged"));
  t.equal((await broken).status, 500);
  t.equal((await said(service, "four")).status, 200);
});
