import t from "tap";
import type { WebhookEventName } from "../../machines/tells.ts";
import { asChatId, asMessageId, clientConversation } from "../../src/core/ids.ts";
import type { World } from "../actors/world.ts";
import { acceptBy, createWorld, kim as kimOfWorld, openChat, webhooks as webhooksOfWorld } from "../actors/world.ts";
import type { Service } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import { ada, channelId, clientOf, kim, lee, parse, post, start, step, told } from "./told.ts";

const names = (service: Service): readonly WebhookEventName[] => service.reports.map(({ event }) => event);
const bodies = (service: Service) => service.reports.map(({ body }) => parse(body));

const answerNewest = async (service: Service): Promise<void> => {
  await service.settle();
  service.reports.at(-1)?.answer();
  await service.settle();
};
/** Makes a chat that Kim has accepted; the owner's server has received the event. */
async function acceptedChat(service: Service): Promise<void> {
  await service.say("7", "Hello");
  await step(service, "kim", "1/accept");
  await answerNewest(service);
}
const patch = async (service: Service, change: object): Promise<void> => {
  const token = await service.logIn("kim");
  const { status } = await service.call("PATCH", "/api/chats/1/contact", { token, body: change });
  if (status !== 200) throw new Error(`Expected 200, got ${status}`);
};

t.test("[WH-14] chat_accepted is sent once per chat, at once when its first agent presses Reply", async (t) => {
  const service = await start(t);
  await service.say("7", "Hello");
  await service.pass(2_000);
  t.strictSame(names(service), [], "a chat that no agent has causes no event");
  await step(service, "kim", "1/accept");
  await step(service, "kim", "1/accept");
  await service.settle();
  t.match(bodies(service), [{ event_name: "chat_accepted", chat_id: 1, agent: kim }]);
  await step(service, "kim", "1/transfer", { agentId: 2 });
  await step(service, "lee", "1/accept");
  await step(service, "lee", "1/close");
  await service.say("7", "Once more");
  await step(service, "lee", "2/accept");
  t.match(
    (await told(t, service)).map(({ event_name, chat_id, agent }) => ({ event_name, chat_id, agent })),
    [
      { event_name: "chat_accepted", chat_id: 1, agent: kim },
      { event_name: "chat_accepted", chat_id: 2, agent: lee },
      { event_name: "chat_finished", chat_id: 1 },
    ],
    "no second event after a transfer; the events of the next chat do not wait",
  );
});

t.test("an agent who takes a chat over from a bot counts as one who presses Reply", async (t) => {
  for (const agentsOnline of [true, false]) {
    const service = await start(t, { channels: { MOBILEAPP1: { bot, webhooks } } });
    if (agentsOnline) await service.enter("lee");
    await service.say("7", "Hello");
    await service.settle();
    await step(service, "lee", "1/accept");
    await service.settle();
    t.match(bodies(service), [{ event_name: "chat_accepted", agent: lee }]);
    await service.stop();
  }
});

t.test(
  "[WH-16] changes of the visitor within a second are one event with the newest data, a second after the first",
  async (t) => {
    const service = await start(t);
    await acceptedChat(service);
    await service.say({ id: "7", name: "Tom" }, "It is me");
    await service.pass(500);
    await patch(service, { email: "tom@mailbox.example", description: "VIP" });
    await post(service, clientOf(), {
      type: "visitor.changed",
      nowMs: service.clock.nowMs(),
      change: { contact: { name: "Tomas", phone: "+44 20 7946 0181" } },
    });
    await service.settle();
    t.strictSame(names(service), ["chat_accepted"], "nothing is sent yet");
    await service.pass(500);
    t.strictSame(names(service), ["chat_accepted", "chat_updated"]);
    t.match(bodies(service).at(-1), {
      visitor: { name: "Tomas", email: "tom@mailbox.example", phone: "+44 20 7946 0181", description: "VIP" },
      agent: kim,
    });
    await patch(service, { description: "Not so" });
    await service.pass(1_000);
    await told(t, service);
    t.strictSame(names(service), ["chat_accepted", "chat_updated", "chat_updated"], "a later change is another event");
  },
);

t.test("data without a change, and changes before acceptance or after the end, are not sent", async (t) => {
  const service = await start(t);
  await service.say({ id: "7", name: "Tom", email: "tom@mailbox.example" }, "Hello");
  await patch(service, { description: "VIP" });
  await step(service, "kim", "1/accept");
  await answerNewest(service);
  await service.say({ id: "7", name: "Tom", email: "tom@mailbox.example" }, "Still me");
  await service.say({ id: "7", url: "https://shop.example.com/", photo: "https://shop.example.com/t.png" }, "Look");
  await patch(service, { name: "Tom", description: "VIP" });
  const nowMs = service.clock.nowMs();
  await post(service, clientOf(), { type: "visitor.changed", nowMs, change: { userToken: "secret" } });
  await service.pass(3_000);
  t.strictSame(names(service), ["chat_accepted"]);
  t.match(bodies(service)[0], { visitor: { name: "Tom", description: "VIP" } }, "the event contains earlier changes");
  await step(service, "kim", "1/close");
  await answerNewest(service);
  await post(service, clientOf(), { type: "visitor.changed", nowMs, change: { contact: { name: "Late" } } });
  await service.say({ id: "7", name: "Later" }, "A new chat");
  await service.pass(3_000);
  t.strictSame(names(service), ["chat_accepted", "chat_finished"]);
});

t.test(
  "[WH-15, WH-28] the bind button sends chat_assigned with the link, once, only for the chat's agent",
  async (t) => {
    const service = await start(t);
    await service.say("7", "Hello");
    const press = async (name: "kim" | "lee") =>
      service.call("POST", "/api/chats/1/assign", { token: await service.logIn(name) });
    const isRefused = async (name: "kim" | "lee", message: RegExp, when: string) =>
      t.match(await press(name), { status: 409, body: { error: { code: "conflict", message } } }, when);
    await isRefused("kim", /waiting/, "nobody has it");
    await step(service, "kim", "1/accept");
    await isRefused("kim", /no CRM link/, "nothing was answered");
    await service.settle();
    const crmLink = "https://crm.example.com/cards/551?a=1&b=ü";
    service.reports.at(-1)?.answer({ crmAnswer: { crmLink } });
    await service.settle();
    await isRefused("kim", /did not allow/, "there is a link, and no button");
    await service.say({ id: "7", name: "Tom" }, "Me");
    await service.pass(1_000);
    service.reports.at(-1)?.answer({ crmAnswer: { enableAssign: true } });
    await service.settle();
    await isRefused("lee", /is with Kim/, "another's chat");
    t.match(await press("kim"), { status: 200, body: { chat: { canAssign: false, crmLink } } });
    await isRefused("kim", /already/, "it is done");
    await answerNewest(service);
    t.match(bodies(service).at(-1), { event_name: "chat_assigned", assign_to: crmLink, agent: kim });
    await step(service, "kim", "1/close");
    await isRefused("kim", /closed/, "it is over");
    t.strictSame(
      (await told(t, service)).map(({ event_name }) => event_name),
      ["chat_accepted", "chat_updated", "chat_assigned", "chat_finished"],
    );
  },
);

t.test("[WH-17] chat_finished is sent once, for each way of closing, and always has at least one agent", async (t) => {
  const ways: readonly (readonly [string, boolean, readonly unknown[], (service: Service) => Promise<unknown>])[] = [
    ["waiting", false, [ada], async () => undefined],
    ["with its agent", false, [ada], (service) => step(service, "ada", "1/accept")],
    ["blocked", false, [ada], (service) => step(service, "kim", "1/blacklist", { value: true })],
    ["with the bot", true, [ada], async () => undefined],
    [
      "transferred",
      false,
      [kim, ada],
      async (service) => {
        await step(service, "kim", "1/accept");
        await step(service, "kim", "1/transfer", { agentId: 2 });
      },
    ],
  ];
  for (const [way, hasBot, agents, lead] of ways) {
    const service = await start(t, { channels: { MOBILEAPP1: { webhooks, bot: hasBot ? bot : null } } });
    await service.say("7", "Hello");
    await lead(service);
    await step(service, "ada", "1/close");
    const again = await service.call("POST", "/api/chats/1/close", { token: await service.logIn("ada") });
    t.equal(again.status, 409, way);
    const finished = (await told(t, service)).filter(({ event_name }) => event_name === "chat_finished");
    t.strictSame(
      finished.map((body) => body["agents"]),
      [agents],
      way,
    );
    await service.stop();
  }
});

t.test("a waiting change is sent before any later event, with its own id", async (t) => {
  const service = await start(t);
  await acceptedChat(service);
  await service.say({ id: "7", name: "Tom" }, "Me");
  await step(service, "kim", "1/close");
  await service.settle();
  t.strictSame(
    names(service),
    ["chat_accepted", "chat_updated"],
    "the event is sent at once, before its second is over",
  );
  await answerNewest(service);
  t.strictSame(names(service), ["chat_accepted", "chat_updated", "chat_finished"]);
  await answerNewest(service);
  await service.pass(5_000);
  t.equal(service.reports.length, 3, "the event is not sent again after the second");
});

t.test("the next event waits for the first attempt of the last event, and for no other", async (t) => {
  const service = await start(t);
  await service.say("7", "Hello");
  await step(service, "kim", "1/accept");
  await step(service, "kim", "1/close");
  await service.say("8", "Hello");
  await step(service, "lee", "2/accept");
  await service.settle();
  t.strictSame(
    bodies(service).map(({ event_name, chat_id }) => [event_name, chat_id]),
    [
      ["chat_accepted", 1],
      ["chat_accepted", 2],
    ],
    "chats do not wait for each other",
  );
  const failure = { kind: "timeout", code: "timeout", message: "The receiver did not answer within 10 s." } as const;
  service.reports[0]?.answer({ httpStatus: null, failure });
  await service.settle();
  t.match(
    bodies(service)[2],
    { event_name: "chat_finished", chat_id: 1 },
    "an event that waits for a retry delays no other event",
  );
  service.reports[2]?.answer();
  await service.pass(6_000);
  t.match(service.reports[3], { event: "chat_accepted", attempt: 2, deliveryId: service.reports[0]?.deliveryId });
  t.equal(service.reports.length, 4);
});

const toldBy = (world: World) => world.reports.map(({ json }) => [json["event_name"], json["visitor"]]);
const rename = (world: World, name: string) => ({
  type: "chat.contact-change-requested" as const,
  nowMs: world.clock.nowMs(),
  change: { name },
});

t.test("a waiting change survives a restart, and is sent on time and once", async (t) => {
  const world = await createWorld({ channel: { webhooks: webhooksOfWorld } });
  const chatId = await openChat(world, "7");
  await world.settle();
  await world.reports[0]?.answer();
  await world.step(chatId, rename(world, "Tom"));
  await world.pass(300);
  await world.step(chatId, rename(world, "Tomas"));
  t.equal(world.reports.length, 1);

  const second = await world.restart();
  await second.step(chatId, rename(second, "Tomas Berg"));
  await second.pass(600);
  t.strictSame(toldBy(second), [], "not yet");
  await second.pass(100);
  t.match(toldBy(second), [["chat_updated", { name: "Tomas Berg" }]]);
  await second.reports[0]?.answer();

  await second.step(chatId, rename(second, "Tom"));
  const third = await second.restart();
  const nowMs = third.clock.nowMs();
  await third.step(chatId, { type: "chat.close-requested", nowMs, agent: kimOfWorld });
  await third.settle();
  t.match(toldBy(third), [["chat_updated", { name: "Tom" }]], "the waiting change is sent first");

  const fourth = await third.restart();
  await fourth.pass(20_000);
  t.match(
    fourth.reports.map(({ event, attempt }) => [event, attempt]),
    [
      ["chat_finished", 1],
      ["chat_updated", 2],
    ],
    "an interrupted attempt is repeated, and delays no other event",
  );
});

t.test("the blacklist survives a restart", async (t) => {
  const world = await createWorld({ channel: { webhooks: webhooksOfWorld } });
  const chatId = await openChat(world, "7");
  const messageId = asMessageId("blacklisted");
  const nowMs = world.clock.nowMs();
  await world.step(chatId, {
    type: "chat.blacklist-requested",
    nowMs,
    agent: kimOfWorld,
    isBlacklisted: true,
    messageId,
  });
  await world.step(chatId, { type: "chat.close-requested", nowMs, agent: kimOfWorld });
  await world.settle();

  const second = await world.restart();
  const before = second.frames.length;
  await second.say("7", "Hello again");
  await second.settle();
  t.equal(second.frames.length, before, "the next chat is shown to no agent");
  const chat = await second.store.read("client", [clientConversation(channelId, "7")]);
  t.match(chat, { openChatId: "2", client: { isBlacklisted: true } });
  t.match(await second.step(asChatId("2"), acceptBy(kimOfWorld, nowMs)), { ok: false, failure: { code: "conflict" } });
});
