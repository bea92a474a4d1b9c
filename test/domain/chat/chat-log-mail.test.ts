import { setImmediate as nextTurn } from "node:timers/promises";
import t from "tap";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ChatId, DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import type { ChatLogFacts } from "../../../src/codec/mail/chat-log-mail.ts";
import { chatLogHead, chatLogLine, chatLogRest, chatLogSubject } from "../../../src/codec/mail/chat-log-mail.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asChatId } from "../../../src/core/ids.ts";
import { composeChatLog } from "../../../src/domain/chat/chat-log-mail.ts";
import { readDelivery } from "../../../src/domain/delivery/delivery-actor.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { World } from "../../actors/world.ts";
import { channelId, createWorld, kim, openChat } from "../../actors/world.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { watchTurns } from "../../harness/watch-turns.ts";

const chatLogEmails = ["log@example.com", "boss@example.com"];
const failure = { kind: "error_answer", code: "451", message: "The mail server deferred the mail: 451" } as const;

/** Waits for this number of mails. An attempt first reads the log, which needs several turns. */
async function untilMails(world: World, count: number): Promise<void> {
  for (let round = 0; round < 50 && world.mails.length < count; round += 1) await world.settle();
}

/** Moves time forward to the next attempt, but not further. */
async function passPause(world: World): Promise<void> {
  const actor = deliveryAddress(await mailId(world));
  const rows = await world.store.scan("deadline", { limit: 1_000 });
  const due = rows.find(({ row }) => row.actor === actor && row.id === "next-attempt")?.row.atMs ?? 0;
  world.clock.advance(due - world.clock.nowMs());
  // After a leap in time, distant deadlines are first read from the store, in two steps.
  for (let look = 0; look < 2; look += 1) {
    await world.settle();
    world.clock.advance(0);
  }
}

/** Makes a chat with two messages that Kim has closed. Its mail is being sent. */
async function closedChat(world: World): Promise<ChatId> {
  const chatId = await answeredChat(world);
  await closeChat(world, chatId);
  return chatId;
}

async function answeredChat(world: World): Promise<ChatId> {
  const chatId = await openChat(world, "c1");
  await world.reply(chatId, "answer");
  await world.settle();
  await world.attempts[0]?.answer();
  await world.settle();
  return chatId;
}

const closeChat = (world: World, chatId: ChatId): Promise<unknown> =>
  world.step(chatId, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });

async function mailId(world: World): Promise<DeliveryId> {
  const rows = await world.store.scan("actor", { limit: 1_000 });
  const ids = rows.flatMap(({ key: [key] }) =>
    key.startsWith("delivery/") ? [key.slice("delivery/".length) as DeliveryId] : [],
  );
  const views = await Promise.all(ids.map(async (id) => readDelivery(world.store, id)));
  const found = ids.filter((_id, index) => views[index]?.context.cargo.kind === "mail");
  if (found[0] === undefined || found.length > 1) throw new Error(`Expected one mail, found ${found.length}`);
  return found[0];
}
const deadIds = async (world: World): Promise<readonly unknown[]> =>
  (await world.store.scan("delivery", { prefix: ["dead", channelId], limit: 100 })).map(({ key }) => key[2]);

t.test("after a kill before anything was sent, the mail is sent after the restart", async (t) => {
  const memory = createMemoryStore();
  let isDying = false;
  const store: Store = {
    ...memory,
    // The last commit is stored, but its process never learns about it.
    commit: (needs, apply) =>
      memory.commit(needs, apply).then(() => (isDying ? new Promise<never>(() => undefined) : undefined)),
  };
  const world = await createWorld({ store, channel: { chatLogEmails } });
  const chatId = await answeredChat(world);
  isDying = true;
  void closeChat(world, chatId);
  await nextTurn();
  await nextTurn();
  t.equal(world.mails.length, 0, "closed and stored, nothing sent");
  isDying = false;
  const again = await world.restart();
  await again.pass(6_000);
  t.equal(again.mails.length, 1);
  const [mail] = again.mails;
  t.match(mail, { to: chatLogEmails, subject: "Chat 1 with Anonymous (Mobile app)", text: /Kim: answer\n$/ });
  t.equal(mail?.messageId, await mailId(again));
  await mail?.answer();
  t.equal((await readDelivery(again.store, await mailId(again)))?.state, "delivered");
  await again.pass(60_000);
  t.equal(again.mails.length, 1);
});

t.test("after a kill during an attempt, the same mail is sent again", async (t) => {
  const world = await createWorld({ channel: { chatLogEmails } });
  await closedChat(world);
  await untilMails(world, 1);
  t.equal(world.mails.length, 1);
  const again = await world.restart();
  await again.pass(4_900);
  t.equal(again.mails.length, 0, "not before the deadline");
  await again.pass(1_100);
  const sent = ({ mails: [mail] }: World) => {
    const { to, subject, text, messageId, dateMs, timeoutMs } = mail ?? {};
    return { to, subject, text, messageId, dateMs, timeoutMs };
  };
  t.strictSame(sent(again), sent(world));
  t.match(sent(again), { messageId: await mailId(again), timeoutMs: 30_000 });
  await again.mails[0]?.answer();
  const attempts = (await readDelivery(again.store, await mailId(again)))?.context.attempts;
  t.match(attempts, [
    { number: 1, failure: { kind: "interrupted" } },
    { number: 2, failure: null },
  ]);
});

t.test("after a kill during the last attempt, the mail is in the dead-letter list", async (t) => {
  const world = await createWorld({ channel: { chatLogEmails } });
  await closedChat(world);
  await untilMails(world, 1);
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await world.mails.at(-1)?.answer({ failure });
    await passPause(world);
    await untilMails(world, attempt + 1);
    t.equal(world.mails.length, attempt + 1);
  }
  t.strictSame(await deadIds(world), []);
  const again = await world.restart();
  await again.settle();
  const id = await mailId(again);
  t.equal((await readDelivery(again.store, id))?.state, "failed");
  t.strictSame(await deadIds(again), [id]);
  again.clock.advance(100 * 60 * 60_000);
  await again.settle();
  t.equal(again.mails.length, 0, "no automatic eleventh attempt");
});

t.test("a mail that is permanently refused is not sent again", async (t) => {
  const world = await createWorld({ channel: { chatLogEmails } });
  await closedChat(world);
  await untilMails(world, 1);
  await world.mails[0]?.answer({ failure: { ...failure, code: "550" }, isFinal: true });
  world.clock.advance(100 * 60 * 60_000);
  await world.settle();
  t.equal(world.mails.length, 1);
  t.strictSame(await deadIds(world), [await mailId(world)]);
});

t.test("[WH-27] without an address no mail is sent", async (t) => {
  const world = await createWorld();
  await closedChat(world);
  await world.pass(1_000);
  t.equal(world.mails.length, 0);
  await t.rejects(mailId(world), /found 0/);
});

t.test("a long log is composed in turns, up to a limit", async (t) => {
  const world = await createWorld();
  const chatId = await openChat(world, "c1");
  const count = 1_500;
  const text = "x".repeat(150);
  for (let index = 1; index < count; index += 1) await world.say("c1", `${index} ${text}`);
  const { directory } = world.runtime;
  const compose = (chatLogMailBytesMax: number) =>
    composeChatLog(chatId, { messagesUpTo: count }, directory, world.store, { ...defaultLimits, chatLogMailBytesMax });
  const stop = watchTurns();
  const whole = await compose(defaultLimits.chatLogMailBytesMax);
  const { turns } = stop();
  t.ok(turns >= count / 250, `${turns} turns`);
  const entries = (mail: typeof whole) => (mail?.text.match(/ UTC {2}Anonymous: /g) ?? []).length;
  t.equal(entries(whole), count);
  t.notMatch(whole?.text, /too long/);

  const cut = await compose(100_000);
  const shown = entries(cut);
  const rest = chatLogRest(count - shown);
  t.ok(shown > 400 && shown < 600, `${shown} shown`);
  t.ok(cut?.text.endsWith(`\n${rest}\n`), rest);
  const size = Buffer.byteLength(cut?.text ?? "") - Buffer.byteLength(rest);
  t.ok(size <= 100_000 && size > 99_700, `${size} bytes`);
});

const client: ClientFacts = {
  senderId: "7",
  senderIdKind: "string",
  number: 12,
  name: "Tomas\r\nBcc: spy@example.com\u2028 Berg\u0000",
  phone: null,
  email: "tomas@example.com",
  photo: null,
  description: "Wants\na boat",
  url: "https://shop.example.com/boats",
  pageTitle: "Boats",
  userToken: "s3cret",
  session: null,
  chatsCount: 2,
  isBlacklisted: false,
  pageData: [],
};
const facts: ChatLogFacts = {
  chatId: asChatId("5021"),
  channelName: "Web\nsite",
  client,
  page: { url: "https://shop.example.com/boats", title: "Boats\nClosed: never" },
  agentNames: ["Kim", "Lee\nRating: positive"],
  beganAtMs: Date.UTC(2026, 10, 20, 18, 3, 4, 5),
  closedAtMs: Date.UTC(2026, 10, 20, 18, 30),
  rate: "negative",
};

t.test("[WH-26, WH-27] no text written by a person can look like a header, a fact or an entry", async (t) => {
  t.equal(chatLogSubject(facts), "Chat 5021 with Tomas Bcc: spy@example.com Berg (Web site)");
  t.equal(
    chatLogHead(facts),
    [
      "Channel: Web site",
      "Client: Tomas Bcc: spy@example.com Berg",
      "E-mail: tomas@example.com",
      "Description: Wants",
      "    a boat",
      "Visitor number: 12",
      "Page: https://shop.example.com/boats (Boats Closed: never)",
      "Agents: Kim, Lee Rating: positive",
      "Began: 2026-11-20T18:03:04.005Z",
      "Closed: 2026-11-20T18:30:00.000Z",
      "Rating: negative",
    ].join("\n"),
  );
  const timestamp = Date.UTC(2026, 10, 20, 18, 3, 59) / 1_000;
  const entry = { message: "one\r\ntwo\u2028three\u0007\rfour", timestamp, type: "visitor" } as const;
  t.equal(chatLogLine(entry, "Tomas\nBerg"), "2026-11-20 18:03 UTC  Tomas Berg: one\n    two\n    three\n    four");
  t.equal(
    chatLogLine({ ...entry, message: "buy", blacklisted: true }, "Tomas"),
    "2026-11-20 18:03 UTC  Tomas (blacklisted): buy",
  );
  t.equal(chatLogRest(1), "The log is too long for a mail: 1 more entry is not shown.");
  t.equal([...chatLogSubject({ ...facts, client: { ...client, name: "😀".repeat(1_000) } })].length, 126);
});
