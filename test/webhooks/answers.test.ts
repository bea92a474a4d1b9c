import t from "tap";
import type { WebhookEventName } from "../../machines/tells.ts";
import { chatAddress, deliveryAddress } from "../../machines/tells.ts";
import type { DeskChat } from "../../src/codec/desk/desk.ts";
import { asChatId, clientConversation } from "../../src/core/ids.ts";
import { judgeWebhookAnswer } from "../../src/delivery/webhook/webhook-requests.ts";
import { readFixture } from "../codec/fixtures.ts";
import type { MadeReport, Service } from "../harness/service.ts";
import type { AgentName } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";
import { channelId, post, start, step } from "./told.ts";

const newest = (service: Service, name: WebhookEventName): MadeReport => {
  const report = service.reports.findLast(({ event }) => event === name);
  if (report === undefined) throw new Error(`Expected ${name} to be told`);
  return report;
};

/** The owner's server answers the newest event of this name: 200 with this body. */
async function answer(service: Service, name: WebhookEventName, body: string | object): Promise<void> {
  await service.settle();
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { note, ...verdict } = judgeWebhookAnswer({ httpStatus: 200, body: text, secrets: [] });
  newest(service, name).answer({ ...verdict, trace: { address: null, answer: text, note } });
  await service.settle();
}
const golden = (name: string): string => readFixture(name).toString();

/** Makes a chat that Kim has accepted; the owner's server has not answered yet. */
async function acceptedChat(service: Service, sender: Parameters<Service["say"]>[0] = "7"): Promise<void> {
  await service.say(sender, "Hello");
  await step(service, "kim", "1/accept");
}

async function chatOf(service: Service, name: AgentName = "kim"): Promise<DeskChat> {
  return (await service.call("GET", "/api/chats/1", { token: await service.logIn(name) })).body.chat;
}
const textsOf = async (service: Service): Promise<readonly string[]> => {
  const { body } = await service.call("GET", "/api/chats/1/messages", { token: await service.logIn("kim") });
  return body.messages.map(({ text }) => text);
};
const deliveryOf = async (service: Service, name: WebhookEventName) => {
  const { deliveryId } = newest(service, name);
  return (await service.call("GET", `/api/deliveries/${deliveryId}`, { token: await service.logIn("ada") })).body
    .delivery;
};
/** An own function, because a pattern with an empty list would fit any list. */
const rowsOf = async (service: Service) => (await chatOf(service)).customData;
const row = { title: null, content: null, key: null, link: null };
const orders = { ...row, title: "Orders", content: "3 open, 11 closed" };
const gold = { ...row, key: "Card", content: "Gold", link: "https://crm.northgate-cycles.example/loyalty/318" };
const crmLink = "https://crm.northgate-cycles.example/cards/551";

t.test("[WH-25, WH-29] the answer to chat_accepted is shown to the agent at once", async (t) => {
  const service = await start(t);
  const desk = await service.enter("kim");
  await acceptedChat(service, { id: "7", url: "https://www.northgate-cycles.example/", name: "Tom" });
  t.match(await chatOf(service), { crmLink: null, canAssign: false, client: { name: "Tom" } });
  t.strictSame(await rowsOf(service), []);
  await answer(service, "chat_accepted", golden("c2-answer-chat-accepted"));
  const shown = {
    customData: [orders, gold],
    crmLink,
    canAssign: true,
    page: { url: "https://www.northgate-cycles.example/wheels", title: "Wheels" },
    client: { name: "Tomas Berg", phone: "+442079460181", email: "tomas.berg@mailbox.example" },
  };
  t.match(await chatOf(service), shown);
  t.match(await desk.until((frame) => frame.type === "chat" && frame.chat.crmLink !== null), { chat: shown });
  await service.pass(2_000);
  t.equal(service.reports.length, 1, "data from an answer does not count as a change of the visitor");
  await step(service, "kim", "1/transfer", { agentId: 2 });
  await step(service, "lee", "1/accept");
  t.match(await chatOf(service, "lee"), shown, "the next agent sees the data too");
});

t.test("[WH-28] empty arrays mean no rows; a link without enable_assign is only a link", async (t) => {
  const service = await start(t);
  await acceptedChat(service, { id: "7", name: "Tom" });
  await answer(service, "chat_accepted", golden("c2-answer-chat-accepted-loose"));
  t.match(await chatOf(service), { crmLink, canAssign: false, client: { name: "Tom", phone: null } });
  t.strictSame(await rowsOf(service), []);
  t.match(await deliveryOf(service, "chat_accepted"), { state: "delivered", attempts: [{ note: null }] });
});

t.test("[WH-24, WH-34] an answer without result ok is not shown", async (t) => {
  const data = { custom_data: [orders], crm_link: crmLink };
  for (const [body, state] of [
    [data, "delivered"],
    [{ ...data, result: null }, "delivered"],
    [{ ...data, result: "FAILURE" }, "failed"],
    [{ ...data, result: "Not now" }, "failed"],
    [{ ...data, result: true }, "failed"],
  ] as const) {
    const service = await start(t);
    await acceptedChat(service);
    await answer(service, "chat_accepted", body);
    t.match(await chatOf(service), { crmLink: null }, JSON.stringify(body));
    t.strictSame(await rowsOf(service), []);
    t.match(await deliveryOf(service, "chat_accepted"), { state });
    await service.stop();
  }
});

t.test("wrong parts are dropped and named in the log; the rest is shown", async (t) => {
  const service = await start(t);
  await acceptedChat(service);
  const bad = { crm_link: "crm.example.com", enable_assign: true, contact_info: "Tom" };
  await answer(service, "chat_accepted", { result: "Ok", custom_data: [orders, 7], ...bad });
  t.match(await chatOf(service), {
    customData: [orders],
    crmLink: null,
    canAssign: false,
    client: { name: "Anonymous" },
  });
  const note = (await deliveryOf(service, "chat_accepted")).attempts[0]?.note ?? "";
  for (const name of ["custom_data[1]", "crm_link", "contact_info", "enable_assign"])
    t.ok(note.includes(`Field ${name} `), `${name} in ${note}`);
  t.match(await step(service, "kim", "1/note", { text: "x" }), { status: 200 });
  const refused = await service.call("POST", "/api/chats/1/assign", { token: await service.logIn("kim") });
  t.match(refused, { status: 409, body: { error: { code: "conflict", message: /no CRM link/ } } });
});

t.test(
  "[WH-30] the first successful answer with data counts; later ones, and answers to a closed chat, are only logged",
  async (t) => {
    const service = await start(t);
    await acceptedChat(service);
    const failure = { kind: "http_status", code: "http_status", message: "HTTP 503." } as const;
    await service.settle();
    newest(service, "chat_accepted").answer({ httpStatus: 503, failure });
    await service.pass(7_000);
    t.equal(service.reports.length, 2, "the attempt is repeated");
    const replay = async (): Promise<void> => {
      const actor = deliveryAddress(newest(service, "chat_accepted").deliveryId);
      const target = { kind: "actor", actor, conversation: clientConversation(channelId, "7") } as const;
      await post(service, target, { type: "delivery.requeued", nowMs: service.clock.nowMs() });
      await service.settle();
    };
    await answer(service, "chat_accepted", { result: "OK" });
    t.strictSame(await rowsOf(service), []);
    await replay();
    t.equal(service.reports.length, 3, "the event is replayed");
    await answer(service, "chat_accepted", { result: "OK", custom_data: [orders] });
    t.match(await chatOf(service), { customData: [orders] }, "the answer before it had no data");
    await replay();
    t.equal(service.reports.length, 4, "the event is replayed again");
    await answer(service, "chat_accepted", { result: "OK", custom_data: [gold], contact_info: { name: "Late" } });
    t.match(await chatOf(service), { customData: [orders], client: { name: "Anonymous" } });

    const other = await start(t);
    await acceptedChat(other);
    await step(other, "kim", "1/close");
    await answer(other, "chat_accepted", golden("c2-answer-chat-accepted"));
    t.match(await chatOf(other), { state: "closed", client: { name: "Anonymous" } });
    t.strictSame(await rowsOf(other), []);
  },
);

t.test("[WH-32] an answer to chat_updated replaces the fields that it names", async (t) => {
  const service = await start(t);
  await acceptedChat(service);
  await answer(service, "chat_accepted", golden("c2-answer-chat-accepted"));
  const update = async (name: string, body: object) => {
    await service.say({ id: "7", name }, "I am another");
    await service.pass(1_000);
    await answer(service, "chat_updated", body);
    return chatOf(service);
  };
  t.match(await update("A", { result: "ok" }), { customData: [orders, gold], crmLink, canAssign: true });
  t.match(await update("B", { result: "ok", custom_data: [gold] }), { customData: [gold], crmLink });
  t.match(await update("C", { custom_data: [] }), { customData: [gold] }, "an answer without a result changes nothing");
  t.match(
    await update("D", { result: "OK", custom_data: {} }),
    { customData: [gold] },
    "a value of a wrong type changes nothing",
  );
  t.match(await update("E", { result: "OK", custom_data: [] }), { crmLink, canAssign: true });
  t.strictSame(await rowsOf(service), [], "an empty list removes the rows");
  t.match(await update("F", { result: "OK", enable_assign: false, contact_info: { email: "e@mailbox.example" } }), {
    canAssign: false,
    client: { name: "F", email: "e@mailbox.example" },
  });
  await service.pass(2_000);
  t.equal(
    service.reports.filter(({ event }) => event === "chat_updated").length,
    6,
    "there is one event for each change, and none for answers",
  );
});

t.test("[WH-26] contact info is kept with the client and in the archive, and survives a restart", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const service = await start(t, { store });
  await acceptedChat(service);
  await answer(service, "chat_accepted", golden("c2-answer-chat-accepted"));
  const before = await chatOf(service);
  await service.stop();

  const later = await start(t, { store });
  t.strictSame(await chatOf(later), before, "the answered data is still there");
  await step(later, "kim", "1/close");
  const token = await later.logIn("kim");
  const archived = await later.call("GET", "/api/archive?q=berg", { token });
  t.match(
    archived.body.chats,
    [{ id: "1", client: before.client, customData: before.customData }],
    "the archive finds the name",
  );
  t.match((await later.call("GET", "/api/archive?q=tomas.berg@mailbox.example", { token })).body.chats, [{ id: "1" }]);
  await later.say("7", "Hello again");
  const next = await later.call("GET", "/api/chats?state=waiting", { token });
  t.match(next.body.chats, [{ id: "2", client: { name: "Tomas Berg" }, crmLink: null }]);
  t.strictSame(next.body.chats[0]?.customData, []);
});

t.test("[WH-31] while the chat is open, its agent sees a log entry about a failed event", async (t) => {
  const service = await start(t);
  const desk = await service.enter("kim");
  await acceptedChat(service);
  await answer(service, "chat_accepted", { result: "OK", enable_assign: true, crm_link: crmLink });
  await step(service, "kim", "1/assign");
  await answer(service, "chat_assigned", golden("c2-answer-error-text"));
  const line = "The owner's system refused chat_assigned: Card 551 is locked";
  t.match(await desk.until((frame) => frame.type === "message" && frame.message.text === line), {
    message: { from: "system", type: "event" },
  });
  t.match(await deliveryOf(service, "chat_assigned"), {
    state: "failed",
    error: { code: "error_answer", message: "Card 551 is locked" },
    attempts: [{ number: 1 }],
  });
  await service.say({ id: "7", name: "Tom" }, "Me");
  await service.pass(1_000);
  await answer(service, "chat_updated", golden("c2-answer-failure"));
  t.match((await textsOf(service)).at(-1), /^The owner's system refused chat_updated: /);
  await service.pass(20 * 60_000);
  t.equal(service.reports.length, 3, "the receiver answered, so there is no further attempt");

  await service.say({ id: "7", name: "Tomas" }, "Me again");
  await step(service, "kim", "1/close");
  await answer(service, "chat_updated", golden("c2-answer-failure"));
  await answer(service, "chat_finished", golden("c2-answer-failure"));
  t.equal((await textsOf(service)).at(-1), "Me again", "the log of a closed chat stays as it was sent");
  t.match(await deliveryOf(service, "chat_finished"), { state: "failed", error: { code: "error_answer" } });
});

t.test("[WJ-46] the visitor's last rating is shown, and sent when the chat is closed", async (t) => {
  const service = await start(t);
  const desk = await service.enter("kim");
  await acceptedChat(service);
  t.equal((await chatOf(service)).rate, null);
  const chat = {
    kind: "actor",
    actor: chatAddress(asChatId("1")),
    conversation: clientConversation(channelId, "7"),
  } as const;
  for (const rate of ["positive", "negative"] as const)
    await post(service, chat, { type: "chat.rated", nowMs: service.clock.nowMs(), rate });
  t.match(await desk.until((frame) => frame.type === "chat" && frame.chat.rate === "negative"), { chat: { id: "1" } });
  await step(service, "kim", "1/close");
  await answer(service, "chat_accepted", { result: "OK" });
  await service.settle();
  const finished: unknown = JSON.parse(Buffer.from(newest(service, "chat_finished").body).toString());
  t.match(finished, { chat: { rate: "negative", blacklisted: false } });
});
