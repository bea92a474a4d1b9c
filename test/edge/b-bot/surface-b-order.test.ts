import t from "tap";
import { botAddress, chatAddress } from "../../../machines/tells.ts";
import { fingerprintOf } from "../../../src/core/fingerprint.ts";
import { asChatId } from "../../../src/core/ids.ts";
import type { Key } from "../../../src/ports/store.ts";
import { DamagedRowError } from "../../../src/ports/store-errors.ts";
import { createHeldRows } from "../../harness/held-rows.ts";
import type { ApiAnswer, Service } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { botPath, invites, post, saidBy, says, startWithBot, stateOf } from "./provider.ts";

/** Names the chat by its client, whose rows must be read each time. */
const ofClient = { chat_id: "", client_id: "1" };
const clientRow = [1] as const;
const scope = `bots/${fingerprintOf(Buffer.from(`${bot.providerId}\n${bot.token}`))}`;
const markOf = (key: string): Key<"idempotency"> => [scope, key];
/** When this request is answered, everything sent before has been read. The service refuses it without a lookup. */
const wasRead = (service: Service): Promise<ApiAnswer> => service.call("GET", botPath);
const statusesOf = async (answers: readonly Promise<ApiAnswer>[]): Promise<readonly number[]> =>
  (await Promise.all(answers)).map(({ status }) => status);

t.test("later events wait for the chat lookup of an earlier event", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startWithBot(t, { store });
  t.equal((await post(service, says("zero"))).status, 200, "from here on the chat is found at once by its id");
  const row = hold("clientNumber", clientRow);
  const answers = [post(service, says("one", ofClient))];
  await row.asked;
  for (const event of [says("two"), says("three", ofClient), invites()]) {
    answers.push(post(service, event));
    await wasRead(service);
  }
  t.strictSame(await saidBy(service), ["zero"], "nothing is accepted yet");
  row.letGo();
  t.strictSame(await statusesOf(answers), [200, 200, 200, 200]);
  t.strictSame(await saidBy(service), ["zero", "one", "two", "three"]);
  t.equal(await stateOf(service), "unstaffed", "the invitation was accepted last");
});

t.test("later events wait for the key lookup of an earlier event, and so does its repeat", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startWithBot(t, { store });
  const key = { "idempotency-key": "k1" };
  const mark = hold("idempotency", markOf("k1"));
  const chat = hold("actor", [botAddress(asChatId("1"))]);
  const answers = [post(service, says("one"), key)];
  await mark.asked;
  answers.push(post(service, says("two")));
  await wasRead(service);
  answers.push(post(service, says("one"), key));
  await wasRead(service);
  mark.letGo();
  await chat.asked;
  t.strictSame(await saidBy(service), [], "its chat is being looked up");
  chat.letGo();
  t.strictSame(await statusesOf(answers), [200, 200, 200]);
  t.strictSame(await saidBy(service), ["one", "two"]);
});

t.test("a failed chat lookup is an error only for its own event", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startWithBot(t, { store });
  for (const headers of [{}, { "idempotency-key": "k1" }]) {
    const row = hold("clientNumber", clientRow);
    const broken = post(service, says("one", ofClient), headers);
    await row.asked;
    const next = post(service, says("two"));
    await wasRead(service);
    row.fail(new DamagedRowError("clientNumber", "1", "the client 1 is damaged"));
    t.match(await broken, { status: 500, body: { error: { code: "internal_error" } } });
    t.equal((await next).status, 200);
    t.equal((await post(service, says("three"), headers)).status, 200, "the key is free again");
  }
  t.strictSame(await saidBy(service), ["two", "three", "two", "three"]);
});

t.test("an event finds its chat by reading only the bot conversation", async (t) => {
  const { store, hold } = createHeldRows();
  const service = await startWithBot(t, { store });
  const chat = hold("actor", [chatAddress(asChatId("1"))]);
  t.equal((await post(service, says("one"))).status, 200, "accepted although the chat cannot be read");
  chat.letGo();
  t.strictSame(await saidBy(service), ["one"]);
});
