import t from "tap";
import { judge, laws } from "./judge.ts";
import type { SampleEvidence } from "./sample-evidence.ts";
import { sampleEvidence } from "./sample-evidence.ts";

const given = <Item>(item: Item | undefined): Item => {
  if (item === undefined) throw new Error("Expected the sample to have it");
  return item;
};
const messagesOf = ({ stored }: SampleEvidence, chat: number) => given(stored.chats[chat]).messages;
const second = 1_000;

/** For each promise, every way to break it, with the beginning of the judge's message. */
const broken: Readonly<Record<string, readonly (readonly [fault: string, (evidence: SampleEvidence) => unknown])[]>> = {
  "what a client was told is taken is kept once and in order": [
    ['c1: "c1 2" was taken and is lost', (e) => messagesOf(e, 0).splice(1, 1)],
    ['c1: "c1 1" is there twice', (e) => messagesOf(e, 0).push({ ...given(messagesOf(e, 0)[0]), seq: 5 })],
    [
      'c1: "c1 2" stands where "c1 1" belongs',
      (e) => messagesOf(e, 0).splice(0, 2, ...messagesOf(e, 0).slice(0, 2).reverse()),
    ],
    ['c2: nobody was told that "c2 9" is taken', (e) => Object.assign(given(messagesOf(e, 1)[0]), { text: "c2 9" })],
  ],
  "what an agent or a bot was told is taken is kept once and in order": [
    ['agents in chat 1: "kim 2" was taken and is lost', (e) => messagesOf(e, 0).pop()],
    ['the bot in chat 2: "bot: c2 1" was taken and is lost', (e) => messagesOf(e, 1).pop()],
    ['"kim 1" was answered other', (e) => Object.assign(given(e.history.replied[0]), { messageId: "other" })],
  ],
  "the messages of a chat have no gap": [
    ["chat 1 has message 4 out of its place", (e) => messagesOf(e, 0).splice(2, 1)],
  ],
  "a chat has one agent": [
    ["chat 1 was taken by kim and lee", (e) => e.history.accepted.push({ agent: "lee", chatId: "1", atMs: 0 })],
    ["2 agents wrote in chat 1", (e) => Object.assign(given(messagesOf(e, 0)[3]), { agentId: 2 })],
  ],
  "a reply is sent in order, at most three times and never early, and its end is told truly": [
    ['chat 1: "kim 1" was sent 4 times', (e) => repeat(e.history.shop, [9, 12, 15])],
    ['chat 1: "kim 1" was sent again after 2000 ms', (e) => repeat(e.history.shop, [8])],
    ['chat 1: "kim 1" was sent again 2990 ms after its success', (e) => repeat(e.history.shop, [9])],
    [
      'chat 1: "kim 2" was sent before the one before it',
      (e) => Object.assign(given(e.history.shop[1]), { sentAtMs: 0 }),
    ],
    [
      'chat 1: "kim 1" is told to be delivered, and never was',
      (e) => Object.assign(given(e.history.shop[0]), { deed: "fail" }),
    ],
    [
      'chat 1: "kim 1" is attempting for ever',
      (e) => Object.assign(given(messagesOf(e, 0)[2]?.delivery ?? undefined), { state: "attempting" }),
    ],
    [
      '"kim 1" (m-gone) was sent and is not stored so',
      (e) => Object.assign(given(e.history.shop[0]), { messageId: "m-gone" }),
    ],
  ],
  "a bot is told in order, at most three times and never early": [
    ['"c2 1" of chat 2 was sent 4 times', (e) => repeat(e.history.bot, [6, 9, 12])],
    ['"c2 1" of chat 2 was sent again after 1000 ms', (e) => repeat(e.history.bot, [4])],
    ['"c2 1" of chat 2 was sent again 2990 ms after its success', (e) => repeat(e.history.bot, [6])],
    [
      '"c2 1" of chat 2 has 2 shapes',
      (e) => e.history.bot.push({ ...given(e.history.bot[0]), sentAtMs: 6 * second, body: "[]" }),
    ],
    [
      "the bot was told a message of chat 2 that is not stored",
      (e) => e.history.bot.push({ ...given(e.history.bot[0]), id: "e2", what: "c2 7" }),
    ],
    [
      "the bot was told message 1 of chat 2 behind 3",
      (e) => {
        messagesOf(e, 1).push({ ...given(messagesOf(e, 1)[0]), seq: 3, text: "c2 2" });
        e.history.bot.unshift({ ...given(e.history.bot[0]), id: "e2", what: "c2 2", sentAtMs: 0 });
      },
    ],
  ],
  "nobody stays with a bot that does not answer": [
    [
      'chat 2 is with a bot that never took "c2 1"',
      (e) => Object.assign(given(e.history.bot[0]), { outcome: "failed" }),
    ],
    [
      "chat 2 was handed over by a bot that answered",
      (e) =>
        messagesOf(e, 1).push({ ...given(messagesOf(e, 1)[0]), seq: 3, from: "system", text: "The bot failed: no" }),
    ],
    [
      "chat 2 was handed over 27700 ms late",
      (e) => {
        Object.assign(given(e.history.bot[0]), { outcome: "failed" });
        Object.assign(given(e.stored.chats[1]).chat, { state: "waiting" });
        e.history.chatsSeen.splice(
          1,
          1,
          { atMs: 30 * second, agent: "kim", chatId: "1", state: "waiting" },
          { atMs: 40 * second, agent: "kim", chatId: "2", state: "waiting" },
        );
      },
    ],
  ],
  "an event has one body, counts its attempts, and comes in order": [
    [
      "chat_accepted (w1) has two bodies",
      (e) => e.history.owner.push({ ...given(e.history.owner[0]), sentAtMs: 20 * second, attempt: 2, body: "[]" }),
    ],
    [
      "chat_accepted (w1), 1 comes after attempt 1",
      (e) => e.history.owner.push({ ...given(e.history.owner[0]), sentAtMs: 20 * second }),
    ],
    [
      "chat_accepted (w1), 2 came 1000 ms after the one before",
      (e) => e.history.owner.push({ ...given(e.history.owner[0]), sentAtMs: 6 * second, attempt: 2 }),
    ],
    [
      "chat_accepted (w1) was sent again 14990 ms after its success",
      (e) => e.history.owner.push({ ...given(e.history.owner[0]), sentAtMs: 20 * second, attempt: 2 }),
    ],
    ["chat 1: an event was told behind one that came later", (e) => e.history.owner.reverse()],
    ["chat_accepted (w1) was told and is not stored", (e) => e.stored.deliveries.webhook.shift()],
    [
      "the event w1 is told to be delivered, and never was",
      (e) => Object.assign(given(e.history.owner[0]), { outcome: "failed" }),
    ],
    [
      "the event w1 stands still",
      (e) => Object.assign(given(e.stored.deliveries.webhook[0]), { state: "attempting", attempts: [{}] }),
    ],
    [
      "the event w1 is pending for ever",
      (e) => Object.assign(given(e.stored.deliveries.webhook[0]), { state: "pending" }),
    ],
  ],
  "a desk is shown what is stored, without a gap": [
    ['desk of kim: 1/2 "c1 2" was never shown', (e) => e.desks[0]?.shown.get("1")?.delete(2)],
    [
      'desk of kim: 1/2 is "c1 2", and was shown as "other"',
      (e) => Object.assign(given(e.desks[0]?.shown.get("1")?.get(2)), { text: "other" }),
    ],
    [
      'desk of kim: 1/3 "kim 1" is delivered, and was shown as attempting last',
      (e) => Object.assign(given(e.desks[0]?.shown.get("1")?.get(3)?.delivery ?? undefined), { state: "attempting" }),
    ],
    [
      'desk of kim: 1/5 "gone" was shown and is not stored',
      (e) => e.desks[0]?.shown.get("1")?.set(5, { ...given(messagesOf(e, 0)[0]), seq: 5, text: "gone" }),
    ],
    [
      "desk of kim: chat 1 is with_agent, and was shown as waiting last",
      (e) => Object.assign(given(e.desks[0]?.chats.get("1")), { state: "waiting" }),
    ],
    ["desk of kim: chat 9 was shown and is not stored", (e) => e.desks[0]?.shown.set("9", new Map())],
  ],
  "a page is shown what its visitor may see, without a gap": [
    ['page of p1: 3/1 "p1 1" was not shown', (e) => e.pages[0]?.shown.clear()],
    ['page of p1: 3/2 "gone" was shown and is not stored', (e) => e.pages[0]?.shown.get("3")?.set(2, "gone")],
  ],
  "nothing of a client on the blacklist is shown": [
    [
      "chat 4 of a client on the blacklist was shown to kim as waiting",
      (e) => {
        e.history.blacklisted.set("1", { fromMs: 8 * second });
        e.stored.chats.push({
          ...given(e.stored.chats[0]),
          chat: { ...given(e.stored.chats[0]).chat, id: "4" },
          messages: [],
        });
        e.history.chatsSeen.push({ atMs: 9 * second, agent: "kim", chatId: "4", state: "waiting" });
      },
    ],
  ],
  "the status of a channel is true": [
    ["the status is 0", (e) => Object.assign(given(e.history.statuses[0]), { status: "0" })],
    ["the status is 1", (e) => Object.assign(given(e.desks[0]?.presence[0]), { state: "gone" })],
  ],
};

/** Repeats the first item of the list at these seconds. */
function repeat<Sent extends { sentAtMs: number }>(list: Sent[], atSeconds: readonly number[]): void {
  for (const at of atSeconds) list.push({ ...given(list[0]), sentAtMs: at * second });
}

t.test("the judge of the simulation finds no violation in a correct history", async (t) => {
  t.strictSame(judge(sampleEvidence()), []);
});

t.test("the judge of the simulation reports each promise that an error in the history breaks", async (t) => {
  t.strictSame(Object.keys(broken).sort(), laws.map(({ promise }) => promise).sort(), "each law can fail");
  for (const [promise, ways] of Object.entries(broken)) {
    for (const [fault, spoil] of ways) {
      const evidence = sampleEvidence();
      spoil(evidence);
      const found = judge(evidence);
      t.ok(
        found.some((one) => one.startsWith(`${promise}: ${fault}`)),
        `${fault}: ${JSON.stringify(found.slice(0, 3))}`,
      );
    }
  }
});
