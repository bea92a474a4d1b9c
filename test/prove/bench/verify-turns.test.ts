import t from "tap";
import { replyTo, turnText } from "../../../bench/load/clients/turns.ts";
import type { TurnRun } from "../../../bench/scenarios/verify/verify-turns.ts";
import { verifyTurns } from "../../../bench/scenarios/verify/verify-turns.ts";
import { asChannelId, asChatId, asMessageId, clientConversation } from "../../../src/core/ids.ts";
import type { Write } from "../../../src/ports/store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { clientFacts } from "./client-facts.ts";

const channelId = asChannelId("BENCH00001");
const customers = 3;

interface Said {
  readonly from: "client" | "bot" | "system";
  readonly text: string;
}
type Chats = readonly (readonly Said[])[];

const turn = (run: number, customer: number, lap: number): readonly Said[] => {
  const text = turnText(run, `c${customer}`, lap);
  return [
    { from: "client", text },
    { from: "bot", text: replyTo(text) },
  ];
};
/** Two turns of each customer in the first run, one in the second. */
const everything: Chats = Array.from({ length: customers }, (_, customer) => [
  ...turn(1, customer, 0),
  ...turn(1, customer, 1),
  ...turn(2, customer, 0),
]);
const runOf = (run: number, answered: number, sent = answered): TurnRun => ({
  run,
  answeredBySender: Array.from({ length: customers }, () => answered),
  sentBySender: Array.from({ length: customers }, () => sent),
});

async function verify(chats: Chats, runs: readonly TurnRun[] = [runOf(1, 2), runOf(2, 1)], gapAt?: number) {
  const store = createMemoryStore();
  const writes = chats.flatMap((messages, customer): Write[] => {
    const facts = { senderId: `c${customer}`, senderIdKind: "string", number: customer + 1 } as const;
    const client = clientFacts(facts);
    const row = { channelId, client, openChatId: asChatId(String(customer + 1)) };
    return [
      { table: "client", key: [clientConversation(channelId, client.senderId)], row },
      ...messages.map(({ from, text }, index): Write => {
        const seq = customer === 0 && gapAt !== undefined && index >= gapAt ? index + 2 : index + 1;
        const id = asMessageId(`${customer}-${seq}`);
        const content = { type: "text", text, media: null } as const;
        const message = { seq, id, from, content, agentId: null, atMs: 1, externalId: null, deliveryId: null };
        return { table: "message", key: [customer + 1, seq], row: message };
      }),
    ];
  });
  await store.commit({}, () => writes);
  return verifyTurns(store, runs);
}

/** Returns the mistakes that are found when the first customer's chat is changed. */
async function mistakesIn(change: (said: readonly Said[]) => readonly Said[]): Promise<readonly string[]> {
  const [first = [], ...others] = everything;
  const { mistakes } = await verify([change(first), ...others]);
  return mistakes;
}

t.test("complete turns in order are correct, with or without a turn that was never answered", async (t) => {
  t.same(await verify(everything), { turns: 9, mistakes: [] });
  t.same(await verify(everything, [runOf(1, 2), runOf(2, 0, 1)]), { turns: 9, mistakes: [] });
  const cutOff = everything.map((said) => said.slice(0, -1));
  t.same(await verify(cutOff, [runOf(1, 2), runOf(2, 0, 1)]), { turns: 9, mistakes: [] }, "killed before the reply");
});

t.test("every kind of lost, duplicate or mixed turns is found", async (t) => {
  const [written, reply] = turn(1, 0, 0);
  if (written === undefined || reply === undefined) throw new Error("A turn has two messages");
  t.match(await mistakesIn((said) => said.slice(2)), [/comes where "Message 000000 of c0 in run 001/], "a turn lost");
  t.match(await mistakesIn((said) => said.slice(0, -2)), [/run 002 has 0 stored turns of c0, expected 1/], "the last");
  t.match(await mistakesIn((said) => said.slice(0, -1)), [/c0 got no reply/], "the last reply lost");
  t.match(await mistakesIn((said) => said.toSpliced(1, 1)), [/comes where "You wrote: Message 000000/], "a reply lost");
  t.match(await mistakesIn((said) => [...said, reply]), [/comes where the customer was expected/], "a reply doubled");
  t.match(
    await mistakesIn((said) => [written, reply, ...said]),
    [/comes where "Message 000001/, /./, /run 001 has 3 stored turns of c0, expected 2/],
    "a turn doubled",
  );
  t.match(await mistakesIn((said) => said.toReversed()), [/comes where the customer was expected/], "out of order");
  t.match(
    await mistakesIn((said) => [...said.slice(4), ...said.slice(0, 4)]),
    [/comes after one of run 2/],
    "runs mixed",
  );
});

t.test("messages that were never sent are found", async (t) => {
  const line: Said = { from: "system", text: "The bot failed: it did not answer." };
  t.match(await mistakesIn((said) => [...said, line]), [/\(system: The bot failed/], "a hand-over");
  t.match(await mistakesIn((said) => [...said, ...turn(3, 0, 0)]), [/was never sent/], "a run that never was");
  t.match(await mistakesIn((said) => [...said, ...turn(2, 1, 0)]), [/comes where .* of c0/], "another's turn");
  const { mistakes } = await verify(everything, undefined, 2);
  t.match(mistakes, [/message 4 of c0 .* comes after message 2/], "a gap");
});
