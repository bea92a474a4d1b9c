import t from "tap";
import { callAddress, deliveryAddress } from "../../machines/tells.ts";
import { asAgentId, asCallId, asDeliveryId, clientConversation } from "../../src/core/ids.ts";
import type { AgentName } from "../harness/service-config.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import {
  ada,
  channelId,
  clientOf,
  kim,
  lastTold,
  lee,
  noPage,
  noSession,
  noVisitor,
  parse,
  post,
  start,
  step,
  told,
  write,
} from "./told.ts";

t.test(
  "[WH-02, WH-05, WH-11, WH-12, WH-13] chat_accepted is complete for a customer without any known data",
  async (t) => {
    const service = await start(t);
    await service.say("7", "Hello");
    await step(service, "ada", "1/accept");
    const accepted = {
      event_name: "chat_accepted",
      chat_id: 1,
      widget_id: "MOBILEAPP1",
      user_token: null,
      visitor: { ...noVisitor, number: "1", chats_count: 1 },
      agent: ada,
      session: noSession,
      page: noPage,
      analytics: {},
    };
    t.strictSame(await told(t, service), [accepted]);
    t.same(Object.keys(await lastTold(t, service, "chat_accepted")), Object.keys(accepted), "in this order");
    t.match(service.reports, [{ event: "chat_accepted", attempt: 1, channelId: "MOBILEAPP1" }]);
  },
);

t.test(
  "[WH-06, WH-09, WH-10, AUTH-13, VER-04] an event has the known data of a visitor, and the visitor's open page",
  async (t) => {
    const service = await start(t);
    const sender = { id: "7", name: "Tomas", email: "tomas@mailbox.example", phone: "+442079460181" };
    await write(service, { type: "text", text: "Hi" }, { ...sender, url: "https://shop.example/wheels" });
    const session = {
      ipAddress: "203.0.113.58",
      userAgent: "ExampleBrowser",
      utm: { source: "newsletter", campaign: "autumn", content: "", medium: "email", term: "" },
      geo: { ...noSession.geoip, country: "United Kingdom", country_code: "GB", city: "London" },
    };
    const nowMs = service.clock.nowMs();
    await post(service, clientOf(), { type: "visitor.changed", nowMs, change: { userToken: "u-6b0f", session } });
    await step(service, "kim", "1/accept");
    t.strictSame(await lastTold(t, service, "chat_accepted"), {
      event_name: "chat_accepted",
      chat_id: 1,
      widget_id: "MOBILEAPP1",
      user_token: "u-6b0f",
      visitor: {
        name: "Tomas",
        email: "tomas@mailbox.example",
        phone: "+442079460181",
        number: "1",
        description: "",
        social: {},
        chats_count: 1,
      },
      agent: kim,
      department: { id: 3, name: "Repairs" },
      session: {
        geoip: { ...noSession.geoip, country: "United Kingdom", country_code: "GB", city: "London" },
        utm: "source=newsletter|campaign=autumn|medium=email",
        utm_json: { source: "newsletter", campaign: "autumn", content: "", medium: "email", term: "" },
        ip_addr: "203.0.113.58",
        user_agent: "ExampleBrowser",
      },
      page: { url: "https://shop.example/wheels", title: "" },
      analytics: {},
    });

    const page = { url: "https://shop.example/rims", title: "Rims" };
    await post(service, clientOf(), { type: "visitor.changed", nowMs, change: { page } });
    const token = await service.logIn("kim");
    const description = "Regular since spring";
    await service.call("PATCH", "/api/chats/1/contact", { token, body: { description, email: null } });
    const updated = await lastTold(t, service, "chat_updated");
    t.match(updated, { visitor: { description, email: "", phone: "+442079460181" }, page, agent: kim });
    await step(service, "kim", "1/close");
    t.strictSame(
      (await lastTold(t, service, "chat_finished"))["page"],
      { url: "https://shop.example/wheels", title: "" },
      "chat_finished has the page where the chat began",
    );
    await write(service, { type: "text", text: "Again" }, { id: "7", url: "https://shop.example/bells" });
    await step(service, "lee", "2/accept");
    t.match(await lastTold(t, service, "chat_accepted"), {
      chat_id: 2,
      user_token: "u-6b0f",
      visitor: { name: "Tomas", number: "1", chats_count: 2, description },
      page: { url: "https://shop.example/bells", title: "" },
      session: { ip_addr: "203.0.113.58" },
    });
    await step(service, "lee", "2/close");
    t.strictSame((await lastTold(t, service, "chat_finished"))["page"], {
      url: "https://shop.example/bells",
      title: "",
    });
    await write(service, { type: "text", text: "And again" });
    await step(service, "lee", "3/accept");
    t.match(await lastTold(t, service, "chat_accepted"), { chat_id: 3, visitor: { number: "1", chats_count: 3 } });
  },
);

t.test(
  "[WH-19] the page where a chat began is the page of its first message, even if the next message came at the same moment",
  async (t) => {
    const service = await start(t);
    const hello = { type: "text", text: "Hello" };
    const began = service.clock.nowMs();
    const senders = [{ id: "7" }, { id: "8", invite: "May I help?" }];
    for (const [at, sender] of senders.entries()) {
      for (const page of ["first", "second"])
        await write(service, hello, { ...sender, url: `https://shop.example/${page}` });
      await step(service, "kim", `${at + 1}/accept`);
      await step(service, "kim", `${at + 1}/close`);
    }
    t.equal(service.clock.nowMs(), began);
    const pages = (await told(t, service)).map(({ event_name, page }) => [event_name, Object(page).url]);
    const accepted = ["chat_accepted", "https://shop.example/second"];
    const finished = ["chat_finished", "https://shop.example/first"];
    t.same(pages.sort(), [accepted, accepted, finished, finished]);
  },
);

t.test("[WH-08] the department is the transfer's, otherwise the agent's first existing one", async (t) => {
  const service = await start(t);
  const departmentOf = async (id: string, name: AgentName): Promise<unknown> => {
    await step(service, name, `${id}/accept`);
    return (await lastTold(t, service, "chat_accepted"))["department"];
  };
  await service.say("7", "One");
  t.strictSame(await departmentOf("1", "lee"), { id: 4, name: "Sales" });
  await step(service, "lee", "1/transfer", { departmentId: 3 });
  await step(service, "lee", "1/accept");
  const token = await service.logIn("lee");
  await service.call("PATCH", "/api/chats/1/contact", { token, body: { name: "Tom" } });
  t.strictSame((await lastTold(t, service, "chat_updated"))["department"], { id: 3, name: "Repairs" });
  const admin = await service.logIn("ada");
  await service.call("PATCH", "/api/departments/3", { token: admin, body: { name: "Workshop" } });
  await step(service, "lee", "1/close");
  const finished = await lastTold(t, service, "chat_finished");
  t.strictSame(finished["department"], { id: 3, name: "Workshop" }, "the department has its current name");

  await service.say("8", "Two");
  t.strictSame(await departmentOf("2", "kim"), { id: 3, name: "Workshop" });
  await service.say("9", "Three");
  t.equal(await departmentOf("3", "ada"), undefined, "without a department there is no key");
});

t.test("[WH-23] chat_finished has the agents in the order in which they joined, the log and the rating", async (t) => {
  const service = await start(t, { channels: { MOBILEAPP1: { webhooks, bot } } });
  const startedAt = Math.floor(service.clock.nowMs() / 1_000);
  await write(service, { type: "text", text: "Do you repair e-bikes?" });
  const says = (message: object) =>
    service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, {
      body: { event: "BOT_MESSAGE", chat_id: "1", message },
    });
  await service.pass(2_000);
  await says({ type: "TEXT", text: "Yes, all *common* makes." });
  const buttons = [{ text: "Rim" }, { text: "Bell" }];
  await says({ type: "BUTTONS", title: "Which?", text: "Rim or bell?", buttons });
  await says({ type: "BUTTONS", title: "(sent to nobody)", buttons });
  await step(service, "lee", "1/accept");
  await says({ type: "TEXT", text: "(the bot has left)" });
  await service.pass(3_000);
  await step(service, "lee", "1/messages", { type: "text", text: "Hello, Lee here." });
  await step(service, "lee", "1/note", { text: "A regular" });
  await write(service, { type: "typein" });
  await write(service, { type: "photo", text: "A bent rim", file: "https://files.example/rim.jpg" });
  await write(service, { type: "location", latitude: 51.5074, longitude: -0.1278 });
  await step(service, "lee", "1/transfer", { agentId: 1 });
  await step(service, "kim", "1/accept");
  await service.pass(1_000);
  await step(service, "kim", "1/messages", { type: "text", text: "Bring it in." });
  const nowMs = service.clock.nowMs();
  await post(service, clientOf(), { type: "chat.rated", nowMs, rate: "negative" });
  await post(service, clientOf(), { type: "chat.rated", nowMs, rate: "positive" });
  const admin = await service.logIn("ada");
  t.equal((await service.call("DELETE", "/api/agents/2", { token: admin })).status, 200, "Lee is removed");
  await step(service, "kim", "1/close");

  const at = (seconds: number) => startedAt + seconds;
  const ofLee = { type: "agent", agent_id: 2 };
  const ofBot = { type: "agent", agent_id: 0 };
  t.strictSame(await lastTold(t, service, "chat_finished"), {
    event_name: "chat_finished",
    chat_id: 1,
    widget_id: "MOBILEAPP1",
    user_token: null,
    visitor: { ...noVisitor, number: "1", chats_count: 1 },
    agents: [lee, kim],
    department: { id: 3, name: "Repairs" },
    chat: {
      messages: [
        { message: "Do you repair e-bikes?", timestamp: at(0), type: "visitor" },
        { message: "Yes, all *common* makes.", timestamp: at(2), ...ofBot },
        { message: "Rim or bell?", timestamp: at(2), ...ofBot },
        { message: "Hello, Lee here.", timestamp: at(5), ...ofLee },
        { message: "A bent rim\nhttps://files.example/rim.jpg", timestamp: at(5), type: "visitor" },
        { message: "51.5074,-0.1278", timestamp: at(5), type: "visitor" },
        { message: "Bring it in.", timestamp: at(6), type: "agent", agent_id: 1 },
      ],
      rate: "positive",
      blacklisted: false,
    },
    session: noSession,
    page: noPage,
    analytics: {},
  });
});

t.test("the agent who closed the chat is among its agents, even if no agent ever accepted it", async (t) => {
  const service = await start(t);
  await service.say("7", "Anybody?");
  await step(service, "ada", "1/close");
  t.match(await told(t, service), [
    { event_name: "chat_finished", agents: [ada], chat: { rate: null, blacklisted: false } },
  ]);
  await service.say("7", "Hello?");
  await step(service, "kim", "2/accept");
  await step(service, "kim", "2/transfer", { agentId: 2 });
  await step(service, "lee", "2/close");
  t.strictSame((await lastTold(t, service, "chat_finished"))["agents"], [kim, lee]);
  t.same(new Set(service.reports.map(({ deliveryId }) => deliveryId)).size, service.reports.length);
});

t.test("[WH-20, WH-21] messages of a client on the blacklist are marked, other messages are not", async (t) => {
  const service = await start(t);
  await service.say("7", "Before");
  await step(service, "kim", "1/accept");
  await step(service, "kim", "1/blacklist", { value: true });
  await service.say("7", "Meanwhile");
  await step(service, "kim", "1/messages", { type: "text", text: "Please stop." });
  await step(service, "kim", "1/blacklist", { value: false });
  await service.say("7", "After");
  await step(service, "kim", "1/close");
  const log = async () => (await lastTold(t, service, "chat_finished"))["chat"];
  const timestamp = Math.floor(service.clock.nowMs() / 1_000);
  t.strictSame(await log(), {
    messages: [
      { message: "Before", timestamp, type: "visitor" },
      { message: "Meanwhile", timestamp, type: "visitor", blacklisted: true },
      { message: "Please stop.", timestamp, type: "agent", agent_id: 1, blacklisted: true },
      { message: "After", timestamp, type: "visitor" },
    ],
    rate: null,
    blacklisted: false,
  });
  await service.say("7", "One more");
  await step(service, "kim", "2/accept");
  await step(service, "kim", "2/blacklist", { value: true });
  await step(service, "kim", "2/close");
  t.match(await log(), { messages: [{ message: "One more" }], blacklisted: true });
});

t.test("[WH-03, WH-07] offline_message is complete", async (t) => {
  const service = await start(t);
  const page = { url: "https://shop.example/", title: "Shop" };
  const nowMs = service.clock.nowMs();
  await post(service, clientOf("v1"), { type: "visitor.changed", nowMs, change: { page, userToken: "u-1" } });
  const contact = { name: "Tomas", phone: "+442079460181" };
  await post(service, clientOf("v1"), { type: "offline.message-left", nowMs, contact, text: "Call \ud83d me" });
  const body = {
    event_name: "offline_message",
    widget_id: "MOBILEAPP1",
    user_token: "u-1",
    visitor: { ...noVisitor, ...contact, number: "1", chats_count: 0 },
    offline_message_id: "1",
    message: "Call \ufffd me",
    session: noSession,
    page,
    analytics: {},
  };
  t.strictSame(await told(t, service), [body]);
  t.same(Object.keys(await lastTold(t, service, "offline_message")), Object.keys(body), "in this order");
});

t.test("[CALL-01, CALL-03] call_event describes the call from its beginning to its end", async (t) => {
  const service = await start(t);
  await service.say("7", "Call me");
  const began = { callType: "callback", phone: "+442079460181", chosenId: asAgentId(1) } as const;
  const nowMs = service.clock.nowMs();
  const rung = { id: asAgentId(1), name: "Kim", phone: kim.phone };
  const begin = (id: string, failure: string | null) =>
    post(service, clientOf(), { type: "call.requested", nowMs, ...began, id: asCallId(id), rung, failure });
  const conversation = clientConversation(channelId, "7");
  const reported = { type: "call.reported", nowMs, chosenId: asAgentId(1) } as const;
  const report = (id: string, more: { status: "end" | "error" | "agent_connected"; [key: string]: string | null }) =>
    post(
      service,
      { kind: "actor", actor: callAddress(asCallId(id)), conversation },
      {
        ...reported,
        agentId: null,
        reason: "ignored but with error",
        recordUrl: "https://calls.example/1.mp3",
        ...more,
      },
    );
  await begin("c1", null);
  await report("c1", { status: "agent_connected" });
  await report("c1", { status: "end" });
  await begin("c2", null);
  await report("c2", { status: "error", reason: "Line busy" });
  await begin("c3", null);
  await report("c3", { status: "end", recordUrl: null });
  const call = { type: "callback", phone: "+442079460181" };
  const bodies = await told(t, service);
  t.strictSame(
    bodies.map((body) => body["call"]),
    [
      { ...call, status: "start" },
      { ...call, status: "agent_connected" },
      { ...call, status: "end", record_url: "https://calls.example/1.mp3" },
      { ...call, status: "start" },
      { ...call, status: "error", reason: "Line busy" },
      { ...call, status: "start" },
      { ...call, status: "end" },
    ],
  );
  t.match(bodies[0], { chat_id: 1, agent: kim, department: { id: 3, name: "Repairs" }, visitor: { chats_count: 1 } });
});

t.test(
  "[WH-04, WH-22] a long log has the same bytes in every attempt and replay, even if the bot writes later",
  async (t) => {
    const service = await start(t, { channels: { MOBILEAPP1: { webhooks, bot } } });
    const count = 230;
    const text = (at: number) => `${at} ${"Где моя посылка? ".repeat(50)}`.slice(0, 900);
    for (let at = 0; at < count; at += 1) await service.say("7", text(at));
    await step(service, "kim", "1/accept");
    await step(service, "kim", "1/close");
    await service.settle();
    service.reports[0]?.answer();
    await service.settle();
    const says = (message: object) =>
      service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, {
        body: { event: "BOT_MESSAGE", chat_id: "1", message },
      });
    t.match(await says({ type: "TEXT", text: "Too late" }), { status: 200 });
    const finished = () => service.reports.filter(({ event }) => event === "chat_finished");
    // A thread makes the log, and the thread's time is not the test's time.
    const until = async (length: number) => {
      while (finished().length < length) await new Promise((resolve) => setImmediate(resolve));
    };
    await until(1);
    const failure = { kind: "http_status", code: "500", message: "HTTP 500" } as const;
    finished()[0]?.answer({ httpStatus: 500, failure });
    await service.settle();
    await service.pass(6_000);
    await until(2);
    finished()[1]?.answer();
    await service.settle();
    const { deliveryId } = finished()[0] ?? {};
    t.ok(deliveryId);
    const delivery = { kind: "actor", actor: deliveryAddress(asDeliveryId(String(deliveryId))) } as const;
    const nowMs = service.clock.nowMs();
    await post(
      service,
      { ...delivery, conversation: clientConversation(channelId, "7") },
      { type: "delivery.requeued", nowMs },
    );
    await until(3);
    const [first, second, replayed] = finished();
    t.equal(second?.attempt, 2);
    t.equal(first?.deliveryId, second?.deliveryId);
    t.ok(Buffer.from(first?.body ?? []).equals(second?.body ?? Buffer.from("none")), "the same bytes");
    t.equal(replayed?.attempt, 3);
    t.ok(Buffer.from(first?.body ?? []).equals(replayed?.body ?? Buffer.from("none")), "in a replay too");
    const { chat } = parse(second?.body ?? Buffer.from("{}")) as unknown as {
      chat: { messages: { message: string }[] };
    };
    t.same(
      chat.messages.map(({ message }) => message),
      Array.from({ length: count }, (_, at) => text(at)),
    );
  },
);
