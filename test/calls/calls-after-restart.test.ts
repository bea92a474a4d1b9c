import type { Test } from "tap";
import t from "tap";
import type { CallContext } from "../../machines/call/call.machine.ts";
import type { ConversationKey } from "../../machines/ids.ts";
import type { CallStatus } from "../../machines/tells.ts";
import { callAddress } from "../../machines/tells.ts";
import type { CallStatusReport } from "../../src/codec/call/call-status.ts";
import { widgetDefaults } from "../../src/codec/settings/channel-defaults.ts";
import { asCallId, asChatId, clientConversation } from "../../src/core/ids.ts";
import type { Calls } from "../../src/domain/call/calls.ts";
import { createCalls } from "../../src/domain/call/calls.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import type { Store } from "../../src/ports/store.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import type { World } from "../actors/world.ts";
import { bot, channelId, createWorld, webhooks } from "../actors/world.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { contextOf } from "../harness/stored-contexts.ts";
import { silentLog } from "../harness/test-log.ts";
import { callback, phone } from "./call-service.ts";

const conversation = clientConversation(channelId, "visitor");
const fourHoursMs = 4 * 60 * 60 * 1_000;
const unknownOutcome = "The service was restarted while the gateway was asked; whether it placed the call is unknown";
const widget = { ...widgetDefaults, callback };

/** A memory store. After `stopAt`, it never answers a commit of the visitor, either before or after it stores the commit. */
function createStoppingStore() {
  const inner = createMemoryStore();
  let stop: "before" | "after" | null = null;
  const never = new Promise<never>(() => undefined);
  const store: Store = {
    read: (table, key) => inner.read(table, key),
    durable: inner.durable,
    scan: (table, range) => inner.scan(table, range),
    close: () => inner.close(),
    async commit(needs, apply) {
      const isIts = [...(needs.conversations ?? [])].some((key: ConversationKey) => key === conversation);
      if (isIts && stop === "before") return never;
      await inner.commit(needs, apply);
      return isIts && stop === "after" ? never : undefined;
    },
  };
  return {
    store,
    stopAt(when: typeof stop): void {
      stop = when;
    },
  };
}

/** Calls over an actor system that can be killed. */
interface CallWorld {
  readonly world: World;
  readonly calls: Calls;
}

async function callsOf(world: World): Promise<CallWorld> {
  const telephony = { isConfigured: true, startCall: async () => null, close: async () => undefined };
  const calls = createCalls({
    runtime: world.runtime,
    peers: createAlonePeers(),
    telephony,
    log: silentLog,
    incomingChannelId: null,
  });
  await calls.start();
  return { world, calls };
}

async function openCalls() {
  const { store, stopAt } = createStoppingStore();
  const world = await createWorld({ store, channel: { kind: "widget", widget, webhooks } });
  await world.kimEnters();
  return { ...(await callsOf(world)), stopAt };
}

const restart = async (world: World): Promise<CallWorld> => callsOf(await world.restart());

/** Waits for some turns, because a process with an unanswered commit never becomes idle. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances the clock in steps, because far deadlines are only loaded from time to time. An overdue deadline fires at once. */
async function pass({ clock, settle }: World, ms: number): Promise<void> {
  const stepMs = 5 * 60_000;
  for (let left = ms; left >= 0; left -= stepMs) {
    clock.advance(Math.min(stepMs, left));
    await settle();
    clock.advance(0);
    await settle();
  }
}

const request = ({ calls }: CallWorld) =>
  calls.requestCallback({ channelId, conversation, senderId: "visitor", phone }, "test");

const report = (status: CallStatus, more: Partial<CallStatusReport> = {}): CallStatusReport => ({
  callId: asCallId("1"),
  status,
  type: null,
  phone: null,
  agentId: null,
  reason: null,
  recordUrl: null,
  ...more,
});

/** The status and reason of every stored call_event, oldest first. */
async function eventsOf({ store }: World): Promise<readonly unknown[]> {
  const rows = await store.scan("webhook", { limit: 1_000 });
  const bodies = rows.map(({ row }) => JSON.parse(row.head));
  return bodies.filter(({ event_name }) => event_name === "call_event").map(({ call }) => [call.status, call.reason]);
}

const callOf = async ({ store }: World, id = "1"): Promise<CallContext | undefined> => {
  const row = await store.read("actor", [callAddress(asCallId(id))]);
  return row === undefined ? undefined : contextOf(row);
};

async function failsOnce(t: Test, { world, calls }: CallWorld): Promise<void> {
  await world.settle();
  t.strictSame(await eventsOf(world), [
    ["start", undefined],
    ["error", unknownOutcome],
  ]);
  t.match(await callOf(world), { status: "error", reason: unknownOutcome });
  t.equal(world.calls.length, 0, "the call is not requested again, because that could dial twice");
  t.equal(await calls.callbackRefusal(channelId, conversation), null, "another call can be requested");
  t.match(
    await calls.report(report("agent_connected"), "late"),
    { ok: true },
    "a later report of the gateway changes nothing",
  );
  await world.settle();
  t.equal((await eventsOf(world)).length, 2);
}

t.test("killed between the commit of a call and the request: the call fails, and nobody is called", async (t) => {
  const first = await openCalls();
  first.stopAt("after");
  void request(first);
  await someTurns();
  t.equal(first.world.calls.length, 0, "no request before the commit");
  first.stopAt(null);
  await failsOnce(t, await restart(first.world));
});

t.test("killed during the request to the gateway: the call fails, and the request is not repeated", async (t) => {
  const first = await openCalls();
  t.match(await request(first), { ok: true });
  t.equal(first.world.calls.length, 1);
  await failsOnce(t, await restart(first.world));
});

t.test("killed before the commit: there is no call, and its id is not used again", async (t) => {
  const first = await openCalls();
  first.stopAt("before");
  void request(first);
  await someTurns();
  first.stopAt(null);
  const second = await restart(first.world);
  await second.world.settle();
  t.strictSame(await eventsOf(second.world), []);
  t.equal(await callOf(second.world), undefined);
  t.match(await second.calls.report(report("end"), "test"), { ok: false, failure: { code: "not_found" } });
  await second.world.kimEnters();
  t.match(await request(second), { ok: true, value: { visit: { call: { id: "2" } } } });
});

t.test("an accepted call continues after a restart", async (t) => {
  const first = await openCalls();
  await request(first);
  await first.world.calls[0]?.answer(null);
  const second = await restart(first.world);
  await second.world.settle();
  t.match(await callOf(second.world), { status: "start" });
  t.equal(await second.calls.callbackRefusal(channelId, conversation), "Callback unavaiable", "it is still running");
  t.match(await request(second), { ok: false });
  t.match(await second.calls.report(report("agent_connected"), "test"), { ok: true });
  const third = await restart(second.world);
  t.match(await third.calls.report(report("agent_connected"), "test"), { ok: true });
  t.match(await third.calls.report(report("end"), "test"), { ok: true });
  await third.world.settle();
  t.strictSame((await eventsOf(third.world)).length, 3, "a new call, and two changes");
  t.equal(await third.calls.callbackRefusal(channelId, conversation), null);
  const fourth = await restart(third.world);
  t.equal(await fourth.calls.callbackRefusal(channelId, conversation), null);
});

t.test("a chat that began with a call goes to the bot after the call, also with a restart in between", async (t) => {
  const begun = await createWorld({ channel: { kind: "widget", widget, webhooks, bot } });
  await begun.kimEnters();
  const first = await callsOf(begun);
  await request(first);
  await begun.calls[0]?.answer(null);
  await begun.say("visitor", "while it rings");
  const second = await restart(begun);
  await second.calls.report(report("end"), "test");
  await second.world.settle();
  const third = (await restart(second.world)).world;
  const chat = () => readChat(third.store, asChatId("1"));
  t.match(await chat(), { state: "waiting", context: { bot: "awaited" } });
  t.strictSame(third.botEvents, [], "messages during the call are for the agents");
  await third.say("visitor", "and now?");
  await third.settle();
  t.match(await chat(), { state: "with_bot", context: { bot: "connected" } });
  t.match(
    third.botEvents.map(({ event }) => event),
    [{ event: "CLIENT_MESSAGE", chatId: "1", text: "and now?" }],
  );
  t.ok((await third.botSays(asChatId("1"), "Hello, I am Robin")).ok);
});

t.test("[CALL-11] a call without a final status is lost after 4 h, to the millisecond", async (t) => {
  const first = await openCalls();
  await request(first);
  await first.world.calls[0]?.answer(null);
  await first.calls.report(report("agent_connected"), "test");
  await pass(first.world, fourHoursMs - 1);
  t.match(await callOf(first.world), { status: "agent_connected" });
  t.equal(await first.calls.callbackRefusal(channelId, conversation), "Callback unavaiable");
  await pass(first.world, 1);
  t.match(await callOf(first.world), { status: "error", reason: "Gateway lost" });
  t.equal(await first.calls.callbackRefusal(channelId, conversation), null);
  t.strictSame(await eventsOf(first.world), [
    ["start", undefined],
    ["agent_connected", undefined],
    ["error", "Gateway lost"],
  ]);
});

for (const [when, waitMs, restMs] of [
  ["before", fourHoursMs - 1_000, 1_000],
  ["through", fourHoursMs + 60_000, 0],
] as const) {
  t.test(`the 4 h stay the same if the service is restarted ${when} their end`, async (t) => {
    const first = await openCalls();
    await request(first);
    await first.world.calls[0]?.answer(null);
    const { clock } = first.world;
    const restarting = first.world.restart();
    clock.advance(waitMs);
    const second = await callsOf(await restarting);
    await pass(second.world, 0);
    if (restMs > 0) {
      t.match(await callOf(second.world), { status: "start" }, "not early");
      await pass(second.world, restMs);
    }
    t.match(await callOf(second.world), { status: "error", reason: "Gateway lost" });
    t.strictSame(await eventsOf(second.world), [
      ["start", undefined],
      ["error", "Gateway lost"],
    ]);
    t.equal(await second.calls.callbackRefusal(channelId, conversation), null);
    t.match(await second.calls.report(report("end"), "test"), { ok: true });
    t.equal((await eventsOf(second.world)).length, 2, "a later report changes nothing");
  });
}

t.test(
  "[CALL-02, CALL-07] killed between the commit of an incoming call and the answer: the repeated report is no second call",
  async (t) => {
    const first = await openCalls();
    await first.world.say("visitor", "Hello", channelId);
    const announced = report("start", { callId: asCallId("in-551"), type: "incoming", phone });
    t.match(await first.calls.report(announced, "test"), { ok: true });
    const second = await restart(first.world);
    t.match(await second.calls.report(announced, "test"), { ok: true });
    await second.world.settle();
    t.strictSame(await eventsOf(second.world), [["start", undefined]]);
    t.equal((await second.world.store.read("counter", ["chat"]))?.last, 2, "one chat for it");
  },
);
