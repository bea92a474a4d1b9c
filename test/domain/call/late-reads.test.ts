import t from "tap";
import type { CallStatus } from "../../../machines/tells.ts";
import { widgetDefaults } from "../../../src/codec/settings/channel-defaults.ts";
import { asCallId, clientConversation } from "../../../src/core/ids.ts";
import { createCalls, refuseCallback } from "../../../src/domain/call/calls.ts";
import { RunningCalls, readMissedNotes } from "../../../src/domain/call/running-calls.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createAlonePeers } from "../../../src/store/alone-peers.ts";
import type { World } from "../../actors/world.ts";
import { channelId, createWorld } from "../../actors/world.ts";
import { callback, phone } from "../../calls/call-service.ts";
import { silentLog } from "../../harness/test-log.ts";

const conversation = clientConversation(channelId, "visitor");
const telephony = { isConfigured: true, startCall: async () => null, close: async () => undefined };

/** Opens a channel whose visitors can request a call. With `hasCall`, a visitor has requested one. */
async function openWidget({ hasCall }: { readonly hasCall: boolean }): Promise<World> {
  const world = await createWorld({ channel: { kind: "widget", widget: { ...widgetDefaults, callback } } });
  await world.kimEnters();
  const calls = createCalls({
    runtime: world.runtime,
    peers: createAlonePeers(),
    telephony,
    log: silentLog,
    incomingChannelId: null,
  });
  await calls.start();
  const request = { channelId, conversation, senderId: "visitor", phone };
  if (hasCall) t.ok((await calls.requestCallback(request, "test")).ok);
  return world;
}

/** A store whose reads return only after `letThrough`. The row is read at the time of the call. */
function createLateReads(store: Store) {
  let letThrough = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const read = async (...asked: Parameters<Store["read"]>): Promise<unknown> => {
    const row = await store.read(...asked);
    await gate;
    return row;
  };
  return { late: { ...store, read: read as unknown as Store["read"] } satisfies Store, letThrough: () => letThrough() };
}

const callIs = (status: CallStatus) => ({
  channelId,
  call: { id: asCallId("1"), type: "callback", status, agentId: null, phone, reason: null, recordUrl: null } as const,
});

t.test("a note about a call that arrives while stored calls are loaded is newer than the stored call", async (t) => {
  const { store } = await openWidget({ hasCall: true });
  const loaded = async (sent: CallStatus | null): Promise<readonly [boolean, number]> => {
    const calls = new RunningCalls();
    const { late, letThrough } = createLateReads(store);
    const loading = calls.load(late);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (sent !== null) calls.note(conversation, callIs(sent));
    letThrough();
    await loading;
    return [calls.isRunning(conversation), calls.unanswered(channelId)];
  };
  t.strictSame(await loaded(null), [true, 1]);
  t.strictSame(await loaded("agent_connected"), [true, 1], "the client may still answer");
  t.strictSame(await loaded("client_connected"), [true, 0]);
  t.strictSame(await loaded("end"), [false, 0]);
  t.strictSame(await loaded("error"), [false, 0]);
});

t.test("if a call begins while the visitor is looked up, a second call is refused", async (t) => {
  const { runtime } = await openWidget({ hasCall: false });
  const { late, letThrough } = createLateReads(runtime.store);
  const refusal = refuseCallback(channelId, conversation, { ...runtime, store: late }, telephony);
  runtime.runningCalls.note(conversation, callIs("start"));
  letThrough();
  t.equal(await refusal, "Callback unavaiable");
  runtime.runningCalls.note(conversation, callIs("end"));
  t.equal(await refuseCallback(channelId, conversation, runtime, telephony), null);
});

t.test("after missed notes, calls that ended on another node are found by another read of the store", async (t) => {
  const { store } = await openWidget({ hasCall: true });
  const calls = new RunningCalls();
  const changes: string[] = [];
  calls.onUnansweredChange((id) => void changes.push(`${calls.unanswered(id)} on ${id}`));
  const [gone, meanwhile] = [clientConversation(channelId, "gone"), clientConversation(channelId, "meanwhile")];
  const begins = (id: string) => ({ channelId, call: { ...callIs("start").call, id: asCallId(id) } });
  await calls.load(store);
  calls.note(gone, begins("77"));
  t.ok(calls.isRunning(gone));
  const { late, letThrough } = createLateReads(store);
  const loading = calls.load(late);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  calls.note(meanwhile, begins("78"));
  letThrough();
  await loading;
  t.strictSame(
    [conversation, gone, meanwhile].map((one) => calls.isRunning(one)),
    [true, false, true],
  );
  t.equal(calls.unanswered(channelId), 2);
  t.equal(changes.at(-1), `2 on ${channelId}`);
  const missed: (() => void)[] = [];
  const peers = { ...createAlonePeers(), onGap: (listener: () => void) => void missed.push(listener) };
  const log = { ...silentLog, error: () => t.fail("the call can be read") };
  readMissedNotes(calls, peers, store, telephony, log);
  for (const tell of missed) tell();
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  t.notOk(calls.isRunning(meanwhile), "the call is not stored");
});
