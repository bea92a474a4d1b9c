import t from "tap";
import { createKeyedQueue } from "../../src/core/keyed-queue.ts";
import { isWithinHours } from "../../src/domain/call/calls.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import type { CallService } from "./call-service.ts";
import { conversationOf, token as gatewayToken, phone, startCalls } from "./call-service.ts";

/** Opens a visitor's chat with an agent who can call. */
async function openChat(t: Parameters<typeof startCalls>[0], ...options: [Parameters<typeof startCalls>[1]?]) {
  const world = await startCalls(t, ...options);
  const { service, write } = world;
  const token = await service.logIn("kim");
  await write("visitor", { phone });
  const dial = (body: unknown = {}, id = "1", as = token) =>
    service.call("POST", `/api/chats/${id}/call`, { token: as, body });
  return { ...world, token, dial };
}

const conflict = (message: RegExp) => ({ status: 409, body: { error: { code: "conflict", message } } });

t.test("[CALL-01] an agent calls the client: the gateway calls this agent", async (t) => {
  const { service, dial, reported, events, texts } = await openChat(t);
  const desk = await service.enter("lee");
  const answer = await dial();
  t.match(answer, {
    status: 200,
    body: { chat: { id: "1", call: { id: "1", type: "outgoing", phone, status: "start", agentId: 1 } } },
  });
  await service.settle();
  t.match(service.calls, [{ callId: "1", callType: "outgoing", phone, agent: { id: 1, name: "Kim", phone: "" } }]);
  t.equal(service.calls.length, 1);
  service.calls[0]?.answer(null);
  await service.settle();
  await reported({ call_id: "1", status: "error", reason: "Line busy" });
  t.match(await events(), [
    { chat_id: 1, agent: { id: 1 }, call: { type: "outgoing", phone, status: "start" } },
    { chat_id: 1, agent: { id: 1 }, call: { type: "outgoing", phone, status: "error", reason: "Line busy" } },
  ]);
  t.strictSame(await texts("1"), ["Hello", `Call to ${phone} has begun.`, `Call to ${phone} failed: Line busy.`]);
  t.match(
    desk.frames.filter(({ type }) => type === "call"),
    [{ chatId: "1" }, { chatId: "1" }],
  );
});

t.test("another number can be called; the client's number does not change", async (t) => {
  const { service, dial } = await openChat(t);
  t.match(await dial({ phone: " +1 (555) 010-0199 " }), { status: 200, body: { chat: { client: { phone } } } });
  await service.settle();
  t.match(service.calls, [{ phone: "+1 (555) 010-0199" }]);
});

t.test("[WJ-26] a malformed number gets 400, and the error names phone", async (t) => {
  const { service, write, dial } = await openChat(t);
  await write("nameless");
  for (const body of [{ phone: "12345" }, { phone: "" }, { phone: 5 }, { phone: null }, { phone: "my office" }]) {
    const message = /^Field phone must be a phone number of 7 to 15 digits/;
    t.match(await dial(body), { status: 400, body: { error: { code: "invalid_request", message } } });
  }
  t.match(await dial({}, "2"), { status: 400, body: { error: { message: /^Field phone is missing/ } } });
  for (const body of ["", "[]", "{", '"+442079460181"'])
    t.match(await dial(body), { status: 400, body: { error: { code: "invalid_request" } } }, body);
  t.match(await dial({ phone, more: "a".repeat(2_000_000) }), { status: 413 });
  t.equal(service.calls.length, 0);
});

t.test("no second call of a client while one runs, none in a closed chat, none without a gateway", async (t) => {
  const { service, dial, reported, callBack, write, token } = await openChat(t);
  await service.enter("lee");
  await write("other", { phone: "+15550100" });
  const [first, second] = await Promise.all([dial(), dial()]);
  t.strictSame([first.status, second.status].sort(), [200, 409]);
  t.match(await dial(), conflict(/^A call of this client is running/));
  t.match(await callBack("visitor"), { ok: false, failure: { message: "Callback unavaiable" } });
  t.match(await dial({}, "2"), { status: 200 }, "a call of another client does not count");
  service.calls[0]?.answer(null);
  await reported({ call_id: "1", status: "end" });
  t.match(await dial(), { status: 200, body: { chat: { call: { id: "3" } } } });
  await service.call("POST", "/api/chats/1/close", { token });
  service.calls[2]?.answer("No");
  await service.settle();
  t.match(await dial(), conflict(/^The chat is closed; "call" is not possible any more\.$/));
  t.equal(service.calls.length, 3);

  const telephony = { isConfigured: false, startCall: async () => null, close: async () => undefined };
  const without = await openChat(t, { telephony, config: { telephony: null } });
  t.match(await without.dial(), conflict(/^No call gateway is configured/));
});

t.test("an agent who may not see the chat may not call from it", async (t) => {
  const { service, dial } = await openChat(t);
  t.match(await dial({}, "1", await service.logIn("max")), { status: 404 });
  t.match(await dial({}, "99"), { status: 404 });
  t.match(await service.call("POST", "/api/chats/1/call", { body: {} }), { status: 401 });
  t.match(
    await dial({}, "1", await service.logIn("ada")),
    { status: 200 },
    "an administrator is called like any agent",
  );
  await service.settle();
  t.match(service.calls, [{ agent: { id: 4, name: "Ada" } }]);
  t.notMatch(JSON.stringify(service.logLines), gatewayToken);
});

t.test("a call that could not be stored is not requested", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world: CallService & { dial: Awaited<ReturnType<typeof openChat>>["dial"] } = await openChat(t, { store });
  const { service, dial, events } = world;
  failNext(1);
  t.match(await dial(), { status: 500 }, "its id could not be stored");
  failNext(1, conversationOf("visitor"));
  t.match(await dial(), { status: 500 });
  await service.settle();
  t.equal(service.calls.length, 0);
  t.strictSame(await events(), []);
  t.match(await dial(), { status: 200, body: { chat: { call: { id: "3" } } } });
});

t.test("hours by the clock of a time zone", async (t) => {
  const at = (text: string): number => Date.parse(text);
  const office = [
    { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:30" },
    { days: [6], from: "10:00", to: "24:00" },
  ];
  const night = [{ days: [7], from: "22:00", to: "06:00" }];
  const cases: readonly (readonly [typeof office, string, string, boolean])[] = [
    [[], "UTC", "2026-11-20T03:00:00Z", true],
    [office, "UTC", "2026-11-20T08:59:59.999Z", false],
    [office, "UTC", "2026-11-20T09:00:00Z", true],
    [office, "UTC", "2026-11-20T17:29:59.999Z", true],
    [office, "UTC", "2026-11-20T17:30:00Z", false],
    [office, "UTC", "2026-11-21T09:30:00Z", false],
    [office, "UTC", "2026-11-21T23:59:59.999Z", true],
    [office, "UTC", "2026-11-22T00:00:00Z", false],
    [office, "UTC", "2026-11-22T12:00:00Z", false],
    // Monday begins earlier in the east, and lasts longer in the west.
    [office, "Pacific/Auckland", "2026-11-22T20:00:00Z", true],
    [office, "America/Los_Angeles", "2026-11-21T01:00:00Z", true],
    [office, "America/Los_Angeles", "2026-11-21T01:30:00Z", false],
    [office, "Asia/Kathmandu", "2026-11-20T03:14:59Z", false],
    [office, "Asia/Kathmandu", "2026-11-20T03:15:00Z", true],
    // Summer time begins in Berlin on 2026-03-29.
    [office, "Europe/Berlin", "2026-03-27T08:00:00Z", true],
    [office, "Europe/Berlin", "2026-03-30T07:00:00Z", true],
    [office, "Europe/Berlin", "2026-03-27T07:00:00Z", false],
    [night, "UTC", "2026-11-22T21:59:00Z", false],
    [night, "UTC", "2026-11-22T22:00:00Z", true],
    [night, "UTC", "2026-11-23T00:00:00Z", true],
    [night, "UTC", "2026-11-23T05:59:00Z", true],
    [night, "UTC", "2026-11-23T06:00:00Z", false],
    [night, "UTC", "2026-11-22T05:00:00Z", false],
    [[{ days: [3], from: "00:00", to: "24:00" }], "UTC", "2026-11-18T00:00:00Z", true],
    [[{ days: [3], from: "00:00", to: "24:00" }], "UTC", "2026-11-19T00:00:00Z", false],
    [[{ days: [], from: "00:00", to: "24:00" }], "UTC", "2026-11-19T00:00:00Z", false],
  ];
  for (const [hours, timeZone, time, isOpen] of cases)
    t.equal(isWithinHours({ hours, timeZone }, at(time)), isOpen, `${timeZone} ${time}`);
});

t.test("jobs of one key run one after another, also after a failed job, and leave no memory", async (t) => {
  const queue = createKeyedQueue();
  const done: string[] = [];
  const job = (name: string, turns: number) => async () => {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    done.push(name);
    if (name === "bad") throw new Error(name);
    return name;
  };
  const results = await Promise.allSettled([
    queue.inOrder("a", job("slow", 5)),
    queue.inOrder("a", job("bad", 0)),
    queue.inOrder("a", job("last", 0)),
    queue.inOrder("b", job("other", 1)),
  ]);
  t.strictSame(done, ["other", "slow", "bad", "last"]);
  t.strictSame(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
});
