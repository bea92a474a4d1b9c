import assert from "node:assert/strict";
import fc from "fast-check";
import type { Test } from "tap";
import { laneWaitingMax } from "../../machines/chat/steps/lane-steps.ts";
import type { DeliveryId } from "../../machines/ids.ts";
import { botAddress, chatAddress, deliveryAddress } from "../../machines/tells.ts";
import { readHistory } from "../../src/actors/history/history.ts";
import type { PendingEvent } from "../../src/actors/pending.ts";
import { asChatId, asDeliveryId, asMessageId, clientConversation } from "../../src/core/ids.ts";
import type { ActorEvent, ClientTarget, Target } from "../../src/domain/effects.ts";
import type { ActorRow, Store } from "../../src/ports/store.ts";
import type { World } from "../actors/world.ts";
import { acceptBy, bot, channelId, createWorld, kim, robin } from "../actors/world.ts";
import { historyFaults } from "../harness/history-laws.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { contextOf, withContext } from "../harness/stored-contexts.ts";
import type { StoreUnderTest } from "./store-contract.ts";

const clients = ["c1", "c2"] as const;
type Client = (typeof clients)[number];
type Letter = Pick<PendingEvent<ActorEvent, ClientTarget>, "target" | "event" | "idempotency">;

/** Events of a client's chat, by their weight. `broken` causes a defect. `post` is undone when the lane is full. */
const weights = {
  write: 5,
  "write with a key": 1,
  post: 4,
  "bot took it": 4,
  "bot failed": 1,
  "message arrived": 1,
  typein: 1,
  typeout: 1,
  note: 1,
  contact: 1,
  accept: 1,
  reply: 1,
  close: 0.3,
  "broken bot": 2,
  "broken chat": 1,
  "broken delivery": 2,
} as const;
type Kind = keyof typeof weights;
interface Happening {
  readonly kind: Kind;
  readonly client: Client;
  /** Index of the item, where there are several. */
  readonly which: number;
}

const text = (words: string) => ({ type: "text", text: words, media: null }) as const;
const trace = { address: null, answer: null, note: null };
const failure = { kind: "http_status", code: "http_status", message: "HTTP 503." } as const;
const chats = { c1: asChatId("1"), c2: asChatId("2") } as const;
const botEvent = (client: Client, number: number): DeliveryId => asDeliveryId(`BOT-${client}-${number}`);
const front = (client: Client): DeliveryId => asDeliveryId(`FRONT-${client}`);
/**
 * The waiting deliveries of a full lane, which are not stored. Nothing opens one until the first delivery of the lane ends. Then it
 * is missing, and the complete event fails.
 */
const missing = Array.from({ length: laneWaitingMax }, (_, index) => asDeliveryId(`MISSING-${index}`));

/** Makes the event, the same one for each world; `number` makes its ids. */
function toLetter({ kind, client, which }: Happening, number: number, nowMs: number): Letter {
  const conversation = clientConversation(channelId, client);
  const id = asMessageId(`message-${number}`);
  const chat: Target = { kind: "actor", actor: chatAddress(chats[client]), conversation };
  const toBot: Target = { kind: "actor", actor: botAddress(chats[client]), conversation };
  const toDelivery = (delivery: DeliveryId): Target => ({
    kind: "actor",
    actor: deliveryAddress(delivery),
    conversation,
  });
  const notice = { eventId: id, deliveryId: asDeliveryId(`NOTICE-${number}`), lineId: asMessageId(`line-${number}`) };
  const attempt = { nowMs, attempt: 1, startedAtMs: nowMs, durationMs: 1, trace };
  const broken = (type: ActorEvent["type"]): ActorEvent => ({ type, nowMs, attempt: 1 }) as ActorEvent;
  switch (kind) {
    case "write":
    case "write with a key": {
      const target = { kind: "sought", conversation, channelId, senderId: client, senderIdKind: "string" } as const;
      const situation = {
        providerId: bot.providerId,
        agentsOnline: false,
        wantsAgent: false,
        acceptTimeoutMs: 60_000,
      };
      const sent = { ...notice, deliveryId: botEvent(client, number) };
      const message = { id, externalId: null, content: text(`text ${number}`) };
      const sender = { senderIdKind: "string" } as const;
      const event = {
        type: "message.received" as const,
        nowMs,
        sender,
        message,
        bot: { ...situation, notice: sent, offerNotice: null },
      };
      const key = { scope: client, key: `key ${which}`, fingerprint: "f" };
      return { target, event, ...(kind === "write with a key" && { idempotency: key }) };
    }
    case "post": {
      const about = { posted: null, outward: text("a post"), sender: robin, lineId: notice.lineId };
      const deliveryId = asDeliveryId(`POST-${number}`);
      const message = { id, content: text("a post") };
      return { target: toBot, event: { type: "bot.message-posted", nowMs, message, deliveryId, ...about } };
    }
    case "bot took it":
      return {
        target: toDelivery(botEvent(client, which)),
        event: { type: "attempt.succeeded", ...attempt, httpStatus: 200 },
      };
    case "bot failed":
      return {
        target: toDelivery(botEvent(client, which)),
        event: { type: "attempt.failed", ...attempt, httpStatus: 503, failure, isFinal: true },
      };
    case "message arrived":
      return { target: toDelivery(front(client)), event: { type: "attempt.succeeded", ...attempt, httpStatus: 200 } };
    case "typein":
    case "typeout":
      return { target: chat, event: { type: "typing.received", nowMs, state: kind } };
    case "note":
      return {
        target: chat,
        event: { type: "chat.note-requested", nowMs, agent: kim, message: { id, text: "a note" } },
      };
    case "contact":
      return {
        target: chat,
        event: { type: "chat.contact-change-requested", nowMs, change: { phone: `+1555010${number}` } },
      };
    case "accept":
      return { target: chat, event: { ...acceptBy(kim, nowMs), notice } as ActorEvent };
    case "reply": {
      const deliveryId = asDeliveryId(`REPLY-${number}`);
      return {
        target: chat,
        event: {
          type: "chat.reply-requested",
          nowMs,
          agent: kim,
          message: { id, content: text("a reply") },
          deliveryId,
        },
      };
    }
    case "close":
      return { target: chat, event: { type: "chat.close-requested", nowMs, agent: kim } };
    case "broken bot":
      return { target: toBot, event: broken("client.wrote") };
    case "broken chat":
      return { target: chat, event: broken("message.received") };
    case "broken delivery":
      return {
        target: toDelivery(botEvent(client, which)),
        event: { ...broken("attempt.succeeded"), attempt: null } as never,
      };
  }
}

interface Handed extends Letter {
  readonly cause: string;
}

/** Submits all of them at once; returns the accepted ones, in the order of their turns. */
async function hand(world: World, letters: readonly Handed[]): Promise<readonly Handed[]> {
  const accepted: Handed[] = [];
  const each = letters.map(
    (letter) =>
      new Promise<void>((resolve) => {
        const done: PendingEvent["done"] = ({ ok }) => {
          if (ok) accepted.push(letter);
          resolve();
        };
        world.runtime.registry.submitInternal({ ...letter, done });
      }),
  );
  await Promise.all(each);
  return accepted;
}

/**
 * Two clients whose chats have a bot; the first event for the bot is in progress. With `isFull` the first chat's lane to the
 * customer system is full.
 */
async function begin(store: Store, isFull: boolean): Promise<World> {
  const world = await createWorld({ store, channel: { bot }, limits: { defectsInARowMax: 1_000 } });
  const nowMs = world.clock.nowMs();
  for (const client of clients) {
    const first = { ...toLetter({ kind: "write", client, which: 0 }, 0, nowMs), cause: "first" };
    const posted = toLetter({ kind: "post", client, which: 0 }, 0, nowMs);
    const event = { ...posted.event, deliveryId: front(client) } as ActorEvent;
    await hand(world, [first]);
    await hand(world, [{ ...posted, event, cause: "posted" }]);
  }
  const row = await store.read("actor", [chatAddress(chats.c1)]);
  if (!isFull || row === undefined) return world;
  const full = withContext(row, { lane: { active: front("c1"), waiting: missing } });
  await store.commit({ conversations: [row.conversation] }, () => [{ table: "actor", key: [row.actor], row: full }]);
  world.runtime.registry.forget(row.conversation);
  return world;
}

const compared = [
  "client",
  "message",
  "chatState",
  "clientChat",
  "clientNumber",
  "phone",
  "delivery",
  "deadline",
  "tell",
  "idempotency",
  "counter",
  "archiveQueue",
] as const;

/** The number of commits is not compared: it changes revisions, and the place of the history. */
const toCompared = (row: ActorRow) => ({
  ...row,
  context: contextOf(row),
  revision: null,
  historyAt: null,
});

/** Earlier causes have ids that differ between the worlds. */
const shownCause = (cause: string): string => (cause.startsWith("event") ? cause : "before");

/** Everything that is stored, and its causes. */
async function dump(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const tables: Record<string, unknown> = {};
  for (const table of compared) tables[table] = await store.scan(table as "fact", { limit: 10_000 });
  const actors = (await store.scan("actor", { limit: 10_000 })).map(({ row }) => row);
  const shown = (await store.scan("feed", { limit: 10_000 })).flatMap(({ row }) => row.entries);
  return {
    ...tables,
    actors: actors.map(toCompared),
    steps: await Promise.all(
      actors.map(async ({ actor }) =>
        (await readHistory(store, actor))
          .filter(({ before, after }) => before !== after)
          .map(({ cause, event, before, after }) => [actor, shownCause(cause), event.type, before, after]),
      ),
    ),
    shown: [...new Set(shown.map(({ chatId, messageSeq }) => `${chatId}/${messageSeq}`))].sort(),
  };
}

const kind = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({ arbitrary: fc.constant(name as Kind), weight: weight * 10 })),
);
const happening = fc.record({
  kind,
  client: fc.constantFrom<Client>("c1", "c1", "c1", "c2"),
  which: fc.integer({ min: 0, max: 4 }),
});
/** The events of each list are submitted at once. */
const lists = fc.array(fc.array(happening, { minLength: 4, maxLength: 12, size: "max" }), {
  minLength: 1,
  maxLength: 2,
});

/** Throws if the store does not contain the result of the accepted events, each in its own commit. */
async function compareWithFold(store: Store, isFull: boolean, handed: readonly (readonly Happening[])[]) {
  const other = createMemoryStore();
  const [world, fold] = [await begin(store, isFull), await begin(other, isFull)];
  const counts = { accepted: 0, all: 0 };
  for (const list of handed) {
    const letters = list.map((one, index) => {
      const number = counts.all + index + 1;
      return { ...toLetter(one, number, world.clock.nowMs()), cause: `event ${number}` };
    });
    const accepted = await hand(world, letters);
    for (const letter of accepted) assert.equal((await hand(fold, [letter])).length, 1, letter.cause);
    counts.accepted += accepted.length;
    counts.all += letters.length;
  }
  assert.deepStrictEqual(await dump(store), await dump(other));
  assert.deepStrictEqual(await historyFaults(store), []);
  return counts;
}

/**
 * Tests the turns of one commit on every adapter of the port `Store`: the stored result must equal that of the accepted events
 * one by one.
 */
export function commitContract(t: Test, { name, open }: StoreUnderTest, numRuns: number): void {
  t.test(
    `${name}: the rows of a commit are the fold of its accepted events, whatever other events it had`,
    async (t) => {
      const seen = { accepted: 0, all: 0 };
      const property = fc.asyncProperty(fc.boolean(), lists, async (isFull, handed) => {
        const store = await open(t);
        try {
          const counts = await compareWithFold(store, isFull, handed);
          seen.accepted += counts.accepted;
          seen.all += counts.all;
        } finally {
          await store.close();
        }
      });
      await fc.assert(property, { numRuns, seed: 11 });
      t.ok(seen.accepted > seen.all / 2 && seen.accepted < seen.all, `${seen.accepted} of ${seen.all} were accepted`);
    },
  );
}
