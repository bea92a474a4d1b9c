import t from "tap";
import { actors } from "../../src/domain/actors.ts";
import { step } from "../browser/desk/conversation/conversation-world.ts";
import { startCalls } from "../calls/call-service.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import type { Told } from "./why-world.ts";
import { answerBot, botPosts, createTeller, newestDelivery } from "./why-world.ts";

/** "chat waiting": every one is to be compared. */
const told: Told = new Set();

const mailboxFull = { failure: { kind: "error_answer", code: "17", message: "Mailbox is full" } } as const;
const broken = {
  httpStatus: 500,
  failure: { kind: "http_status", code: "http_status", message: "The receiver answered HTTP 500." },
} as const;

const brokenBot = { ...broken, failure: { ...broken.failure, message: "The bot answered HTTP 500." } };

const takenBy = "Who is offered this chat? Everybody on MOBILEAPP1 may take it; available: Kim.";

t.test("a delivery says which attempt it is at, and what came of the others", async (t) => {
  const tell = createTeller(t, told);
  const service = await startService(t);
  await service.say("7", "Hello");
  await step(service, "kim", "accept");
  await step(service, "kim", "messages", { type: "text", text: "Hi" });
  const first = await newestDelivery(service);
  await service.pass(1_000);
  await step(service, "kim", "messages", { type: "text", text: "Are you there?" });
  const second = await newestDelivery(service);
  await tell(
    service,
    second,
    "Waits for its turn for 0 s behind another message, as only one is sent at a time; sent by Kim’s reply in chat 1.",
  );
  await service.pass(500);
  await tell(
    service,
    first,
    "Attempt 1 of 3 has been under way for 2 s: the customer system has 3 s to answer; sent by Kim’s reply in chat 1.",
  );
  service.attempts.at(-1)?.answer(mailboxFull);
  await service.settle();
  await tell(
    service,
    first,
    "Waits for attempt 2 of 3, in 2 s: the customer system answered “Mailbox is full”, 0 s ago; sent by Kim’s reply in chat 1.",
  );
  await service.pass(2_000);
  await tell(
    service,
    first,
    "Attempt 2 of 3 has been under way for 1 s: the customer system has 3 s to answer; before, the customer system answered “Mailbox is full”; sent by Kim’s reply in chat 1.",
  );
  service.attempts.at(-1)?.answer(mailboxFull);
  await service.pass(3_000);
  service.attempts.at(-1)?.answer(mailboxFull);
  await service.settle();
  service.attempts.at(-1)?.answer();
  await service.settle();
  await tell(
    service,
    second,
    "Delivered 0 s ago by attempt 1 of 3: the customer system answered 200 within 0 ms; sent by Kim’s reply in chat 1.",
  );
  await service.pass(44_000);
  await tell(
    service,
    first,
    "Failed 44 s ago: the customer system answered “Mailbox is full” three times at 3 s intervals; sent by Kim’s reply in chat 1.",
    [],
  );
});

t.test("a chat says who has it, since when, and who is offered it", async (t) => {
  const tell = createTeller(t, told);
  const service = await startService(t);
  await service.say("7", "Hello");
  await tell(service, "chat/1", "Waits for an agent for 0 s: the client wrote on MOBILEAPP1.", [
    "Why is nobody offered this chat? No agent of MOBILEAPP1 is connected.",
  ]);
  await service.enter("lee", { available: false });
  await tell(service, "chat/1", "Waits for an agent for 0 s: the client wrote on MOBILEAPP1.", [
    "Why is nobody offered this chat? No agent of MOBILEAPP1 is available: Lee switched to unavailable, nobody else is connected.",
  ]);
  await service.enter("kim", { available: true });
  await service.pass(2_000);
  await tell(service, "chat/1", "Waits for an agent for 2 s: the client wrote on MOBILEAPP1.", [takenBy]);
  await step(service, "kim", "accept");
  await tell(service, "chat/1", "With Kim for 0 s: Kim accepted it.", []);
  await step(service, "kim", "transfer", { agentId: 2 });
  await tell(service, "chat/1", "Waits for Lee for 0 s: Kim transferred it.", [
    "Who is offered this chat? Lee, now unavailable; the offer stands for 0 s. Others of the channel may take it as well.",
  ]);
  await step(service, "lee", "accept");
  await step(service, "lee", "close");
  await service.pass(1_000);
  await tell(service, "chat/1", "Closed 1 s ago by Lee.", []);
  await step(service, "kim", "reopen");
  await tell(service, "chat/1", "With Kim for 0 s: Kim opened it again.", []);
  await step(service, "kim", "close");
  await service.say("8", "Hello");
  await step(service, "kim", "blacklist", { value: true }, 2);
  await tell(
    service,
    "chat/2",
    "Offered to nobody for 0 s, since Kim wanted it so: the client is on the blacklist, and what comes is kept.",
    ["Why is nobody offered this chat? The client is on the blacklist."],
  );
});

async function startWithBot(t: Parameters<typeof startService>[0]): Promise<Service> {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot, webhooks, agentKeywords: ["human"] } } });
  await service.say("7", "Hello");
  return service;
}

t.test("a bot’s chat says why the bot handed over", async (t) => {
  const tell = createTeller(t, told);
  const service = await startWithBot(t);
  await tell(service, "chat/1", "With the bot for 0 s: the client wrote on MOBILEAPP1, which has a bot.", [
    "Why is nobody offered this chat? The bot has it. Any agent of the channel may take it over.",
  ]);
  await tell(service, "bot/1", "The bot has chat 1 for 0 s; CLIENT_MESSAGE is on its way to it.", []);
  await answerBot(service);
  await tell(service, "bot/1", "The bot has chat 1 for 0 s, and has been told everything.", []);
  await botPosts(service, { event: "INVITE_AGENT", chat_id: "1" });
  await tell(
    service,
    "chat/1",
    "Without an agent for 0 s: the bot invited an agent, and none was available; the bot goes on meanwhile.",
    [
      "Why is nobody offered this chat? No agent of MOBILEAPP1 is connected. The bot goes on until one takes it.",
      "Why did the bot hand over? The bot invited an agent, 0 s ago.",
    ],
  );
  await tell(
    service,
    "bot/1",
    "Without an agent for 0 s: the bot invited an agent, and none was available; the bot goes on with chat 1.",
  );
  await service.enter("kim", { available: true });
  await answerBot(service);
  await service.say("7", "human");
  await service.pass(1_000);
  await tell(
    service,
    "chat/1",
    "Waits for an agent for 1 s: the client asked for an agent, by a keyword or the widget’s button.",
    [
      "Who is offered this chat? Everybody on MOBILEAPP1 may take it; available: Kim.",
      "Why did the bot hand over? The client asked for an agent, by a keyword or the widget’s button, 1 s ago.",
    ],
  );
  await tell(
    service,
    "bot/1",
    "Offers chat 1 to the agents for 1 s: the client asked for an agent, by a keyword or the widget’s button; unless one takes it, the offer ends in 59 s.",
    ["Why did the bot hand over? The client asked for an agent, by a keyword or the widget’s button, 1 s ago."],
  );
  await service.pass(60_000);
  await tell(service, "chat/1", "Without an agent for 1 s: no agent took it in time; the bot goes on meanwhile.", [
    "Who is offered this chat? Everybody on MOBILEAPP1 may take it; available: Kim. The bot goes on until one takes it.",
    "Why did the bot hand over? The client asked for an agent, by a keyword or the widget’s button, 1 min ago.",
  ]);
  await step(service, "kim", "accept");
  await tell(service, "chat/1", "With Kim for 0 s: Kim accepted it, from the bot.", [
    "Why did the bot hand over? The client asked for an agent, by a keyword or the widget’s button, 1 min ago.",
  ]);
  await tell(service, "bot/1", "An agent took chat 1 0 s ago: what the bot says now is kept for the agents alone.", [
    "Why did the bot hand over? The client asked for an agent, by a keyword or the widget’s button, 1 min ago.",
  ]);

  await service.say("8", "Hello");
  for (let attempt = 0; attempt < 3; attempt += 1) {
    service.botAttempts.at(-1)?.answer(brokenBot);
    await service.pass(3_000);
  }
  await tell(
    service,
    "bot/2",
    "The bot’s part in chat 2 ended 3 s ago: the bot did not take CLIENT_MESSAGE: the bot answered HTTP 500, three times at 3 s intervals.",
    [
      "Why did the bot hand over? The bot did not take CLIENT_MESSAGE: the bot answered HTTP 500, three times at 3 s intervals, 3 s ago.",
    ],
  );
  await tell(
    service,
    "chat/2",
    "Waits for an agent for 3 s: the bot did not take CLIENT_MESSAGE: the bot answered HTTP 500, three times at 3 s intervals.",
    [
      "Who is offered this chat? Everybody on MOBILEAPP1 may take it; available: Kim.",
      "Why did the bot hand over? The bot did not take CLIENT_MESSAGE: the bot answered HTTP 500, three times at 3 s intervals, 3 s ago.",
    ],
  );
  await tell(
    service,
    await newestDelivery(service, "&state=failed"),
    "Failed 3 s ago: the bot answered HTTP 500, three times at 3 s intervals; it tells the bot CLIENT_MESSAGE of chat 2.",
    [],
  );

  await service.say("9", "Hello");
  await answerBot(service);
  await step(service, "kim", "close", {}, 3);
  await tell(
    service,
    "bot/3",
    "Ended 0 s ago: chat 3 was closed, or its client put on the blacklist, before an agent had it.",
    [],
  );
  await step(service, "kim", "reopen", {}, 3);
  const joined = "An agent took chat 3 0 s ago: what the bot says now is kept for the agents alone";
  await tell(service, "bot/3", `${joined}; AGENT_JOINED is on its way to it.`, [
    "Why did the bot hand over? It did not: the chat was closed, and an agent opened it again 0 s ago.",
  ]);
  await service.say("10", "Hello");
  await step(service, "kim", "accept", {}, 4);
  await tell(service, "bot/4", "An agent took chat 4 0 s ago: what the bot says now is kept for the agents alone.", [
    "Why did the bot hand over? It did not: an agent took the chat 0 s ago, while the bot had it.",
  ]);
  await service.say("11", "Hello");
  const removed = await service.call("PATCH", "/api/channels/MOBILEAPP1", {
    token: await service.logIn("ada"),
    body: { bot: null },
  });
  t.equal(removed.status, 200);
  await service.pass(1_000);
  await tell(service, "bot/5", "The bot’s part in chat 5 ended 1 s ago: the bot was disconnected from the channel.", [
    "Why did the bot hand over? The bot was disconnected from the channel, 1 s ago.",
  ]);
  await tell(service, "chat/5", "Waits for an agent for 1 s: the bot was disconnected from the channel.", [
    takenBy,
    "Why did the bot hand over? The bot was disconnected from the channel, 1 s ago.",
  ]);
});

t.test("a webhook says why it has not arrived", async (t) => {
  const tell = createTeller(t, told);
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  await service.say("7", "Hello");
  await step(service, "kim", "accept");
  await service.call("PATCH", "/api/chats/1/contact", { token: await service.logIn("kim"), body: { name: "Ann" } });
  await tell(
    service,
    "webhooks/1",
    "Changes of the client of chat 1 wait a second for others, to be told as one; they leave in 1 s. The first attempt of chat_accepted of chat 1 is under way.",
    ["Why has this webhook not arrived? Attempt 1 of 10 is under way."],
  );
  const first = await newestDelivery(service);
  await service.pass(2_000);
  await tell(service, "webhooks/1", "The first attempt of chat_accepted of chat 1 is under way; behind it: 1 event.", [
    "Why has this webhook not arrived? Attempt 1 of 10 is under way.",
  ]);
  const second = await newestDelivery(service);
  await tell(
    service,
    second,
    "Waits for its turn for 1 s behind another event, as only one is sent at a time; it tells of chat_updated of chat 1.",
    ["Why has this webhook not arrived? It waits behind another event, as only one is sent at a time."],
  );
  service.reports.at(-1)?.answer(broken);
  await service.settle();
  await tell(
    service,
    first,
    "Waits for attempt 2 of 10, in 5 s: the owner’s server answered HTTP 500, 0 s ago; it tells of chat_accepted of chat 1.",
    [
      "Why has this webhook not arrived? Attempt 1 of 10 failed: the owner’s server answered HTTP 500. Attempt 2 of 10 is made in 5 s.",
    ],
  );
  service.reports.at(-1)?.answer({
    failure: {
      kind: "gone",
      code: "gone",
      message: "The receiver answered HTTP 410: it does not want this event again.",
    },
    isFinal: true,
  });
  await service.settle();
  await tell(
    service,
    second,
    "Failed 0 s ago: the owner’s server answered HTTP 410: it does not want this event again, and that answer is final; it tells of chat_updated of chat 1.",
    [
      "Why has this webhook not arrived? The owner’s server answered attempt 1 of 10 with HTTP 410: it wants no more of this event, so it is not tried again.",
    ],
  );
  await tell(service, "webhooks/1", "Nothing waits to be told of chat 1.", []);
});

t.test("a call says who is on the line", async (t) => {
  const tell = createTeller(t, told);
  const { service, reported, callBack } = await startCalls(t);
  await service.enter("kim", { available: true });
  await callBack("visitor");
  await service.pass(2_000);
  await tell(service, "call/1", "The gateway was asked to ring Kim for chat 1, and nobody is on the line for 2 s.", []);
  service.calls[0]?.answer(null);
  await reported({ call_id: "1", status: "agent_connected", agent_id: 1 });
  await tell(service, "call/1", "Kim is on the line for 0 s; the client of chat 1 is not yet.");
  await reported({ call_id: "1", status: "client_connected" });
  await tell(service, "call/1", "Kim and the client of chat 1 speak for 0 s.");
  await reported({ call_id: "1", status: "end" });
  await tell(service, "call/1", "Ended 0 s ago, says the gateway; it was a callback of chat 1.");
  await callBack("another");
  await reported({ call_id: "2", status: "client_connected" });
  await tell(service, "call/2", "The client of chat 2 is on the line for 0 s; no agent is yet.");
  await reported({ call_id: "2", status: "error", reason: "Busy" });
  await tell(service, "call/2", "Failed 0 s ago: the gateway says “Busy”; it was a callback of chat 2.");
  await tell(service, "chat/2", "Waits for an agent for 0 s: a call of the client began it.");
});

t.test("channels and agents say what they are, and why", async (t) => {
  const tell = createTeller(t, told);
  const service = await startService(t);
  const token = await service.logIn("ada");
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
    await service.settle();
  };
  await tell(service, "channel/MOBILEAPP1", "Offline for 0 s: none of its 2 agents is connected.", []);
  await tell(service, "agent/1", "Absent for 0 s: no desk is open.", []);
  const desk = await service.enter("kim", { available: true });
  await tell(service, "channel/MOBILEAPP1", "Online for 0 s: Kim is available.");
  await tell(service, "agent/1", "Available for 0 s: connected in 1 desk, on 1 channel.");
  await service.enter("lee", { available: false });
  await tell(service, "agent/2", "Unavailable for 0 s: connected in 1 desk, but switched to unavailable.");
  desk.socket.close();
  await desk.closed;
  await service.pass(120_000);
  await tell(service, "agent/1", "Absent for 2 min: the last desk was closed, or lost its connection.");
  await tell(service, "channel/MOBILEAPP1", "Offline for 2 min: Lee switched to unavailable, 1 other not connected.");
  await ask("PATCH", "/api/channels/MOBILEAPP1", { enabled: false });
  await tell(service, "channel/MOBILEAPP1", "Disabled for 0 s: its settings switch it off.");
  await ask("DELETE", "/api/channels/OTHERAPP01");
  await tell(service, "channel/OTHERAPP01", "Removed 0 s ago: its record stays for the chats it had.");
  await ask("DELETE", "/api/agents/3");
  await tell(service, "agent/3", "Removed 0 s ago: the record stays for what was written.");
});

t.test("no state of any machine is without a sentence", async (t) => {
  const transient = ["beginning", "deciding", "idle"];
  const states = Object.values(actors).flatMap(({ kind, machine }) =>
    Object.keys(machine.states)
      .filter((state) => !transient.includes(state))
      .map((state) => `${kind} ${state}`),
  );
  t.same(
    states.filter((state) => !told.has(state)),
    [],
  );
});
