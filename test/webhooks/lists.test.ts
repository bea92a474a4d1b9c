import t from "tap";
import { asChannelId, asChatId, asDeliveryId } from "../../src/core/ids.ts";
import { firstUlidOf } from "../../src/core/random/ulid.ts";
import type { Store, Write } from "../../src/ports/store.ts";
import { everyPage } from "../harness/every-page.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { webhooks } from "../harness/service-config.ts";
import {
  asAda,
  closedChat,
  deadLetters,
  leaveDeadLetters,
  leaveMessages,
  startToldService,
  take,
} from "./dead-letters.ts";

t.test("deliveries are listed by chat and kind, newest first and completely", async (t) => {
  const channel = { webhooks, chatLogEmails: ["log@shop.example"] };
  const service = await startToldService(t, { limits: { pageRowsMax: 2 }, channels: { MOBILEAPP1: channel } });
  const [chat, other] = [await closedChat(service, "a"), await closedChat(service, "b")];
  await leaveMessages(service, 1);
  service.reports[0]?.answer(take);
  await service.settle();
  const list = async (query: string, name: "ada" | "kim" | "max" = "kim") => {
    const token = await service.logIn(name);
    const read = async (cursor: string) => {
      const { status, body } = await service.call("GET", `/api/deliveries?${query}&cursor=${cursor}`, { token });
      t.equal(status, 200, JSON.stringify(body));
      t.ok(body.deliveries.length <= 2);
      return body;
    };
    return everyPage(read, ({ deliveries }) => deliveries);
  };
  const kinds = async (query: string, name?: "ada" | "kim" | "max") =>
    (await list(query, name)).map(({ kind }) => kind);
  const all = ["mail", "chat_finished", "message", "chat_accepted"];
  t.strictSame((await kinds(`chat=${chat}`)).sort(), [...all].sort());
  const ids = (await list(`chat=${chat}`)).map(({ id }) => id);
  t.strictSame(ids, [...ids].sort().reverse(), "the kinds are mixed, newest first");
  t.ok((await list(`chat=${other}`)).every(({ chatId }) => chatId === other));
  t.strictSame(await kinds(`chat=${chat}`, "max"), [], "an agent of another channel sees no delivery");
  t.strictSame((await kinds(`chat=${chat}&kind=webhook`)).sort(), ["chat_accepted", "chat_finished"]);
  t.strictSame(await kinds(`chat=${chat}&kind=chat_finished&state=pending`), [], "the lane is free");
  t.strictSame(await kinds(`chat=${chat}&kind=message`), ["message"]);
  t.strictSame(await kinds(`chat=${chat}&kind=bot`), []);
  t.strictSame((await kinds("kind=webhook")).sort(), [
    ...["chat_accepted", "chat_accepted", "chat_finished", "chat_finished", "offline_message"],
  ]);
  t.strictSame(await kinds("kind=mail"), ["mail", "mail"]);
  t.strictSame(await kinds("kind=offline_message", "ada"), ["offline_message"]);
  t.match((await list("kind=offline_message", "ada"))[0], { chatId: null, messageSeq: null });
  t.ok((await list("kind=webhook")).every(({ attempts }) => attempts.every(({ address }) => address === null)));
  for (const [query, message] of [
    ["kind=fax", /^Parameter kind must be one of webhook, bot, message, mail, answer, CLIENT_MESSAGE/],
    ["kind=Webhook", /^Parameter kind/],
    ["state=dead", /^Parameter state/],
    [`chat=${chat}&cursor=MQ`, /cursor/],
    ["chat=x", /^Parameter chat/],
  ] as const)
    t.match(await asAda(service, "GET", `/api/deliveries?${query}`), { status: 400, body: { error: { message } } });
});

t.test("dead letters are found quickly among many thousand other failed deliveries", async (t) => {
  const inner = createMemoryStore();
  let reads = 0;
  const store: Store = {
    ...inner,
    read(table, key) {
      reads += 1;
      return inner.read(table, key);
    },
  };
  const service = await startToldService(t, { store });
  await leaveDeadLetters(service, 2);
  const channelId = asChannelId("MOBILEAPP1");
  const prefix = firstUlidOf(service.clock.nowMs() + 1_000);
  const writes: Write[] = [];
  // More rows than one page of a list without a better index reads.
  for (let number = 0; number < 12_000; number += 1) {
    const id = asDeliveryId(prefix + String(number).padStart(16, "0"));
    writes.push({ table: "delivery", key: ["failed", channelId, id], row: { chatId: asChatId("1") } });
  }
  await inner.commit({}, () => writes);
  reads = 0;
  const { deliveries, cursor } = (await deadLetters(service)).body;
  t.equal(deliveries.length, 2);
  t.equal(cursor, null);
  t.ok(reads < 20, `${reads} rows were read`);
});
