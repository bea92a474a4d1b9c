import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import type { ActorKey } from "../../machines/ids.ts";
import { toDeskChat, toDeskMessage } from "../../src/codec/desk.ts";
import { Defect } from "../../src/core/assert.ts";
import { actorKindOf, asActorKey, asChatId, asDeliveryId } from "../../src/core/ids.ts";
import type { ActorRow, Store, Write } from "../../src/ports/store.ts";
import { listOldDeliveries } from "../../src/runtime/list-deliveries.ts";
import { readStoredActor } from "../../src/runtime/migrations.ts";
import { readChat, readDelivery } from "../../src/runtime/views.ts";
import { createMemoryStore } from "../../src/store/memory/memory-store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import { acceptBy, channelId, createWorld, kim } from "./world.ts";

/** As earlier versions wrote them, state and context as JSON rather than as text. */
interface GoldenRecord extends Omit<ActorRow, "state" | "context"> {
  readonly state: string;
  readonly context: Readonly<Record<string, unknown>>;
}

const folder = "test/fixtures/runtime";
const golden: readonly GoldenRecord[] = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(`${folder}/${name}`, "utf8")),
);
const toRow = (record: GoldenRecord): ActorRow => ({
  ...record,
  state: JSON.stringify(record.state),
  context: JSON.stringify(record.context),
});
const oldest = golden.filter(({ machine, version }) => machine !== "channel" && version === 1);
const recordsOf = (machine: string, version: number): readonly GoldenRecord[] =>
  golden.filter((record) => record.machine === machine && record.version === version);
const rowOf = (actor: string): ActorRow => {
  const record = oldest.find((one) => one.actor === actor);
  if (record === undefined) throw new Error(`Expected a record of ${actor} in ${folder}`);
  return toRow(record);
};

/** The records as they lay in the store of their time: the clients, the lists and the deadlines beside the actors. */
function storedThen(records: readonly GoldenRecord[]): readonly Write[] {
  const writes: Write[] = [{ table: "counter", key: ["chat"], row: { last: 4 } }];
  for (const record of records) {
    const row = toRow(record);
    writes.push({ table: "actor", key: [row.actor], row });
    for (const deadline of row.deadlines) {
      const { actor, conversation } = row;
      writes.push({
        table: "deadline",
        key: [deadline.atMs, actor, deadline.id],
        row: { ...deadline, actor, conversation },
      });
    }
    if (record.machine !== "chat") continue;
    const id = String(record.context["id"]);
    writes.push({ table: "chatState", key: [record.state, Number(id)], row: { channelId } });
    const client = record.context["client"] as never;
    const openChatId = record.state === "closed" ? null : asChatId(id);
    writes.push({ table: "client", key: [record.conversation], row: { channelId, client, openChatId } });
  }
  return writes;
}

t.test("every state that an earlier version knew has a golden record", async (t) => {
  t.strictSame([...new Set(golden.map(({ machine, version, state }) => `${machine} ${version} ${state}`))].sort(), [
    "channel 1 disabled",
    "channel 1 offline",
    "channel 1 online",
    "channel 1 removed",
    "chat 1 closed",
    "chat 1 waiting",
    "chat 1 with_agent",
    "chat 2 closed",
    "chat 2 waiting",
    "chat 2 with_agent",
    "delivery 1 attempting",
    "delivery 1 backing_off",
    "delivery 1 delivered",
    "delivery 1 failed",
    "delivery 1 pending",
    "delivery 2 attempting",
    "delivery 2 backing_off",
    "delivery 2 delivered",
    "delivery 2 failed",
    "delivery 2 pending",
  ]);
});

t.test("a chat of version 1 is read with all it had and what was added since", async (t) => {
  for (const record of recordsOf("chat", 1)) {
    const hasAgent = record.context["agent"] !== null;
    t.strictSame(
      readStoredActor(toRow(record), "chat"),
      {
        state: record.state,
        context: {
          ...record.context,
          client: { ...(record.context["client"] as object), description: null, url: null },
          offer: null,
          department: null,
          agentIds: hasAgent ? [kim.id] : [],
          invites: [],
          isClientTyping: false,
          typingAgent: null,
          closedAtMs: record.state === "closed" ? record.context["updatedAtMs"] : null,
          bot: null,
          buttons: null,
        },
      },
      `${record.actor} ${record.state}`,
    );
  }
});

t.test("a chat of version 2 never had a bot", async (t) => {
  for (const record of recordsOf("chat", 2)) {
    const context = { ...record.context, bot: null, buttons: null };
    t.strictSame(readStoredActor(toRow(record), "chat"), { state: record.state, context }, record.state);
  }
});

t.test("a channel of version 1 has no bot, and its agents the usual time to accept", async (t) => {
  for (const record of recordsOf("channel", 1)) {
    const settings = { ...Object(record.context["settings"]), acceptTimeoutMs: 60_000, bot: null };
    const context = { ...record.context, settings };
    t.strictSame(readStoredActor(toRow(record), "channel"), { state: record.state, context }, record.state);
  }
});

t.test("a delivery of an earlier version carries a message, with all it had", async (t) => {
  for (const record of [...recordsOf("delivery", 1), ...recordsOf("delivery", 2)]) {
    const { content, sender, ...kept } = record.context;
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

const stores: readonly { readonly name: string; open(t: Parameters<typeof quickFolder>[0]): Promise<Store> }[] = [
  { name: "memory", open: async () => createMemoryStore() },
  { name: "LMDB", open: (t) => openSmall(quickFolder(t)) },
];
/** What lay in one store: the first version of all, and the last one before there were bots. */
const generations = [
  { chats: 1, records: oldest },
  { chats: 2, records: golden.filter(({ version, actor }) => version === 2 || actor === `channel/${channelId}`) },
];
for (const [{ name, open }, { chats, records }] of stores.flatMap((store) =>
  generations.map((generation) => [store, generation] as const),
)) {
  t.test(`${name}: chats of version ${chats} are shown, stepped, and stored as version 3`, async (t) => {
    const store = await open(t);
    t.teardown(() => store.close());
    await store.commit([], () => storedThen(records));
    const versionOf = (actor: ActorKey): number | undefined => store.read("actor", [actor])?.version;

    for (const record of records) {
      const id = String(record.context["id"]);
      if (record.machine === "channel") continue;
      if (record.machine === "chat") {
        const chat = readChat(store, asChatId(id));
        t.ok(chat);
        if (chat !== undefined) t.match(toDeskChat(chat.context, chat.state), { id, state: record.state, page: null });
        continue;
      }
      const delivery = readDelivery(store, asDeliveryId(id));
      t.ok(delivery);
      if (delivery === undefined) continue;
      const { messageId, cargo } = delivery.context;
      if (cargo.kind !== "message") continue;
      const { content } = cargo;
      const message = { seq: 2, id: messageId, from: "agent", content, agentId: kim.id, atMs: 1 } as const;
      const shown = toDeskMessage({ ...message, externalId: null, deliveryId: asDeliveryId(id) }, delivery);
      t.equal(shown.delivery?.id, id);
    }

    const world = await createWorld({ store, clock: createManualClock(1_700_000_006_000) });
    await world.settle();
    t.match(
      readDelivery(store, asDeliveryId("DELIVERY000000000000000005")),
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
    const untouched = ["delivery/DELIVERY000000000000000001", `channel/${channelId}`];
    for (const { actor, version } of records) {
      t.equal(versionOf(actor), untouched.includes(actor) ? version : 3, actor);
    }
    t.strictSame(
      world.lines.filter(({ level }) => level === "error"),
      [],
    );
    const listed = (await store.scan("delivery", { limit: 99 })).map(({ key }) => key.join(" "));
    for (const record of records.filter(({ machine }) => machine === "delivery")) {
      t.ok(listed.includes(`all ${channelId} ${record.context["id"]}`), `${record.actor} is listed`);
    }
    t.notOk(
      listed.some((key) => key.startsWith("failed")),
      "none has failed any more",
    );
    const again = await world.restart();
    t.match(readChat(again.store, asChatId("1")), { state: "with_agent", context: { lastSeq: 2, agentIds: [kim.id] } });
  });
}

t.test("deliveries of version 1 are listed, however often that was broken off", async (t) => {
  const store = createMemoryStore();
  const rows = recordsOf("delivery", 1).map(toRow);
  const failedOne = rowOf("delivery/DELIVERY000000000000000002");
  const copies = Array.from({ length: 450 }, (_, number): ActorRow => {
    const id = `DELIVERY1${String(number).padStart(17, "0")}`;
    const context = JSON.stringify({ ...JSON.parse(failedOne.context), id });
    return { ...failedOne, actor: asActorKey(`delivery/${id}`), context };
  });
  await store.commit([], () =>
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
    commit: (conversations, apply) => {
      commits += 1;
      return store.commit(conversations, apply);
    },
  };
  await listOldDeliveries({ store: counting }, () => false);
  t.equal(commits, 0, "there is nothing left to do");
});

t.test("a row of a newer version is refused clearly, and nothing of it is lost", async (t) => {
  const store = createMemoryStore();
  await store.commit([], () => storedThen(oldest));
  const newer: ActorRow = { ...rowOf("chat/1"), version: 4, context: '{"mood":"unknown to us"}' };
  await store.commit([], () => [{ table: "actor", key: [newer.actor], row: newer }]);
  t.throws(() => readStoredActor(newer, "chat"), {
    message: "Actor chat/1 is stored as chat version 4; expected chat version 1 to 3",
  });
  const world = await createWorld({ store, clock: createManualClock(1_700_000_006_000) });
  const refused = await world.say("c1", "lost?");
  t.match(refused, { ok: false, failure: { code: "internal_error" } });
  t.strictSame(store.read("actor", [newer.actor]), newer);
  t.ok((await world.say("c2", "somebody else")).ok);
  t.match(world.lines.filter(({ level }) => level === "error").at(-1)?.facts["err"], Defect);
});

t.test("a row that belongs to no version or another machine is refused", async (t) => {
  const row = rowOf("chat/1");
  for (const wrong of [{ version: 0 }, { version: -1 }, { machine: "delivery" }]) {
    t.throws(() => readStoredActor({ ...row, ...wrong }, actorKindOf(asActorKey("chat/1"))), Defect);
  }
});
