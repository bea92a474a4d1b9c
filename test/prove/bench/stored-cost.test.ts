import { join } from "node:path";
import t from "tap";
import type { LoadRun } from "../../../bench/load/clients/message-load.ts";
import type { Launch } from "../../../bench/load/figures/slices.ts";
import { runSlices } from "../../../bench/load/figures/slices.ts";
import { dataFolderOf } from "../../../bench/load/service/service.ts";
import { chatsIndexed, seedChats } from "../../../bench/load/stored/seed-chats.ts";
import { writesOfChat } from "../../../bench/load/stored/stored-chats.ts";
import { createLmdbHome } from "../../../bench/scenarios/messages/home.ts";
import type { Figures } from "../../../bench/scenarios/scenario.types.ts";
import { messagesIn } from "../../../bench/scenarios/verify/stored-messages.ts";
import { verifyHome, verifyStored } from "../../../bench/scenarios/verify/verify-stored.ts";
import { asChannelId, asChatId, asMessageId, clientConversation } from "../../../src/core/ids.ts";
import type { Write } from "../../../src/ports/store.ts";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { clientFacts } from "./client-facts.ts";

const seeded = 60;
const senders = 3;
const runs: readonly LoadRun[] = [{ run: 1, answered: 5, sent: 6, answeredByThread: null }];
const expected = { runs, senders, seeded };

const channelId = asChannelId("BENCH00001");
const clients = Array.from({ length: senders }, (_, sender): Write => {
  const number = seeded + 1 + sender;
  const client = clientFacts({ senderId: `c${sender}`, senderIdKind: "string", number });
  const row = { channelId, client, openChatId: asChatId(String(number)) };
  return { table: "client", key: [clientConversation(channelId, client.senderId)], row };
});

/** The messages that the load has written; the senders take turns. */
const written = Array.from({ length: 5 }, (_, at): Write => {
  const [sender, lap] = [at % senders, Math.floor(at / senders)];
  const [seq, lapText] = [1 + lap, String(lap).padStart(6, "0")];
  const chat = seeded + 1 + sender;
  const row = {
    seq,
    id: asMessageId(`${chat}-${seq}`),
    from: "client",
    content: { type: "text", text: `Message ${lapText} of c${sender} in run 001.`, media: null },
    agentId: null,
    atMs: 1,
    externalId: `001-c${sender}-${lapText}`,
    deliveryId: null,
  } as const;
  return { table: "message", key: [chat, seq], row };
});

type Change = (write: Write) => Write | null;

async function mistakesAfter(change: Change): Promise<readonly string[]> {
  const store = createMemoryStore();
  const seeds = Array.from({ length: seeded }, (_, at) => writesOfChat(at + 1)).flat();
  await store.commit({}, () => [...seeds, ...clients, ...written].map(change).filter((write) => write !== null));
  return (await verifyStored(messagesIn(store), expected)).mistakes;
}

const changeMessage =
  (chat: number, seq: number, change: (write: Extract<Write, { table: "message" }>) => Write | null): Change =>
  (write) =>
    write.table === "message" && write.key[0] === chat && write.key[1] === seq ? change(write) : write;

const withText = (text: string) => (write: Extract<Write, { table: "message" }>) => ({
  ...write,
  row: write.row && { ...write.row, content: { type: "text" as const, text, media: null } },
});

t.test("the messages to seeded chats are checked, and the seeded chats too", async (t) => {
  t.same(await mistakesAfter((write) => write), [], "all is there");
  t.match(
    await mistakesAfter(changeMessage(61, 1, () => null)),
    [/message 2 of chat 61 .* comes after message 0/],
    "a message of the load is lost",
  );
  t.match(
    await mistakesAfter(changeMessage(63, 1, (write) => ({ ...write, key: [64, 1] }))),
    [/of chat 64 .* was never sent to this chat/],
    "it is in another's chat",
  );
  t.match(await mistakesAfter(changeMessage(36, 2, () => null)), [/119 seeded messages are stored, expected 120/]);
  t.match(await mistakesAfter(changeMessage(7, 1, withText("Hello?"))), [
    /message 1 of the seeded chat 7 differs from its seed/,
  ]);
  t.match(await mistakesAfter((write) => (write.table === "client" && write.row?.client.number === 5 ? null : write)), [
    /59 seeded clients are stored, expected 60/,
  ]);
  t.match(
    await mistakesAfter((write) =>
      write.table === "client" && write.row?.client.number === 48
        ? { ...write, row: { ...write.row, openChatId: null } }
        : write,
    ),
    [/stored-48 has the open chat 0, expected 48/],
  );
});

t.test("a folder is seeded once and copied for each user, and a row that a copy lacks is found", async (t) => {
  const cacheFolder = temporaryFolder(t);
  const lines: string[] = [];
  const context = { cacheFolder, options: { nodeFlags: "" }, progress: (line: string) => void lines.push(line) };
  const folders = ["one", "two"].map((name) => join(cacheFolder, name));
  for (const folder of folders) await seedChats(folder, seeded, context);
  t.same(lines, [`storing chats: ${seeded} of ${seeded}`, `indexing chats: ${seeded} of ${seeded}`], "once");

  const [intact = "", damaged = ""] = folders;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = await openLmdbStore({ dir: dataFolderOf(damaged), log });
  await store.commit({}, () => [{ table: "message", key: [9, 2], row: null }]);
  await store.close();
  const verify = (folder: string) =>
    verifyHome(createLmdbHome(folder), { runs: [], senders: 0, seeded }, "a copy", "never written to");
  t.same((await verify(intact)).mistakes, []);
  t.same((await verify(damaged)).mistakes, ["119 seeded messages are stored, expected 120"]);
});

t.test("the number of chats in the archive's index is read from the service's log", async (t) => {
  const line = (facts: object) => `${JSON.stringify({ level: 30, ...facts })}\n`;
  const begun = line({ downTo: null, msg: "putting closed chats into the archive's index" });
  const later = line({ downTo: 400, msg: "putting closed chats into the archive's index, the newest first" });
  t.equal(chatsIndexed("", 1_000), 0);
  t.equal(chatsIndexed(begun, 1_000), 0);
  t.equal(chatsIndexed(begun + later, 1_000), 600);
  t.equal(chatsIndexed(begun + later + line({ msg: "all closed chats are in the archive's index" }), 1_000), 1_000);
});

t.test("processor time after a slice, until the turn is over, counts for that slice", async (t) => {
  const calls: string[] = [];
  const sliced = (name: string) => ({
    name,
    async slice(): Promise<Figures> {
      calls.push(name);
      return { requests: calls.length, cpuUsPerRequest: 1 };
    },
  });
  const launch = async (): Promise<Launch> => ({
    contestants: [sliced("few"), sliced("many")],
    async settle() {
      calls.push("settle");
      return new Map([["many", { cpuUsPerRequest: 10 * calls.length }]]);
    },
    close: async () => void calls.push("close"),
  });
  const context = { options: { rounds: 1 }, progress: () => undefined };
  const contestants = await runSlices("slices", launch, context, 2);
  t.same(calls, ["few", "many", "settle", "many", "few", "settle", "close"]);
  t.same(contestants, [
    {
      name: "few",
      rounds: [
        { requests: 1, cpuUsPerRequest: 1 },
        { requests: 5, cpuUsPerRequest: 1 },
      ],
    },
    {
      name: "many",
      rounds: [
        { requests: 2, cpuUsPerRequest: 30 },
        { requests: 4, cpuUsPerRequest: 60 },
      ],
    },
  ]);
});
