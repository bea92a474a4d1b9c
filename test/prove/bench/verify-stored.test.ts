import t from "tap";
import type { LoadRun } from "../../../bench/load/clients/message-load.ts";
import { messagesIn } from "../../../bench/scenarios/verify/stored-messages.ts";
import { verifyStored } from "../../../bench/scenarios/verify/verify-stored.ts";
import { asChannelId, asChatId, asMessageId, clientConversation } from "../../../src/core/ids.ts";
import type { Store, Write } from "../../../src/ports/store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { clientFacts } from "./client-facts.ts";

const channelId = asChannelId("BENCH00001");
const senders = 5;

interface Sent {
  readonly run: number;
  readonly sender: number;
  readonly lap: number;
}

/** The messages of one run as `messages.lua` counts them: the threads take turns, and each thread has its own senders. */
function messagesOf(run: number, countByThread: readonly number[]): readonly Sent[] {
  const threads = countByThread.length;
  return countByThread.flatMap((count, thread) => {
    const own = Array.from({ length: senders }, (_, sender) => sender).filter((sender) => sender % threads === thread);
    return Array.from({ length: count }, (_, index) => ({
      run,
      sender: own[index % own.length] ?? 0,
      lap: Math.floor(index / own.length),
    }));
  });
}

async function storeOf(messages: readonly Sent[], change: (write: Write) => Write = (write) => write): Promise<Store> {
  const store = createMemoryStore();
  const seqs = new Map<number, number>();
  const writes: Write[] = [];
  for (let sender = 0; sender < senders; sender += 1) {
    const facts = { senderId: `c${sender}`, senderIdKind: "string", number: sender + 1 } as const;
    const client = clientFacts(facts);
    const row = { channelId, client, openChatId: asChatId(String(sender + 1)) };
    writes.push({ table: "client", key: [clientConversation(channelId, client.senderId)], row });
  }
  for (const { run, sender, lap } of messages) {
    const seq = (seqs.get(sender) ?? 0) + 1;
    seqs.set(sender, seq);
    const [runText, lapText] = [String(run).padStart(3, "0"), String(lap).padStart(6, "0")];
    const row = {
      seq,
      id: asMessageId(`${run}-${sender}-${lap}`),
      from: "client",
      content: { type: "text", text: `Message ${lapText} of c${sender} in run ${runText}. Hello?`, media: null },
      agentId: null,
      atMs: 1,
      externalId: `${runText}-c${sender}-${lapText}`,
      deliveryId: null,
    } as const;
    writes.push(change({ table: "message", key: [sender + 1, seq], row }));
  }
  await store.commit({}, () => writes);
  return store;
}

const freeRun = (run: number, answered: number, sent: number): LoadRun => ({
  run,
  answered,
  sent,
  answeredByThread: null,
});
const stepwiseRun = (run: number, answeredByThread: readonly number[]): LoadRun => {
  const answered = answeredByThread.reduce((total, count) => total + count, 0);
  return { run, answered, sent: answered + answeredByThread.length, answeredByThread };
};

const runs = [freeRun(1, 12, 14), stepwiseRun(2, [7, 4])];
const everything = [...messagesOf(1, [13]), ...messagesOf(2, [8, 4])];
const isMessage = (sent: Sent, run: number, sender: number, lap: number): boolean =>
  sent.run === run && sent.sender === sender && sent.lap === lap;

const mistakesIn = async (messages: readonly Sent[], change?: (write: Write) => Write): Promise<readonly string[]> =>
  (await verifyStored(messagesIn(await storeOf(messages, change)), { runs, senders })).mistakes;

t.test("the answered messages, and one more that was in flight, are correct", async (t) => {
  const proof = await verifyStored(messagesIn(await storeOf(everything)), { runs, senders });
  t.same(proof, { stored: everything.length, mistakes: [] });
  t.same(await mistakesIn([...messagesOf(1, [12]), ...messagesOf(2, [7, 5])]), []);
});

t.test("every kind of lost, duplicate or mixed messages is found", async (t) => {
  const without = (run: number, sender: number, lap: number) =>
    everything.filter((sent) => !isMessage(sent, run, sender, lap));

  t.match(await mistakesIn(without(1, 3, 0)), [/comes where number 0/], "a gap");
  t.match(await mistakesIn([...messagesOf(1, [11]), ...messagesOf(2, [7, 4])]), [/run 001 has 11 stored/], "too few");
  t.match(await mistakesIn([...messagesOf(1, [15]), ...messagesOf(2, [7, 4])]), [/run 001 has 15 stored/], "too many");
  t.match(
    // An answered message is missing and a message that was in flight is stored, so the sum alone would be correct.
    await mistakesIn([...messagesOf(1, [12]), ...messagesOf(2, [6, 5])]),
    [/run 002 has 2 stored messages of c0, expected the 3 answered/],
    "an answered one lost at the kill",
  );
  const twice = everything.flatMap((sent) => (isMessage(sent, 1, 2, 1) ? [sent, sent] : [sent]));
  t.match(await mistakesIn(twice), [/comes where number 2/], "doubled");
  const swapped = everything.map((sent) => {
    if (sent.run !== 1 || sent.sender !== 0 || sent.lap > 1) return sent;
    return { ...sent, lap: 1 - sent.lap };
  });
  t.match(await mistakesIn(swapped), [/comes where number 0/], "out of order");
  t.match(await mistakesIn([...messagesOf(2, [7, 4]), ...messagesOf(1, [12])]), [/after one of run 2/], "runs mixed");
});

t.test("a message in another chat, with another text, or with a gap in its position is found", async (t) => {
  const changed = (apply: (row: Extract<Write, { table: "message" }>) => Write) => (write: Write) =>
    write.table === "message" && write.key[0] === 2 && write.key[1] === 3 ? apply(write) : write;

  t.match(
    await mistakesIn(
      everything,
      changed((write) => ({ ...write, key: [1, 99] })),
    ),
    [/was never sent to this chat/],
  );
  t.match(
    await mistakesIn(
      everything,
      changed((write) => ({ ...write, row: write.row && { ...write.row, externalId: null } })),
    ),
    [/was never sent to this chat/],
  );
  t.match(
    await mistakesIn(
      everything,
      changed((write) => ({ ...write, row: write.row && { ...write.row, seq: 4 } })),
    ),
    [/comes after message 2/],
  );
  const content = { type: "text", text: "Message 000000 of c0 in run 001.", media: null } as const;
  t.match(
    await mistakesIn(
      everything,
      changed((write) => ({ ...write, row: write.row && { ...write.row, content } })),
    ),
    [/has the text of another/],
  );
});

t.test("each message of an open loop's run is looked for; a refused message must not be stored", async (t) => {
  const unconfirmed = [
    { sender: 0, lap: 1, mayBeStored: false },
    { sender: 1, lap: 2, mayBeStored: true },
    { sender: 4, lap: 0, mayBeStored: true },
  ];
  const account = { sentBySender: [3, 3, 2, 2, 1], unconfirmed };
  const sent = account.sentBySender.flatMap((laps, sender) =>
    Array.from({ length: laps }, (_, lap) => ({ run: 1, sender, lap })),
  );
  const open = { run: 1, sent: sent.length, answered: sent.length - 3, answeredByThread: null, account };
  const mistakesOf = async (...missing: readonly (readonly [sender: number, lap: number])[]) => {
    const left = sent.filter((each) => !missing.some(([sender, lap]) => isMessage(each, 1, sender, lap)));
    return (await verifyStored(messagesIn(await storeOf(left)), { runs: [open], senders })).mistakes;
  };
  t.same(await mistakesOf([0, 1], [1, 2], [4, 0]), []);
  t.same(await mistakesOf([0, 1]), [], "those whose fate was open are there");
  t.match(await mistakesOf(), [/001-c0-000001\) was refused/]);
  t.match(await mistakesOf([0, 1], [0, 2]), [/has lost c0's message 2, which was answered/], "the last one");
  t.match(await mistakesOf([0, 1], [2, 0]), [/comes where number 0/, /has lost c2's message 1/], "the first one");
  t.match(
    // An answered message is missing and a message with an unknown outcome is stored, so the sum alone would be correct.
    await mistakesOf([0, 1], [1, 2], [3, 1]),
    [/has lost c3's message 1, which was answered/],
  );
});
