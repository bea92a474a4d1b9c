import t from "tap";
import { chatAddress, webhooksAddress } from "../../machines/tells.ts";
import { asChannelId, asChatId, clientConversation } from "../../src/core/ids.ts";
import { newDeliveryId } from "../../src/domain/new-ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { createFillingStore } from "../harness/faulty-store.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { rowsIn } from "../harness/stored-contexts.ts";
import { asAda, gone, leaveMessages, refuse, take } from "./dead-letters.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const options: ServiceOptions = {
  limits: { chatKeptDays: 1 },
  channels: { MOBILEAPP1: { webhooks, chatLogEmails: ["log@shop.example"] } },
};
const tables = [
  ...([
    "actor",
    "message",
    "chatState",
    "delivery",
    "deadline",
    "webhook",
    "chatActor",
    "offlineMessage",
    "clientChat",
  ] as const),
];

const rowsOf = (store: Store): Promise<readonly string[]> => rowsIn(store, tables);

/** Moves time forward and waits until all work that this starts has ended. The hourly work is then done. */
async function pass(service: Service, ms: number): Promise<void> {
  for (const step of [ms - hourMs, hourMs]) {
    service.clock.advance(step);
    for (let round = 0; round < 15; round += 1) await service.settle();
  }
}

/** Makes a closed chat with a call of Kim's, of which no event is answered yet. */
async function closedChat(service: Service, sender: string): Promise<string> {
  const token = await service.logIn("kim");
  await service.say(sender, "Hello");
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  const id = body.chats[0]?.id ?? "";
  await service.call("POST", `/api/chats/${id}/accept`, { token });
  await service.call("POST", `/api/chats/${id}/call`, { token, body: { phone: "+442079460181" } });
  await service.settle();
  for (const call of service.calls) call.answer("The line is dead.");
  await service.settle();
  const closed = await service.call("POST", `/api/chats/${id}/close`, { token });
  if (closed.status !== 200) throw new Error(JSON.stringify(closed.body));
  await service.settle();
  return id;
}

/** Answers every event that was or will be sent, one after the other, and the mails. */
async function answerAll(service: Service, answer: typeof take | typeof refuse): Promise<void> {
  for (let index = 0; index < service.reports.length; index += 1) {
    service.reports[index]?.answer(answer);
    await service.settle();
  }
  for (const mail of service.mails) mail.answer();
  await service.settle();
}

const isThere = async (service: Service, id: string): Promise<boolean> =>
  (await service.store.read("actor", [chatAddress(asChatId(id))])) !== undefined;

t.test("a chat is removed with its events, dead letters, mails and calls", async (t) => {
  const service = await startService(t, options);
  const chat = await closedChat(service, "ann");
  await answerAll(service, refuse);
  const kinds = (await asAda(service, "GET", `/api/deliveries?chat=${chat}`)).body.deliveries.map(({ kind }) => kind);
  for (const kind of ["chat_accepted", "call_event", "chat_finished", "mail"])
    t.ok((kinds as readonly string[]).includes(kind), kind);
  const rows = await rowsOf(service.store);
  t.ok(rows.some((row) => row.startsWith("actor call/")));
  t.ok(rows.some((row) => row.startsWith("delivery dead ")));
  await pass(service, 23 * hourMs);
  t.ok(await isThere(service, chat), "nothing is removed too early");
  await pass(service, 2 * hourMs);
  t.strictSame(await rowsOf(service.store), []);
  t.strictSame((await asAda(service, "GET", "/api/deliveries")).body.deliveries, []);
});

t.test("a chat is kept until its events and mails have ended", async (t) => {
  const service = await startService(t, options);
  const [waiting, backingOff, mailed, over] = [
    await closedChat(service, "waits for its first attempt"),
    await closedChat(service, "is tried again"),
    await closedChat(service, "has a mail on its way"),
    await closedChat(service, "is over"),
  ];
  const fails = { httpStatus: 500, failure: { ...gone, kind: "http_status" as const } };
  for (let index = 0; index < service.reports.length; index += 1) {
    const report = service.reports[index];
    const id = String(Object(report?.json)["chat_id"]);
    if (id !== waiting) report?.answer(id === backingOff ? fails : take);
    await service.settle();
  }
  for (const [index, mail] of service.mails.entries()) if (index !== 2) mail.answer();
  await service.settle();
  await pass(service, 26 * hourMs);
  t.strictSame(await Promise.all([waiting, backingOff, mailed, over].map((id) => isThere(service, id))), [
    true,
    true,
    true,
    false,
  ]);
  for (let round = 0; round < 4; round += 1) {
    await answerAll(service, refuse);
    await pass(service, 2 * hourMs);
  }
  t.strictSame(await rowsOf(service.store), [], "the chat is removed after its events have ended");
});

t.test("[WH-18] ended offline messages and their events are removed when closed chats of that time are", async (t) => {
  const service = await startService(t, options);
  await leaveMessages(service, 2);
  service.reports[0]?.answer(refuse);
  await service.settle();
  await pass(service, 20 * hourMs);
  await leaveMessages(service, 1, "8");
  await pass(service, 5 * hourMs);
  const left = await rowsOf(service.store);
  const [ended, running, young] = service.reports;
  t.strictSame(
    left.filter((row) => row.startsWith("offlineMessage")),
    ["offlineMessage 3"],
  );
  t.notOk(left.some((row) => row.includes(String(ended?.deliveryId))));
  t.ok(left.includes(`actor delivery/${running?.deliveryId}`), "events in progress are kept");
  t.ok(left.includes(`webhook 0 ${running?.deliveryId}`), "the event keeps its body");
  t.ok(left.includes(`actor delivery/${young?.deliveryId}`));
  for (const report of service.reports) report.answer(refuse);
  await service.settle();
  for (let round = 0; round < 12 && (await rowsOf(service.store)).length > 0; round += 1) {
    await pass(service, 24 * hourMs);
    for (const report of service.reports) report.answer(refuse);
    await service.settle();
  }
  t.strictSame(await rowsOf(service.store), [], "the message is removed after its event has ended");

  const kept = await startService(t, { ...options, limits: {} });
  await leaveMessages(kept, 1);
  kept.reports[0]?.answer(take);
  await pass(kept, 400 * dayMs);
  t.equal(
    (await rowsOf(kept.store)).filter((row) => row.startsWith("offlineMessage")).length,
    1,
    "without days the messages stay forever",
  );
});

t.test("[WH-41] a removal that was interrupted anywhere is finished by the next process", async (t) => {
  for (let broken = 1; broken <= 4; broken += 1) {
    const { store, leaveRoom } = createFillingStore();
    const service = await startService(t, { ...options, store });
    const chat = await closedChat(service, "ann");
    await leaveMessages(service, 1);
    await answerAll(service, refuse);
    leaveRoom(broken - 1);
    await pass(service, 26 * hourMs);
    const failed = service.logLines.filter(({ what }) => what === "old chats" || what === "old offline messages");
    t.ok(failed.length > 0, `${broken}: the removal was interrupted`);
    t.ok((await rowsOf(store)).length > 0, `${broken}: something is left`);
    leaveRoom();
    const next = await startService(t, { ...options, store });
    await pass(next, 2 * dayMs);
    t.notOk(await isThere(next, chat));
    t.equal(await store.read("actor", [webhooksAddress(asChatId(chat))]), undefined);
    t.strictSame(await rowsOf(store), [], `${broken}: nothing is left`);
  }
});

// This test is the last one, because ids never run backwards, not even for the clock of another test.
t.test("an event that is made just before the removal of its chat keeps the chat", async (t) => {
  const inner = createMemoryStore();
  let meanwhile: ((chatNumber: unknown) => Promise<void>) | null = null;
  const store: Store = {
    ...inner,
    async scan(table, range) {
      const page = await inner.scan(table, range);
      const run = table === "chatActor" && range.prefix?.[0] !== 0 ? meanwhile : null;
      if (run !== null) {
        meanwhile = null;
        await run(range.prefix?.[0]);
      }
      return page;
    },
  };
  const service = await startService(t, { ...options, store });
  const chat = await closedChat(service, "ann");
  await answerAll(service, take);
  meanwhile = async () => {
    const chatId = asChatId(chat);
    const [channelId, nowMs] = [asChannelId("MOBILEAPP1"), service.clock.nowMs()];
    const receivers = [{ endpoint: "", deliveryId: newDeliveryId(nowMs) }];
    const about = { chatId, channelId, event: "call_event", receivers } as const;
    await service.app.runtime.post.send({
      target: { kind: "actor", actor: webhooksAddress(chatId), conversation: clientConversation(channelId, "ann") },
      event: { type: "report.made", nowMs, ...about, body: { head: "{}", tail: null, messagesUpTo: 0 } },
      cause: "test",
    });
  };
  const sent = service.reports.length;
  await pass(service, 25 * hourMs);
  t.equal(service.reports.length > sent, true, "the event is in progress");
  t.ok(await isThere(service, chat));
  await answerAll(service, refuse);
  await pass(service, 2 * hourMs);
  await answerAll(service, refuse);
  await pass(service, 2 * hourMs);
  t.strictSame(await rowsOf(store), []);
});
