import type { Test } from "tap";
import t from "tap";
import { widgetDefaults } from "../../src/codec/settings/channel-defaults.ts";
import { asChatId } from "../../src/core/ids.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import type { Store } from "../../src/ports/store.ts";
import { readFixture } from "../codec/fixtures.ts";
import type { AgentName } from "../harness/service-config.ts";
import { agents, bot, webhooks } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import type { CallService } from "./call-service.ts";
import { callback, conversationOf, phone, startCalls, widgetId } from "./call-service.ts";

const unavailable = "Callback unavaiable";
const recordUrl = "https://calls.parley.example/rec/1.mp3";
const keysOf = (name: string): string[] => Object.keys(JSON.parse(readFixture(name).toString()));

t.test(
  "[CALL-01, CALL-02, CALL-03] a callback from its beginning to its end, in the events for the owner's server",
  async (t) => {
    const { service, callBack, reported, events, texts } = await startCalls(t);
    const kim = await service.enter("kim");
    const begun = await callBack("visitor");
    t.match(begun, {
      ok: true,
      value: { id: "1", visit: { surface: "widget", call: { id: "1", status: "start", agentId: 1 } } },
    });
    t.match(service.calls, [{ callId: "1", callType: "callback", phone, agent: { id: 1, name: "Kim", phone: "" } }]);
    service.calls[0]?.answer(null);
    await service.settle();
    await reported({ call_id: "1", status: "agent_connected", agent_id: 1 });
    await reported({ call_id: "1", status: "client_connected" });
    await reported({ call_id: "1", status: "end", record_url: recordUrl });

    const bodies = await events();
    const of = (status: string, more: object = {}) => ({ type: "callback", phone, status, ...more });
    t.strictSame(
      bodies.map(({ call }) => call),
      [of("start"), of("agent_connected"), of("client_connected"), of("end", { record_url: recordUrl })],
    );
    const names = ["start", "agent-connected", "client-connected", "end"];
    for (const [index, name] of names.entries()) {
      const { department: _, ...expected } = JSON.parse(readFixture(`c2-call-event-${name}`).toString());
      t.strictSame(Object.keys(bodies[index] ?? {}), Object.keys(expected), `${name}: the keys in order`);
      t.strictSame(Object.keys(bodies[index]?.call ?? {}), Object.keys(expected.call), `${name}: the keys of the call`);
    }
    t.ok(keysOf("c2-call-event-start").includes("department"), "the chat has no department");
    t.match(bodies[0], {
      event_name: "call_event",
      chat_id: 1,
      widget_id: "MOBILEAPP1",
      agent: { id: 1, name: "Kim", email: "kim@example.com", phone: "" },
      visitor: { phone, number: "1", chats_count: 1 },
    });
    t.strictSame(await texts("1"), [
      `Callback to ${phone} has begun.`,
      `Callback to ${phone}: the agent is on the line.`,
      `Callback to ${phone}: the client is on the line.`,
      `Callback to ${phone} has ended.`,
    ]);
    const frames = kim.frames.filter(({ type }) => type === "call");
    const frame = { type: "call", chatId: "1", channelId: "MOBILEAPP1" };
    const call = { id: "1", type: "callback", phone, agentId: 1, reason: null };
    t.strictSame(frames, [
      { ...frame, call: { ...call, status: "start", recordUrl: null } },
      { ...frame, call: { ...call, status: "agent_connected", recordUrl: null } },
      { ...frame, call: { ...call, status: "client_connected", recordUrl: null } },
      { ...frame, call: { ...call, status: "end", recordUrl } },
    ]);
    const chats = kim.frames.filter(({ type }) => type === "chat");
    t.match(chats.at(-1), { chat: { id: "1", state: "waiting", call: { id: "1", status: "end", recordUrl } } });
  },
);

t.test(
  "[CALL-09] the call uses the visitor's open chat; its number becomes the client's number if none was known",
  async (t) => {
    const { service, write, callBack, events } = await startCalls(t);
    await service.enter("kim");
    await write("visitor", { name: "Pat", phone: "+15550100" });
    await callBack("visitor");
    const [event] = await events();
    t.match(event, { chat_id: 1, visitor: { name: "Pat", phone: "+15550100" }, call: { phone } });
    t.match(await service.store.read("client", [conversationOf("visitor")]), { openChatId: "1" });
  },
);

t.test("no agent is available: the call fails at once, and the gateway gets no request", async (t) => {
  const { service, callBack, events, texts, refusal } = await startCalls(t);
  t.match(await callBack("visitor"), {
    ok: true,
    value: { visit: { call: { status: "error", reason: "No agent available" } } },
  });
  t.equal(service.calls.length, 0);
  const bodies = await events();
  t.strictSame(
    bodies.map(({ agent }) => agent),
    [null],
  );
  const expected = JSON.parse(readFixture("c2-call-event-error").toString());
  t.strictSame(bodies[0]?.call, { ...expected.call, phone });
  t.strictSame(await texts("1"), [`Callback to ${phone} failed: No agent available.`]);
  t.equal(await refusal("visitor"), null, "the call is over, so another one can be requested");
});

/** Opens `count` chats of an agent. */
async function give({ service, write }: CallService, name: AgentName, count: number): Promise<void> {
  const token = await service.logIn(name);
  for (let number = 1; number <= count; number += 1) {
    await write(`${name}-${number}`);
    const chatId = (await service.store.read("counter", ["chat"]))?.last;
    const { status } = await service.call("POST", `/api/chats/${chatId}/accept`, { token });
    if (status !== 200) throw new Error(`Expected 200, got ${status}`);
  }
}

t.test("a callback goes to the available agent with the fewest open chats, the lowest id first", async (t) => {
  const world = await startCalls(t);
  const { service, callBack } = world;
  const rung = async (visitor: string): Promise<number | undefined> => {
    await callBack(visitor);
    return service.calls.at(-1)?.agent.id;
  };
  await service.enter("max");
  await service.enter("ada");
  const lee = await service.enter("lee");
  t.equal(await rung("a"), agents.lee.id, "Max and Ada are not on this channel, and Kim is not present");
  await give(world, "lee", 120);
  t.equal(await rung("b"), agents.lee.id, "regardless of the number of chats");
  const kim = await service.enter("kim");
  t.equal(await rung("c"), agents.kim.id);
  await give(world, "kim", 119);
  t.equal(await rung("d"), agents.kim.id, "119 against 120");
  await give(world, "kim", 1);
  t.equal(await rung("e"), agents.kim.id, "the lowest id first");
  const token = await service.logIn("lee");
  t.equal((await service.call("POST", "/api/chats/2/close", { token })).status, 200);
  t.equal(await rung("f"), agents.lee.id, "a closed chat does not count");
  kim.send({ type: "available", value: false });
  await kim.until(({ type }) => type === "available");
  lee.send({ type: "available", value: false });
  await lee.until(({ type }) => type === "available");
  const before = service.calls.length;
  t.match(await callBack("g"), { value: { visit: { call: { reason: "No agent available" } } } });
  t.equal(service.calls.length, before);
});

t.test("callbacks of one moment are decided one after another", async (t) => {
  const world = await startCalls(t);
  const { service, callBack, refusal } = world;
  await service.enter("kim");
  await service.enter("lee");
  await give(world, "kim", 1);
  const [first, second, other] = await Promise.all([callBack("visitor"), callBack("visitor"), callBack("another")]);
  t.equal(first.ok, true);
  t.match(second, { ok: false, failure: { code: "conflict", message: "Callback unavaiable" } });
  t.equal(other.ok, true);
  t.strictSame(
    service.calls.map(({ agent }) => agent.id),
    [2, 2],
    "a call does not count as a chat with the agent",
  );
  t.strictSame(
    service.calls.map(({ callId }) => callId),
    ["1", "2"],
  );
  t.equal(await refusal("visitor"), "Callback unavaiable");
});

/** Reads the call balance as an administrator. */
async function balanceOf({ service }: CallService): Promise<number> {
  const { body } = await service.call("GET", `/api/channels/${widgetId}`, { token: await service.logIn("ada") });
  return body.channel.callback.balance;
}

const refill = async ({ service }: CallService, balance: number): Promise<void> => {
  const token = await service.logIn("ada");
  const body = { callback: { balance } };
  const { status } = await service.call("PATCH", `/api/channels/${widgetId}`, { token, body });
  if (status !== 200) throw new Error(`Expected 200, got ${status}`);
  await service.settle();
};

t.test("[WJ-26] each answered callback reduces the balance once; at 0 no call is placed", async (t) => {
  const world = await startCalls(t);
  const { service, callBack, refusal, reported, configureWidget } = world;
  await service.enter("kim");
  await refill(world, 2);
  await callBack("a");
  await reported({ call_id: "1", status: "agent_connected" });
  t.equal(await balanceOf(world), 2, "the client has not answered");
  for (const status of ["client_connected", "client_connected", "agent_connected"])
    await reported({ call_id: "1", status });
  t.equal(await balanceOf(world), 1, "once");
  await configureWidget({ name: "Shop" });
  await reported({ call_id: "1", status: "end" });
  t.equal(await balanceOf(world), 1, "regardless of other changes");
  await callBack("a");
  t.match(
    [await callBack("b"), await refusal("b")],
    [{ failure: { message: unavailable } }, unavailable],
    "the last callback of the balance is ringing",
  );
  await reported({ call_id: "2", status: "error" });
  t.equal(await refusal("b"), null, "nobody answered");
  t.equal((await callBack("b")).ok, true);
  await reported({ call_id: "3", status: "client_connected" });
  await reported({ call_id: "3", status: "agent_connected" });
  t.equal(await balanceOf(world), 0);
  t.match([await callBack("a"), await refusal("c")], [{ failure: { message: unavailable } }, unavailable]);
  t.equal(service.calls.length, 3, "and the gateway got no further request");
  await reported({ call_id: "in-1", type: "incoming", phone, status: "start", agent_id: 1 });
  await reported({ call_id: "in-1", status: "client_connected" });
  await refill(world, 5);
  t.equal(await refusal("c"), null);
  await reported({ call_id: "in-1", status: "end" });
  t.equal(await balanceOf(world), 5, "incoming calls do not reduce the balance");
});

t.test("[CALL-10] a restart with the same config file does not refill the balance; another number does", async (t) => {
  const kept = await openTestStore(t);
  const store: Store = { ...kept, close: async () => undefined };
  const start = async (balance: number): Promise<CallService> => {
    const widget = { ...widgetDefaults, callback: { ...callback, balance } };
    return startCalls(t, { store, channels: { MOBILEAPP1: { kind: "widget", widget, webhooks } } });
  };
  const restart = async (world: CallService, balance: number): Promise<CallService> => {
    await world.service.stop();
    return start(balance);
  };
  let world = await start(1);
  await world.service.enter("kim");
  await world.callBack("a");
  world.service.calls[0]?.answer(null);
  await world.service.settle();
  world = await restart(world, 1);
  t.equal(await world.refusal("b"), unavailable, "the last callback of the balance is ringing, also after a restart");
  await world.reported({ call_id: "1", status: "client_connected" });
  t.equal(await balanceOf(world), 0);
  world = await restart(world, 1);
  t.equal(await balanceOf(world), 0);
  await refill(world, 7);
  world = await restart(world, 1);
  t.equal(await balanceOf(world), 7, "an administrator's setting stays");
  world = await restart(world, 20);
  t.equal(await balanceOf(world), 20);
});

t.test("[WJ-27] the exact reasons why no callback can be requested", async (t) => {
  const { service, refusal, callBack, reported, configureCallback, configureWidget } = await startCalls(t);
  await service.enter("kim");
  const disabled = "Callback disabled";
  const isRefused = async (t: Test, reason: string, what: string): Promise<void> => {
    t.equal(await refusal("visitor"), reason, what);
    t.match(await callBack("visitor"), { ok: false, failure: { code: "conflict", message: reason } }, what);
    t.equal(service.calls.length, 0, what);
  };
  t.equal(await refusal("visitor"), null);
  await configureCallback({ enabled: false });
  await isRefused(t, disabled, "switched off");
  for (const balance of [0, -1]) {
    await configureCallback({ balance });
    await isRefused(t, unavailable, `balance ${balance}`);
  }
  await configureCallback({ enabled: false, balance: 0 });
  await isRefused(t, disabled, "switched off comes first");
  await configureCallback({ balance: 0.01 });
  t.equal(await refusal("visitor"), null);

  // The clock shows Tuesday 22:13 in UTC, Tuesday 23:13 in Berlin, and Wednesday 07:13 in Tokyo.
  const hours = [{ days: [2], from: "09:00", to: "22:14" }];
  await configureCallback({ hours });
  t.equal(await refusal("visitor"), null);
  await configureCallback({ hours, timeZone: "Europe/Berlin" });
  await isRefused(t, unavailable, "too late in Berlin");
  await configureCallback({ hours, timeZone: "Asia/Tokyo" });
  await isRefused(t, unavailable, "another day in Tokyo");
  await configureCallback({});

  await configureWidget({ enabled: false });
  await isRefused(t, unavailable, "the channel is disabled");
  await configureWidget({ enabled: true });
  t.match(await callBack("visitor", "12345"), { ok: false, failure: { message: "Invalid phone number" } });
  const refusalOn = (id: string) => service.app.calls.callbackRefusal(id as never, conversationOf("visitor"));
  t.equal(await refusalOn("OTHERAPP01"), disabled, "no widget");
  t.equal(await refusalOn("NOSUCH0001"), disabled, "no channel");

  await callBack("visitor");
  t.equal(await refusal("visitor"), unavailable, "a call is running");
  t.equal(await refusal("another"), null, "only for this visitor");
  service.calls[0]?.answer(null);
  for (const status of ["agent_connected", "client_connected"]) {
    await reported({ call_id: "1", status });
    t.equal(await refusal("visitor"), unavailable, status);
  }
  const token = await service.logIn("kim");
  t.equal((await service.call("POST", "/api/chats/1/close", { token })).status, 200);
  t.equal(await refusal("visitor"), unavailable, "a call may outlive its chat");
  await reported({ call_id: "1", status: "end" });
  t.equal(await refusal("visitor"), null);
});

t.test("a client on the blacklist cannot request a callback; an incoming call of that client is stored", async (t) => {
  const { service, write, refusal, report, texts } = await startCalls(t);
  await service.enter("kim");
  const token = await service.logIn("kim");
  await write("visitor", { phone });
  await service.call("POST", "/api/chats/1/accept", { token });
  const answer = await service.call("POST", "/api/chats/1/blacklist", { token, body: { value: true } });
  t.equal(answer.status, 200);
  t.equal(await refusal("visitor"), "Callback unavaiable");
  await service.call("POST", "/api/chats/1/close", { token });
  t.equal(await refusal("visitor"), "Callback unavaiable");
  t.equal((await report({ call_id: "in-1", type: "incoming", phone, status: "start" })).status, 200);
  await service.settle();
  const { body } = await service.call("GET", "/api/chats/2", { token });
  t.match(body.chat, { state: "blocked", client: { id: "visitor" }, call: { id: "in-1", type: "incoming" } });
  t.strictSame(await texts("2"), [`Incoming call from ${phone} has begun.`]);
});

t.test("without a gateway callbacks are disabled", async (t) => {
  const telephony = { isConfigured: false, startCall: async () => null, close: async () => undefined };
  const { service, refusal, callBack } = await startCalls(t, { telephony, config: { telephony: null } });
  await service.enter("kim");
  t.equal(await refusal("visitor"), "Callback disabled");
  t.match(await callBack("visitor"), { ok: false, failure: { message: "Callback disabled" } });
});

t.test("[CALL-06] the gateway's answers to the request", async (t) => {
  const { service, callBack, events, reported } = await startCalls(t);
  await service.enter("kim");
  const reason = "The call gateway answered HTTP 503.";
  await callBack("refused");
  service.calls[0]?.answer(reason);
  await callBack("quick");
  await reported({ call_id: "2", status: "agent_connected" });
  service.calls[1]?.answer("The call gateway did not answer within 10 s.");
  await reported({ call_id: "1", status: "agent_connected" });
  const told = (await events()).map(({ chat_id, call }) => [chat_id, call["status"], call["reason"]]);
  t.strictSame(
    told.filter(([chatId]) => chatId === 1),
    [
      [1, "start", undefined],
      [1, "error", reason],
    ],
  );
  t.strictSame(
    told.filter(([chatId]) => chatId === 2),
    [
      [2, "start", undefined],
      [2, "agent_connected", undefined],
    ],
  );
  await service.pass(30_000);
  t.equal(service.calls.length, 2, "one request for each call");
});

t.test("a chat that began with a call goes to the channel's bot when the client writes after the call", async (t) => {
  const { service, reported } = await startCalls(t, { channels: { MOBILEAPP1: { bot } } });
  const kim = await service.enter("kim");
  const told = (chatId: string) =>
    service.botAttempts.flatMap(({ event }) =>
      event.event === "CLIENT_MESSAGE" && event.chatId === chatId ? [event.text] : [],
    );
  const { page } = await enterVisitor(t, service);
  t.match(await page.ask({ type: "call", phone }), { type: "done" });
  await page.ask({ type: "message", text: "Is it you?" });
  await reported({ call_id: "1", status: "end" });
  await kim.until(({ message }) => message?.text === "Is it you?");
  t.strictSame(told("1"), [], "during the call, messages are for the agents");
  await page.ask({ type: "message", text: "One more thing" });
  t.match(await page.until(({ chat }) => chat?.state === "with_bot"), { chat: { id: "1", accepted: false } });
  await service.settle();
  t.strictSame(told("1"), ["One more thing"]);

  const incoming = { call_id: "in-1", type: "incoming", phone: "+15550199" };
  await reported({ ...incoming, status: "start" });
  await reported({ ...incoming, status: "error", reason: "Busy" });
  const { store } = service.app.runtime;
  const incomingChat = await readChat(store, asChatId("2"));
  t.match(incomingChat, { state: "waiting", context: { bot: "awaited" } }, "an incoming call too");
  await service.call("POST", "/api/chats/2/accept", { token: await service.logIn("kim") });
  t.match(await readChat(store, asChatId("2")), { state: "with_agent", context: { bot: null } });
  await service.settle();
  t.notOk(
    service.botAttempts.some(({ event }) => event.chatId === "2"),
    "the bot gets no event when an agent joins a chat that the bot never had",
  );
});
