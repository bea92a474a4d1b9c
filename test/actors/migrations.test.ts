import type { Test } from "tap";
import t from "tap";
import type { ActorKey } from "../../machines/ids.ts";
import { toDeskChat, toDeskMessage } from "../../src/codec/desk/desk.ts";
import { actorKindOf, asActorKey, asChannelId, asChatId, asDeliveryId } from "../../src/core/ids.ts";
import { actors, readStoredActor } from "../../src/domain/actors.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import { readDelivery } from "../../src/domain/delivery/delivery-queries.ts";
import { listOldDeliveries } from "../../src/domain/delivery/list-deliveries.ts";
import type { ActorRow, Store } from "../../src/ports/store.ts";
import { createMemoryStore } from "../../src/store/memory/memory-store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import type { GoldenRecord } from "./golden-records.ts";
import { firstChat, golden, recordsOf, storedThen, toRow } from "./golden-records.ts";
import type { World } from "./world.ts";
import { acceptBy, createWorld, kim } from "./world.ts";

const oldest = [...recordsOf("chat", 1), ...recordsOf("delivery", 1)];
const rowOf = (actor: string): ActorRow => {
  const record = oldest.find((one) => one.actor === actor);
  if (record === undefined) throw new Error(`Expected a record of ${actor} of version 1`);
  return toRow(record);
};

const statesOf = (machine: string, versions: readonly number[], states: readonly string[]): readonly string[] =>
  versions.flatMap((version) => states.map((state) => `${machine} ${version} ${state}`));

t.test("every state that a version knows has a golden record", async (t) => {
  t.strictSame([...new Set(golden.map(({ machine, version, state }) => `${machine} ${version} ${state}`))].sort(), [
    ...statesOf("agent", [1], ["absent", "available", "removed", "unavailable"]),
    "bot 1 unstaffed",
    "bot 1 with_bot",
    ...statesOf("call", [1], ["agent_connected", "client_connected", "connected", "end", "error", "start"]),
    ...statesOf("channel", [1, 2, 3, 4, 5], ["disabled", "offline", "online", "removed"]),
    ...statesOf("chat", [1, 2], ["closed", "waiting", "with_agent"]),
    ...statesOf("chat", [3], ["closed", "unstaffed", "waiting", "with_agent", "with_bot"]),
    ...statesOf("chat", [4, 5, 6, 7, 8], ["blocked", "closed", "unstaffed", "waiting", "with_agent", "with_bot"]),
    ...statesOf("delivery", [1, 2, 3, 4], ["attempting", "backing_off", "delivered", "failed", "pending"]),
    "webhooks 1 quiet",
    "webhooks 1 updating",
  ]);
});

/** Adds the fields that a chat has since version 4, and those that came with later versions. */
const asPresent = (state: string, context: Readonly<Record<string, unknown>>) => ({
  ...context,
  client: { ...Object(context["client"]), pageTitle: null, userToken: null, session: null, ...firstChat },
  visit: { surface: "api", firstPage: null, crm: null, call: null, rate: null, ...waitingOf(state, context) },
});
/** Returns the fields of the client's wait, for a chat that began before these fields were stored. */
const waitingOf = (state: string, { unread, agent, createdAtMs }: Readonly<Record<string, unknown>>) => ({
  waitingSinceMs: unread === 0 || state === "with_bot" ? null : createdAtMs,
  linesBehind: 0,
  isAccepted: agent !== null,
  failed: [],
});
const withoutBot = { bot: null, buttons: null };

t.test("a chat of version 1 is read with all its fields and those added since", async (t) => {
  for (const record of recordsOf("chat", 1)) {
    const hasAgent = record.context["agent"] !== null;
    const context = {
      ...record.context,
      client: { ...Object(record.context["client"]), description: null, url: null },
      offer: null,
      department: null,
      agentIds: hasAgent ? [kim.id] : [],
      invites: [],
      isClientTyping: false,
      typingAgent: null,
      closedAtMs: record.state === "closed" ? record.context["updatedAtMs"] : null,
      ...withoutBot,
    };
    const { state } = record;
    t.strictSame(readStoredActor(toRow(record), "chat"), { state, context: asPresent(state, context) }, record.actor);
  }
});

t.test("a chat of version 2 never had a bot", async (t) => {
  for (const record of recordsOf("chat", 2)) {
    const context = asPresent(record.state, { ...record.context, ...withoutBot });
    t.strictSame(readStoredActor(toRow(record), "chat"), { state: record.state, context }, record.state);
  }
});

t.test("[WH-07] a chat of version 3 is its client's first, and has no call, no rating and no CRM data", async (t) => {
  for (const record of recordsOf("chat", 3)) {
    const context = asPresent(record.state, record.context);
    t.strictSame(readStoredActor(toRow(record), "chat"), { state: record.state, context }, record.state);
  }
});

t.test("[WJ-17] a chat of version 4 has no data from the page", async (t) => {
  const records = recordsOf("chat", 4);
  t.ok(records.length > 0);
  for (const record of records) {
    const { state } = record;
    const client = { ...Object(record.context["client"]), pageData: [] };
    const visit = { ...Object(record.context["visit"]), ...waitingOf(state, record.context) };
    const context = { ...record.context, client, visit };
    t.strictSame(readStoredActor(toRow(record), "chat"), { state, context }, record.actor);
  }
});

t.test("the client of a chat of version 5 waits at least since the chat changed last", async (t) => {
  const records = recordsOf("chat", 5);
  t.ok(records.length > 0);
  for (const record of records) {
    const { state } = record;
    const visit = { ...Object(record.context["visit"]), ...waitingOf(state, record.context) };
    const context = { ...record.context, visit };
    t.strictSame(readStoredActor(toRow(record), "chat"), { state, context }, record.actor);
  }
  const ofAgents = records.filter(({ state }) => state === "with_agent");
  t.ok(ofAgents.length > 0);
  for (const record of ofAgents) {
    const unread = { ...record, context: { ...record.context, unread: 2 } };
    const waitingSinceMs = record.context["updatedAtMs"];
    t.match(readStoredActor(toRow(unread), "chat"), { context: { visit: { waitingSinceMs } } }, record.actor);
  }
});

t.test("[WJ-35] a chat of version 6 was accepted, unless its only known agent is the one who closed it", async (t) => {
  const records = recordsOf("chat", 6);
  t.ok(records.length > 0);
  const read = (record: GoldenRecord, change: object) =>
    readStoredActor(toRow({ ...record, context: { ...record.context, ...change } }), "chat").context;
  for (const record of records) {
    const isAccepted = record.context["agent"] !== null;
    const visit = { ...Object(record.context["visit"]), isAccepted, failed: [] };
    t.strictSame(read(record, {}), { ...record.context, visit }, record.actor);
    if (record.state !== "closed") continue;
    const crm = { isOfAcceptance: true };
    t.match(
      read(record, { agent: null, agentIds: [kim.id] }),
      { visit: { isAccepted: false } },
      "closed by its only agent",
    );
    t.match(read(record, { agent: null, agentIds: [kim.id, 2] }), { visit: { isAccepted: true } }, "and by another");
    t.match(
      read(record, { agent: null, agentIds: [kim.id], visit: { crm } }),
      { visit: { isAccepted: true } },
      "reported",
    );
  }
  const [waiting] = records.filter(({ state }) => state === "waiting");
  t.match(waiting && read(waiting, { agentIds: [kim.id] }), { visit: { isAccepted: true } }, "given back");
});

t.test("a chat of version 7 has no message marked as failed", async (t) => {
  t.ok(recordsOf("chat", 7).length > 0);
  for (const record of recordsOf("chat", 7)) {
    const context = { ...record.context, visit: { ...Object(record.context["visit"]), failed: [] } };
    t.strictSame(readStoredActor(toRow(record), "chat"), { state: record.state, context }, record.actor);
  }
});

t.test(
  "[WH-01] a channel of an earlier version reports its chats to no owner's server; a channel of the first version has no bot",
  async (t) => {
    for (const record of recordsOf("channel", 1, 2)) {
      const sinceBots = record.version === 1 ? { acceptTimeoutMs: 60_000, bot: null } : {};
      const sinceWebhooks = { webhooks: null, chatLogEmails: [], widget: null };
      const settings = { ...Object(record.context["settings"]), ...sinceBots, ...sinceWebhooks };
      const context = { ...record.context, settings, declaredBalance: null };
      t.strictSame(readStoredActor(toRow(record), "channel"), { state: record.state, context }, record.state);
    }
  },
);

t.test("in a channel of version 4 the stored call balance counts as the last balance of the config file", async (t) => {
  const balances = recordsOf("channel", 4).map((record) => {
    const { context } = readStoredActor(toRow(record), "channel");
    t.strictSame(context, { ...record.context, declaredBalance: Object(context).declaredBalance }, record.actor);
    return Object(context).declaredBalance;
  });
  t.strictSame([...new Set(balances)], [null, 12.5]);
});

t.test(
  "[WJ-36] a widget of version 3 gets the default look and the contacts form; other channels stay unchanged",
  async (t) => {
    const look = { color: null, position: "right", language: null, title: null, greeting: null, sound: true };
    const kinds = new Set<unknown>();
    for (const record of recordsOf("channel", 3)) {
      const { kind, widget, ...rest } = Object(record.context["settings"]);
      kinds.add(kind);
      const settings = { ...rest, kind, widget: kind === "widget" ? { ...widget, look, contactsForm: true } : null };
      const declaredBalance = settings.widget === null ? null : settings.widget.callback.balance;
      const context = { ...record.context, settings, declaredBalance };
      t.strictSame(readStoredActor(toRow(record), "channel"), { state: record.state, context }, record.actor);
    }
    t.strictSame(kinds, new Set(["api", "widget"]));
  },
);

t.test("a delivery of the first versions contains a message with all its fields", async (t) => {
  for (const record of recordsOf("delivery", 1, 2)) {
    const { content, sender, policy: _, ...kept } = record.context;
    const attempts = record.context["attempts"] as readonly object[];
    t.strictSame(
      readStoredActor(toRow(record), "delivery"),
      {
        state: record.state,
        context: {
          ...kept,
          cargo: { kind: "message", content, sender },
          isInFront: false,
          attempts: attempts.map((attempt) => ({ address: null, answer: null, note: null, ...attempt })),
          cancellation: null,
        },
      },
      `${record.actor} ${record.version} ${record.state}`,
    );
  }
});

t.test("a delivery of version 3 continues by the policy of its cargo", async (t) => {
  for (const record of recordsOf("delivery", 3)) {
    const { policy: _, ...context } = record.context;
    t.strictSame(readStoredActor(toRow(record), "delivery"), { state: record.state, context }, record.actor);
  }
});

const stores: readonly { readonly name: string; open(t: Parameters<typeof quickFolder>[0]): Promise<Store> }[] = [
  { name: "memory", open: async () => createMemoryStore() },
  { name: "LMDB", open: (t) => openSmall(quickFolder(t)) },
];
/** The content of one store: of the first version, of the last version before bots, and of the last version before webhooks. */
const generations = [
  { chats: 1, records: oldest },
  { chats: 2, records: [...recordsOf("chat", 2), ...recordsOf("delivery", 2), ...recordsOf("channel", 1)] },
  {
    chats: 3,
    records: [...recordsOf("chat", 3), ...recordsOf("delivery", 3), ...recordsOf("channel", 2), ...recordsOf("bot", 1)],
  },
];
const firstDelivery = "delivery/DELIVERY000000000000000001";
for (const [{ name, open }, { chats, records }] of stores.flatMap((store) =>
  generations.map((generation) => [store, generation] as const),
)) {
  t.test(`${name}: chats of version ${chats} are shown, stepped, and stored as the present version`, async (t) => {
    const store = await open(t);
    t.teardown(() => store.close());
    await store.commit({}, () => storedThen(records));
    const versionOf = async (actor: ActorKey): Promise<number | undefined> =>
      (await store.read("actor", [actor]))?.version;

    for (const record of records) {
      const id = String(record.context["id"]);
      if (record.machine === "channel" || record.machine === "bot") continue;
      if (record.machine === "chat") {
        const chat = await readChat(store, asChatId(id));
        t.ok(chat);
        if (chat !== undefined)
          t.match(toDeskChat(chat.context, chat.state, null, 600_000), { id, state: record.state, page: null });
        continue;
      }
      const delivery = await readDelivery(store, asDeliveryId(id));
      t.ok(delivery);
      if (delivery === undefined) continue;
      const { messageId, cargo } = delivery.context;
      if (cargo.kind !== "message") continue;
      const { content } = cargo;
      if (messageId === null) throw new Error(`Expected a message in ${id}`);
      const message = { seq: 2, id: messageId, from: "agent", content, agentId: kim.id, atMs: 1 } as const;
      const shown = toDeskMessage({ ...message, externalId: null, deliveryId: asDeliveryId(id) }, delivery);
      t.equal(shown.delivery?.id, id);
    }

    const world = await createWorld({ store, clock: createManualClock(1_700_000_006_000) });
    await world.settle();
    t.match(
      await readDelivery(store, asDeliveryId("DELIVERY000000000000000005")),
      { state: "backing_off", context: { attempts: [{ failure: { kind: "interrupted" } }] } },
      "the attempt that was running when the version was stopped counts as made",
    );
    t.ok((await world.say("c1", "another")).ok);
    t.ok((await world.step(asChatId("1"), acceptBy(kim, 1))).ok);
    t.ok((await world.reply(asChatId("4"), "behind it")).ok);
    const deliveryId = asDeliveryId("DELIVERY000000000000000002");
    t.ok((await world.step(asChatId("3"), { type: "delivery.resend-requested", nowMs: 1, deliveryId })).ok);
    await world.settle();
    t.strictSame(
      world.attempts.map(({ content }) => content.text),
      ["failed"],
      "a failed message is sent again",
    );
    await world.attempts[0]?.answer();
    await world.pass(3_000);
    await world.attempts.find(({ content }) => content.text === "backing off")?.answer();
    await world.attempts.find(({ content }) => content.text === "attempting")?.answer();
    t.strictSame(
      world.attempts.slice(1).map(({ content }) => content.text),
      ["backing off", "attempting", "pending", "behind it"],
      "the lanes go on where they were",
    );
    for (const attempt of world.attempts.slice(3)) await attempt.answer();
    t.ok((await world.say("c3", "another")).ok);
    const countedIn = async (id: string) => (await readChat(store, asChatId(id)))?.context.client.chatsCount;
    const next = String((await store.read("counter", ["chat"]))?.last);
    t.strictSame([await countedIn("1"), await countedIn(next)], [1, 2], "the chat that was there counts as the first");
    if (chats === 3) await goOnWithBot(t, world);
    for (const { actor, machine, context } of records) {
      if (actor === firstDelivery || machine === "channel" || context["channelId"] === "WITHBOT001") continue;
      t.equal(await versionOf(actor), actors[actorKindOf(actor)].version, actor);
    }
    t.strictSame(
      world.lines.filter(({ level }) => level === "error"),
      [],
    );
    const listed = (await store.scan("delivery", { limit: 99 })).map(({ key }) => key.join(" "));
    for (const record of records.filter(({ machine }) => machine === "delivery")) {
      t.ok(listed.includes(`all ${record.context["channelId"]} ${record.context["id"]}`), `${record.actor} is listed`);
    }
    t.notOk(
      listed.some((key) => key.startsWith("failed")),
      "no message counts as failed any more",
    );
    const again = await world.restart();
    const migrated = await readChat(again.store, asChatId("1"));
    t.match(migrated, { state: "with_agent", context: { lastSeq: 2, agentIds: [kim.id] } });
  });
}

/** The bot's chats at the moment when the process was stopped. */
async function goOnWithBot(t: Test, world: World): Promise<void> {
  const told = (): readonly string[] =>
    world.botTold.map(({ event }) => (event.event === "CLIENT_MESSAGE" ? event.text : event.event));
  t.strictSame([...told()].sort(), ["AGENT_UNAVAILABLE", "to the bot"], "each after its 3 s");
  for (const telling of [...world.botTold]) await telling.answer();
  t.strictSame(told().slice(2), ["and more"], "its lane continues");
  t.ok((await world.botSays(asChatId("5"), "I am back")).ok);
  t.ok((await world.say("c6", "still there?", asChannelId("WITHBOT001"))).ok);
  t.match(await Promise.all(["5", "6"].map(async (id) => (await readChat(world.store, asChatId(id)))?.context)), [
    { visit: { surface: "api" }, bot: "connected", lastSeq: 3 },
    { visit: { surface: "api" }, bot: "connected" },
  ]);
}

t.test("deliveries of version 1 are listed, even after many interruptions", async (t) => {
  const store = createMemoryStore();
  const rows = recordsOf("delivery", 1).map(toRow);
  const failedOne = rowOf("delivery/DELIVERY000000000000000002");
  const copies = Array.from({ length: 450 }, (_, number): ActorRow => {
    const id = `DELIVERY1${String(number).padStart(17, "0")}`;
    const context = JSON.stringify({ ...JSON.parse(String(failedOne.context)), id });
    return { ...failedOne, actor: asActorKey(`delivery/${id}`), context };
  });
  await store.commit({}, () =>
    [...rows, ...copies].map((row) => ({ table: "actor" as const, key: [row.actor] as const, row })),
  );
  const count = async (list: string): Promise<number> =>
    (await store.scan("delivery", { prefix: [list], limit: 999 })).length;
  let asked = 0;
  await listOldDeliveries({ store }, () => {
    asked += 1;
    return asked > 1;
  });
  t.equal(await count("all"), 200, "stopped after a page");
  await listOldDeliveries({ store }, () => false);
  t.equal(await count("all"), 455);
  t.equal(await count("failed"), 451);
  let commits = 0;
  const counting: Store = {
    ...store,
    commit: (needs, apply) => {
      commits += 1;
      return store.commit(needs, apply);
    },
  };
  await listOldDeliveries({ store: counting }, () => false);
  t.equal(commits, 0, "there is nothing left to do");
});
