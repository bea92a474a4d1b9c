import { request } from "node:http";
import t from "tap";
import { asCallId } from "../../src/core/ids.ts";
import { configureAgent, configureChannel, removeAgent, removeChannel } from "../../src/domain/configure.ts";
import { maskPath } from "../../src/edge/telemetry/exchange-log.ts";
import { readFixture } from "../codec/fixtures.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { agents } from "../harness/service-config.ts";
import type { CallService } from "./call-service.ts";
import { conversationOf, phone, startCalls, token, widgetId } from "./call-service.ts";

const ok = { status: 200, body: { result: "ok" } };
const incoming = { call_id: "in-551", type: "incoming", phone, status: "start" };

const chatOf = async ({ service }: CallService, id: string) => {
  const { body } = await service.call("GET", `/api/chats/${id}`, { token: await service.logIn("ada") });
  return body.chat;
};

t.test("[CALL-05] a status is answered 200 after its commit, also a repeated, late or impossible status", async (t) => {
  const { service, callBack, report, events, texts } = await startCalls(t);
  await service.enter("kim");
  await callBack("visitor");
  service.calls[0]?.answer(null);
  const sent = ["start", "agent_connected", "agent_connected", "start", "client_connected", "agent_connected"];
  for (const status of [...sent, "end", "end", "error", "start", "client_connected"]) {
    const answer = await report({ call_id: "1", status, reason: "Line busy" });
    t.match(answer, ok, status);
    t.equal(answer.headers.get("content-type"), "application/json");
  }
  t.strictSame(
    (await events()).map(({ call }) => call["status"]),
    ["start", "agent_connected", "client_connected", "end"],
  );
  t.equal((await texts("1")).length, 4);
  const ignored = service.logLines.filter(
    ({ msg }) => msg === "a report of the gateway did not change the state of its call",
  );
  t.match(ignored, [
    { callId: "1", status: "start", state: "start" },
    { callId: "1", status: "agent_connected", state: "agent_connected" },
    { callId: "1", status: "start", state: "agent_connected" },
    { callId: "1", status: "agent_connected", state: "connected" },
    { callId: "1", status: "end", state: "end" },
    { callId: "1", status: "error", state: "end" },
    { callId: "1", status: "start", state: "end" },
    { callId: "1", status: "client_connected", state: "end" },
  ]);
  t.equal(ignored.length, 8);
});

t.test("[CALL-07] a status that could not be committed is not answered 200", async (t) => {
  const { store, failNext } = createFaultyStore();
  const { service, callBack, report, events } = await startCalls(t, { store });
  await service.enter("kim");
  await callBack("visitor");
  service.calls[0]?.answer(null);
  await service.settle();
  failNext(1, conversationOf("visitor"));
  t.match(await report({ call_id: "1", status: "end" }), { status: 500, body: { error: { code: "internal_error" } } });
  t.match(await report({ call_id: "1", status: "end" }), ok);
  t.strictSame(
    (await events()).map(({ call }) => call["status"]),
    ["start", "end"],
  );
});

t.test("two simultaneous statuses are handled in the order of their arrival", async (t) => {
  const { service, report, events } = await startCalls(t);
  await service.enter("kim");
  await service.enter("lee");
  const statuses = ["start", "client_connected", "agent_connected", "end"];
  const answers = await Promise.all(statuses.map((status) => report({ ...incoming, status })));
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
  t.strictSame(
    (await events()).map(({ call }) => call["status"]),
    statuses,
  );
});

t.test("a wrong token is 401, and no token is ever logged", async (t) => {
  const { service, report, callBack } = await startCalls(t);
  await service.enter("kim");
  await callBack("visitor");
  const status = { call_id: "1", status: "end" };
  for (const wrong of ["wrong", `${token}x`, token.slice(1), token.toUpperCase(), "%20", `${token}%00`]) {
    const answer = await report(status, wrong);
    t.match(answer, { status: 401, body: { error: { code: "unauthorized" } } }, wrong);
    t.match(answer.headers.get("www-authenticate"), /./);
  }
  t.match(await report("{", "wrong"), { status: 401 }, "the body is not read before");
  for (const method of ["GET", "PUT", "DELETE", "HEAD"]) {
    const answer = await service.call(method, `/calls/${token}`);
    t.equal(answer.status, 405, method);
    t.equal(answer.headers.get("allow"), "POST");
  }
  for (const path of [`/calls/${token}/x`, `/calls//${token}`, `//calls/${token}`, "/calls/", "/calls"])
    t.equal((await service.call("POST", path, { body: status })).status, 404, path);
  t.match(await report("{"), { status: 400 });
  t.match(await report({ call_id: "9", status: "end" }), { status: 404 });
  t.match(await service.call("POST", `/calls/${token}/`, { body: status }), ok, "one trailing slash is tolerated");
  t.notMatch(JSON.stringify(service.logLines), token);
  for (const path of [`/calls/${token}`, `/calls/${token}/x`, `/calls//${token}`, `/calls/%2e%2e/${token}`])
    t.equal(maskPath(path), "/calls/…", path);
  t.equal(maskPath(`//calls/${token}`), "//…");
  t.equal(service.logLines.filter(({ subject }) => subject === "call/1").length, 1, "the log names the call");
});

t.test("without a gateway every token is wrong", async (t) => {
  const { report } = await startCalls(t, { config: { telephony: null } });
  for (const given of [token, "null", "undefined", "%00"])
    t.match(await report(incoming, given), { status: 401, body: { error: { code: "unauthorized" } } }, given);
});

t.test("[LIM-04] bad bodies get 400 and the name of the field; large ones get 413", async (t) => {
  const { service, report } = await startCalls(t, { limits: { bodyBytesMax: 1_000 } });
  const bad: readonly (readonly [unknown, RegExp])[] = [
    ["", /not valid JSON/],
    ["[]", /The body must be an object/],
    [{ status: "end" }, /Field call_id is missing/],
    [{ call_id: "1" }, /Field status is missing/],
    [{ call_id: "1", status: "busy" }, /Field status must be .*"busy"/],
    [{ ...incoming, phone: "unknown" }, /Field phone must be/],
    [{ ...incoming, type: "inbound" }, /Field type must be/],
    [{ ...incoming, agent_id: 99 }, /Field agent_id must name an agent; there is no agent 99\./],
    [{ call_id: "1", status: "end", record_url: "rec.mp3" }, /Field record_url must be/],
    [{ call_id: "1", status: "error", reason: 7 }, /Field reason must be/],
  ];
  for (const [body, message] of bad)
    t.match(
      await report(body),
      { status: 400, body: { error: { code: "invalid_request", message } } },
      String(message),
    );
  t.match(await report({ ...incoming, reason: "a".repeat(1_000) }), {
    status: 413,
    body: { error: { code: "payload_too_large" } },
  });
  t.equal(await service.store.read("counter", ["chat"]), undefined, "nothing was stored");
});

t.test("an unknown call gets 404, except a new incoming call", async (t) => {
  const { service, report } = await startCalls(t);
  for (const body of [
    { call_id: "1", status: "end" },
    { call_id: "1", status: "start" },
    { ...incoming, status: "agent_connected" },
    { ...incoming, type: "callback" },
    { ...incoming, type: undefined },
    { ...incoming, phone: undefined },
    { ...incoming, phone: " " },
  ])
    t.match(await report(body), { status: 404, body: { error: { code: "not_found" } } }, JSON.stringify(body));
  t.equal(await service.store.read("counter", ["chat"]), undefined);
  t.match(await report(JSON.parse(readFixture("call-status-incoming").toString())), ok);
  t.match(await report(incoming), ok, "and is known afterwards");
  t.equal((await service.store.read("counter", ["chat"]))?.last, 1);
});

t.test("[CALL-09] two simultaneous calls of one unknown number belong to one visitor", async (t) => {
  const { service, report } = await startCalls(t);
  const answers = await Promise.all(["in-1", "in-2"].map((call_id) => report({ ...incoming, call_id })));
  t.match(answers, [ok, ok]);
  t.equal((await service.store.read("counter", ["client"]))?.last, 1);
  t.equal((await service.store.read("counter", ["chat"]))?.last, 1);
});

t.test("an incoming call of an unknown caller", async (t) => {
  const world = await startCalls(t);
  const { service, reported, events, texts } = world;
  const max = await service.enter("max");
  const kim = await service.enter("kim");
  const number = "0044 (20) 7946-0181";
  await reported({ ...incoming, phone: number });
  const chat = await chatOf(world, "1");
  t.match(chat, {
    channelId: "MOBILEAPP1",
    state: "waiting",
    client: { id: "tel:+442079460181", name: "Anonymous", phone: number },
    call: { id: "in-551", type: "incoming", status: "start", agentId: 1, phone: number },
  });
  await reported({ call_id: "in-551", status: "end" });
  t.match(await events(), [
    { chat_id: 1, agent: { id: 1 }, visitor: { name: "", phone: number }, call: { type: "incoming", status: "start" } },
    { chat_id: 1, agent: { id: 1 }, call: { type: "incoming", phone: number, status: "end" } },
  ]);
  t.equal(service.calls.length, 0, "the gateway gets no request for it");
  const kimsToken = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/accept", { token: kimsToken });
  const reply = { token: kimsToken, body: { type: "text", text: "We talked" } };
  t.equal((await service.call("POST", "/api/chats/1/messages", reply)).status, 202);
  await service.settle();
  t.equal(service.attempts.length, 0, "messages of a widget's chat go to no endpoint");
  t.strictSame(await texts("1"), [
    `Incoming call from ${number} has begun.`,
    `Incoming call from ${number} has ended.`,
    "We talked",
  ]);
  t.equal(kim.frames.filter(({ type }) => type === "call").length, 2);
  t.equal(
    max.frames.filter(({ type }) => type === "call").length,
    0,
    "an agent of another channel does not see the chat",
  );

  await reported({ ...incoming, call_id: "in-552" });
  t.match(
    await chatOf(world, "1"),
    { call: { id: "in-552" } },
    "a repeated caller is recognized, in every spelling of the number",
  );
});

t.test("an incoming call belongs to the client with whom the number was last known", async (t) => {
  const world = await startCalls(t);
  const { service, write, reported } = world;
  await write("first", { phone: "+44 20 7946 0181" });
  await reported(incoming);
  t.match(await chatOf(world, "1"), { client: { id: "first" }, call: { id: "in-551" } });
  await service.say({ id: 7, phone: "0044 20 7946 0181" }, "Hello", "OTHERAPP01");
  await reported({ ...incoming, call_id: "in-552" });
  t.match(await chatOf(world, "2"), { channelId: "OTHERAPP01", client: { id: "7" }, call: { id: "in-552" } });
  const ada = await service.logIn("ada");
  await service.call("PATCH", "/api/chats/1/contact", { token: ada, body: { phone: "+15550100" } });
  await reported({ ...incoming, call_id: "in-553", phone: "1 555 0100" });
  t.match(await chatOf(world, "1"), { call: { id: "in-553" } }, "also a number that an agent entered");
  await service.call("POST", "/api/chats/2/close", { token: ada });
  await reported({ ...incoming, call_id: "in-554" });
  t.match(
    await chatOf(world, "3"),
    { client: { id: "7" }, call: { id: "in-554" } },
    "a chat is opened if there is none",
  );
  await removeChannel(service.app.runtime, "OTHERAPP01" as never);
  await reported({ ...incoming, call_id: "in-555" });
  t.match(
    await chatOf(world, "4"),
    { channelId: "MOBILEAPP1", client: { id: "tel:+442079460181" } },
    "nobody works there",
  );
});

t.test("the channel of unknown callers can also be a chat API channel", async (t) => {
  const telephony = { gatewayUrl: "https://pbx.example.com", token, channel: "OTHERAPP01" };
  const world = await startCalls(t, { config: { telephony } });
  const { service, reported, report } = world;
  await service.enter("max");
  await reported(incoming);
  t.match(await chatOf(world, "1"), { channelId: "OTHERAPP01", call: { agentId: agents.max.id } });
  const max = await service.logIn("max");
  await service.call("POST", "/api/chats/1/accept", { token: max });
  await service.call("POST", "/api/chats/1/messages", { token: max, body: { type: "text", text: "We called" } });
  await service.settle();
  t.match(service.attempts, [{ recipient: { senderId: "tel:+442079460181", senderIdKind: "string" } }]);
  await removeChannel(service.app.runtime, "OTHERAPP01" as never);
  await reported({ ...incoming, call_id: "in-2", phone: "+15550100" });
  t.match(
    await chatOf(world, "2"),
    { channelId: "MOBILEAPP1" },
    "that channel does not exist, so the first channel by id is used",
  );
  await removeChannel(service.app.runtime, widgetId);
  t.match(await report({ ...incoming, call_id: "in-3", phone: "+15550101" }), { status: 404 });
});

t.test("ids of the gateway and of the service never collide", async (t) => {
  const { service, callBack, reported, report } = await startCalls(t);
  await service.enter("kim");
  for (const call_id of [1, "2", "4"]) await reported({ ...incoming, call_id });
  await callBack("a");
  await callBack("b");
  t.strictSame(
    service.calls.map(({ callId }) => callId),
    ["3", "5"],
  );
  const begun = callBack("c");
  // The commit that counts the call assigns its id.
  while ((await service.store.read("counter", ["call"]))?.last !== 6) await new Promise(setImmediate);
  t.match(await report({ ...incoming, call_id: "6", phone: "+15550100" }), ok);
  await begun;
  t.equal(service.calls.at(-1)?.callId, "6", "a report with the id of a call that is beginning belongs to that call");
  t.equal(await service.store.read("phone", ["15550100"]), undefined);

  const nothing = { agentId: null, reason: null, recordUrl: null };
  const call = { ...nothing, callId: asCallId("7"), type: "incoming", phone: "+15550101", status: "start" } as const;
  const announced = service.app.calls.report(call, "test");
  await callBack("d");
  t.match(await announced, { ok: true });
  t.equal(service.calls.at(-1)?.callId, "8", "an incoming call that is beginning already has its id");
});

t.test(
  "the agent of a call: the agent on the line, otherwise the called agent, otherwise an agent chosen at that moment",
  async (t) => {
    const { service, reported, events } = await startCalls(t);
    const { runtime } = service.app;
    const agentsTold = async (): Promise<readonly (number | undefined)[]> =>
      (await events()).map(({ agent }) => agent?.id);
    await reported(incoming);
    t.strictSame(await agentsTold(), [undefined], "nobody is there");
    const kim = await service.enter("kim");
    await service.enter("lee");
    await reported({ call_id: "in-551", status: "client_connected" });
    t.strictSame(await agentsTold(), [undefined, 1]);
    await reported({ call_id: "in-551", status: "agent_connected", agent_id: 3 });
    t.strictSame(await agentsTold(), [undefined, 1, 3], "the agent whom the gateway names, also from another channel");
    await configureAgent(runtime, { ...agents.max, name: "Maxim", phone: "+15550103" });
    await reported({ call_id: "in-551", status: "end" });
    t.match(
      (await events()).at(-1),
      { agent: { id: 3, name: "Maxim", phone: "+15550103" } },
      "with the agent's present data",
    );

    await reported({ ...incoming, call_id: "in-552", phone: "+15550100", agent_id: 2 });
    t.match((await events()).at(-1), { agent: { id: 2 } }, "the agent whom the gateway calls");
    kim.send({ type: "available", value: false });
    await kim.until(({ type }) => type === "available");
    await removeAgent(runtime, agents.lee.id);
    await reported({ call_id: "in-552", status: "error" });
    t.match((await events()).at(-1), { agent: { id: 2 }, call: { status: "error", reason: "Unknown error" } });
    await reported({ ...incoming, call_id: "in-553", phone: "+15550101" });
    t.match((await events()).at(-1), { agent: null });
  },
);

t.test("a slow body and a gateway that disconnects do no harm", async (t) => {
  const { service, report } = await startCalls(t);
  const { port } = new URL(service.url);
  const half = request({
    host: "127.0.0.1",
    port,
    path: `/calls/${token}`,
    method: "POST",
    headers: { "Content-Length": 90 },
  });
  half.on("error", () => undefined);
  await new Promise<void>((resolve) => half.write('{"call_id":"in-551",', () => resolve()));
  half.destroy();
  t.match(await report(incoming), ok);
});

t.test(
  "[CALL-02] a disabled channel still accepts incoming calls, and its owner's server gets their events",
  async (t) => {
    const { service, report, events } = await startCalls(t);
    const settings = service.app.runtime.directory.find(widgetId)?.settings;
    if (settings === undefined) throw new Error("Expected the widget to be there");
    await configureChannel(service.app.runtime, { ...settings, enabled: false });
    t.match(await report(incoming), ok);
    t.match(await events(), [{ call: { type: "incoming", status: "start" } }]);
  },
);
