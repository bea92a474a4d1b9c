import t from "tap";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { WebhooksContext } from "../../machines/webhooks/webhooks.machine.ts";
import { toDeskChat } from "../../src/codec/desk/desk.ts";
import { actorKindOf, asChannelId, asChatId, asDeliveryId } from "../../src/core/ids.ts";
import { readStoredActor } from "../../src/domain/actors.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import { readDelivery } from "../../src/domain/delivery/delivery-actor.ts";
import type { Write } from "../../src/ports/store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { golden, recordsOf, storedThen, toRow } from "./golden-records.ts";
import type { World } from "./world.ts";
import { createWorld } from "./world.ts";

const hooked = asChannelId("HOOKED0001");

/** Returns the bodies of events that are in delivery. */
const bodies = (): readonly Write[] => {
  const events = [
    ...recordsOf("delivery").map(({ context }) => ({ id: context["id"], ...Object(context["cargo"]), ...context })),
    ...recordsOf("webhooks").map(({ context }) => {
      const [receiver] = (context as object as WebhooksContext).update;
      return { ...context, event: "chat_updated", id: receiver?.deliveryId ?? null };
    }),
  ];
  return events.flatMap(({ id, chatId, event }): Write[] => {
    if (typeof event !== "string" || id === null) return [];
    const row = { head: JSON.stringify({ event_name: event }), tail: null, messagesUpTo: 0 };
    return [{ table: "webhook", key: [Number(chatId), asDeliveryId(id)], row }];
  });
};
/** Starts a process at the moment when the earlier one was stopped. */
async function startThen(): Promise<World> {
  const store = createMemoryStore();
  await store.commit({}, () => [...storedThen(golden), ...bodies()]);
  const world = await createWorld({ store, clock: createManualClock(1_700_000_006_000) });
  await world.settle();
  return world;
}

const reported = (world: World): readonly string[] =>
  world.reports.map(({ json, attempt }) => `${json["event_name"]} ${attempt}`);

const statesOf = (machine: string, states: readonly string[]): readonly string[] =>
  states.map((state) => `${machine} ${state}`);

t.test("every state of every actor has a record, which is read unchanged", async (t) => {
  t.strictSame([...new Set(golden.map(({ machine, state }) => `${machine} ${state}`))].sort(), [
    ...statesOf("agent", ["absent", "available", "removed", "unavailable"]),
    ...statesOf("bot", ["unstaffed", "with_bot"]),
    ...statesOf("call", ["agent_connected", "client_connected", "connected", "end", "error", "start"]),
    ...statesOf("channel", ["disabled", "offline", "online", "removed"]),
    ...statesOf("chat", ["blocked", "closed", "unstaffed", "waiting", "with_agent", "with_bot"]),
    ...statesOf("delivery", ["attempting", "backing_off", "delivered", "failed", "pending"]),
    ...statesOf("webhooks", ["quiet", "updating"]),
  ]);
  for (const record of golden) {
    const { actor, state, context } = record;
    t.strictSame(readStoredActor(toRow(record), actorKindOf(actor)), { state, context }, actor);
  }
});

t.test("events continue where the process was stopped", async (t) => {
  const world = await startThen();
  const sending = recordsOf("webhooks").find(({ actor }) => actor === "webhooks/8")?.context as
    | WebhooksContext
    | undefined;
  const active = sending?.lanes[0]?.active;
  if (active === undefined) throw new Error("Expected an event on its way in chat 8");
  t.match(
    await readDelivery(world.store, active),
    { state: "backing_off", context: { attempts: [{ failure: { kind: "interrupted" } }] } },
    "the attempt that ran counts as made",
  );
  t.strictSame(reported(world), ["chat_finished 1"], "and later events wait no longer");
  await world.reports[0]?.answer();
  await world.pass(1_000);
  t.strictSame(reported(world).slice(1), ["chat_updated 1"], "the second for further changes is over");
  await world.reports[1]?.answer();
  await world.pass(6_000);
  t.strictSame(reported(world).slice(2), ["chat_accepted 2", "chat_accepted 2"], "5 s after each had failed");
  for (const report of world.reports.slice(2)) await report.answer();
  t.ok(
    world.reports.slice(2).some(({ deliveryId }) => deliveryId === active),
    "under the same webhook-id",
  );
  t.match(world.mails, [{ to: ["log@example.com"] }], "the mail too");
  t.strictSame(
    world.lines.filter(({ level }) => level === "error"),
    [],
  );
});

t.test("[WH-25] chats continue in their stored state", async (t) => {
  const world = await startThen();
  const known = await readChat(world.store, asChatId("7"));
  t.match(known && toDeskChat(known.context, known.state, null, 600_000), {
    customData: [{ title: "Orders", content: "3" }],
    crmLink: "https://crm.example.com/c/7",
    canAssign: true,
    client: { name: "Zoë", phone: "+15550100" },
  });
  t.ok((await world.say("c10", "is anybody there?", hooked)).ok);
  t.match(await readChat(world.store, asChatId("10")), {
    state: "blocked",
    context: { client: { isBlacklisted: true } },
  });
});

t.test("[CALL-04] a call continues from its stored status", async (t) => {
  const world = await startThen();
  for (const { actor, conversation, state } of recordsOf("call")) {
    await end(world, actor, conversation);
    const stored = await world.store.read("actor", [actor]);
    t.equal(stored?.state, state === "error" ? "error" : "end", `${state} ends`);
  }
  t.match(await readChat(world.store, asChatId("4")), { context: { visit: { call: { status: "end" } } } });
});

const end = (world: World, actor: ActorKey, conversation: ConversationKey) =>
  world.runtime.post.send({
    target: { kind: "actor", actor, conversation },
    event: {
      type: "call.reported",
      nowMs: world.clock.nowMs(),
      status: "end",
      agentId: null,
      chosenId: null,
      reason: null,
      recordUrl: null,
    },
    cause: "test",
  });
