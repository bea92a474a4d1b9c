import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import type { Limits } from "../../src/config/limits.ts";
import { asChatId } from "../../src/core/ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { filesIn } from "../files/upload-parts.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { actAs, deliverAll, exportOf, markedClient, rowsIn, rowsWith } from "./marked-client.ts";

const zoe = markedClient("zoemarker");
const channels = { MOBILEAPP1: { webhooks } };
const jobMs = 6 * 60 * 60_000;
const [closed, open] = ["1", "2"] as const;

/** A client with a closed chat and an open chat, without deliveries in progress. */
async function played(t: Test, limits: Partial<Limits>, store: Store) {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder, channels, store, limits });
  t.strictSame(await actAs(service, zoe), [closed, open]);
  await deliverAll(service);
  return { service, files: () => filesIn(join(folder, "files")).length };
}

/** Retention jobs run every 6 h. */
async function passDays(service: Service, days: number): Promise<void> {
  for (let passed = 0; passed < days * 4; passed += 1) {
    service.clock.advance(jobMs);
    for (let round = 0; round < 30; round += 1) await service.settle();
  }
}

/** Moves the time until the condition is true. It checks often, because the disk takes real time. */
async function passUntil(service: Service, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await isSo()); round += 1) {
    if (round % 100 === 0) service.clock.advance(jobMs);
    await service.settle();
  }
}

const messagesOf = async (service: Service, chatId: string) =>
  (await exportOf(service, zoe)).entries.flatMap((entry) =>
    entry.type === "message" && entry.chatId === chatId ? entry.message : [],
  );

t.test("texts of a closed chat are deleted after their days; the chat stays with its numbers and times", async (t) => {
  const store = createMemoryStore();
  const { service, files } = await played(t, { messageTextKeptDays: 2 }, store);
  const before = await messagesOf(service, closed);
  const token = await service.logIn("ada");
  const hasNote = async () => (await service.call("GET", `/api/chats/${closed}`, { token })).body.chat.hasNote;
  t.equal(await hasNote(), true);
  await passDays(service, 1);
  t.strictSame((await messagesOf(service, closed)).length, before.length);
  t.equal(files(), 2, "texts and files stay for the first day");
  const { cursor: since } = service.app.runtime.feed;
  const isMarked = async (): Promise<boolean> => (await store.read("chatState", ["textless", 1])) !== undefined;
  await passUntil(service, isMarked);
  const after = await messagesOf(service, closed);
  t.strictSame(
    after.map(({ seq, from, at, type, text, delivery }) => ({ seq, from, at, type, text, delivery })),
    before.map(({ seq, from, at, type }) => ({ seq, from, at, type, text: "", delivery: null })),
  );
  t.ok(
    (await messagesOf(service, open)).every(({ text }) => text.includes(zoe.word)),
    "an open chat keeps its texts",
  );
  t.equal(await hasNote(), undefined, "no note can be read any more");
  const desk = await service.enter("ada", { since });
  const { chat } = await desk.until((frame) => frame.type === "chat" && frame.chat.id === closed);
  t.equal(chat.hasNote, undefined, "desks are told");
  t.equal(files(), 1);
  const told = rowsWith(await rowsIn(store), zoe.words).filter((name) => /^(message|webhook) \[1,/.test(name));
  t.strictSame(told, []);
  t.not(await store.read("actor", [chatAddress(asChatId(closed))]), undefined);
  await service.stop();
});

t.test("after a process died while it deleted texts, the next process continues", async (t) => {
  const store = createMemoryStore();
  let left = 1;
  let isCut = false;
  const dying: Store = {
    ...store,
    close: async () => undefined,
    commit: (needs, apply) =>
      store.commit(needs, (rows) => {
        const writes = apply(rows);
        if (left > 0 || !writes.some(({ table }) => table === "message")) return writes;
        isCut = true;
        throw new StoreError("The disk is gone");
      }),
  };
  const { service } = await played(t, { messageTextKeptDays: 1 }, dying);
  left = 0;
  await passUntil(service, () => isCut);
  t.equal(await store.read("chatState", ["textless", 1]), undefined);
  left = 1;
  await passUntil(service, async () => (await store.read("chatState", ["textless", 1])) !== undefined);
  t.ok((await messagesOf(service, closed)).every(({ text }) => text === ""));
});

t.test("files are deleted after their days, except files of open chats", async (t) => {
  const { service, files } = await played(t, { fileKeptDays: 1 }, createMemoryStore());
  await passUntil(service, () => files() === 1);
  await service.settle();
  const { entries } = await exportOf(service, zoe);
  t.strictSame(
    entries.flatMap((entry) => (entry.type === "file" ? entry.chatId : [])),
    [open],
  );
  t.ok(
    (await messagesOf(service, closed)).every(({ text }) => text.includes(zoe.word)),
    "texts stay",
  );
});

t.test("ended deliveries are deleted after their days, except deliveries of open chats", async (t) => {
  const { service } = await played(t, { deliveryLogKeptDays: 1 }, createMemoryStore());
  await passUntil(service, () => service.logLines.some(({ msg }) => msg === "old deliveries deleted"));
  const { entries } = await exportOf(service, zoe);
  const chats = entries.flatMap((entry) => (entry.type === "delivery" ? entry.delivery.chatId : []));
  t.strictSame([...new Set(chats)], [open]);
  t.strictSame((await service.store.scan("webhook", { prefix: [1], limit: 9 })).length, 0);
});

t.test("without these limits everything is kept", async (t) => {
  const store = createMemoryStore();
  const { service, files } = await played(t, {}, store);
  const before = rowsWith(await rowsIn(store), zoe.words).filter((name) => /^(message|webhook|file|actor)/.test(name));
  await passDays(service, 4);
  t.equal(files(), 2);
  const after = rowsWith(await rowsIn(store), zoe.words).filter((name) => /^(message|webhook|file|actor)/.test(name));
  t.strictSame(after, before);
});
