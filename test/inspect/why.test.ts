import t from "tap";
import { actors } from "../../src/domain/actors.ts";
import { step } from "../browser/desk/conversation/conversation-world.ts";
import { startCalls } from "../calls/call-service.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import type { Compared } from "./why-world.ts";
import { answerBot, botPosts, createTeller, newestDelivery } from "./why-world.ts";

/** The compared states, such as "chat waiting"; at the end every state must be among them. */
const compared: Compared = new Set();

const mailboxFull = { failure: { kind: "error_answer", code: "17", message: "Mailbox is full" } } as const;
const broken = {
  httpStatus: 500,
  failure: { kind: "http_status", code: "http_status", message: "The receiver answered HTTP 500." },
} as const;

const brokenBot = { ...broken, failure: { ...broken.failure, message: "The bot answered HTTP 500." } };

const takenBy = "Who is offered this chat? Every agent of MOBILEAPP1 may accept the chat. Available: Kim.";

t.test("the sentence of a delivery names the current attempt, and the outcome of the others", async (t) => {
  const tell = createTeller(t, compared);
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
    "Waits for its turn for 0 s behind another message, because only one is sent at a time. It is a reply of Kim in chat 1.",
  );
  await service.pass(500);
  await tell(
    service,
    first,
    "Attempt 1 of 3 has been under way for 2 s. The customer system has 3 s to answer. It is a reply of Kim in chat 1.",
  );
  service.attempts.at(-1)?.answer(mailboxFull);
  await service.settle();
  await tell(
    service,
    first,
    "Waits for attempt 2 of 3, in 2 s: the customer system answered “Mailbox is full”, 0 s ago. It is a reply of Kim in chat 1.",
  );
  await service.pass(2_000);
  await tell(
    service,
    first,
    "Attempt 2 of 3 has been under way for 1 s. The customer system has 3 s to answer. Earlier attempts: the customer system answered “Mailbox is full”. It is a reply of Kim in chat 1.",
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
    "Delivered 0 s ago by attempt 1 of 3: the customer system answered HTTP 200 within 0 ms. It is a reply of Kim in chat 1.",
  );
  await service.pass(44_000);
  await tell(
    service,
    first,
    "Failed 44 s ago: the customer system answered “Mailbox is full”, 3 times at intervals of 3 s. It is a reply of Kim in chat 1.",
    [],
  );
});

t.test("the sentence of a chat names its agent, the time, and the receiver of an offer", async (t) => {
  const tell = createTeller(t, compared);
  const service = await startService(t);
  await service.say("7", "Hello");
  await tell(service, "chat/1", "Waits for an agent for 0 s: the client wrote on MOBILEAPP1.", [
    "Why is no agent offered this chat? No agent of MOBILEAPP1 is connected.",
  ]);
  await service.enter("lee", { available: false });
  await tell(service, "chat/1", "Waits for an agent for 0 s: the client wrote on MOBILEAPP1.", [
    "Why is no agent offered this chat? No agent of MOBILEAPP1 is available: Lee is set to unavailable, and nobody else is connected.",
  ]);
  await service.enter("kim", { available: true });
  await service.pass(2_000);
  await tell(service, "chat/1", "Waits for an agent for 2 s: the client wrote on MOBILEAPP1.", [takenBy]);
  await step(service, "kim", "accept");
  await tell(service, "chat/1", "With Kim for 0 s: Kim accepted the chat.", []);
  await step(service, "kim", "transfer", { agentId: 2 });
  await tell(service, "chat/1", "Waits for Lee for 0 s: Kim transferred the chat.", [
    "Who is offered this chat? The chat has been offered for 0 s to Lee, who is unavailable now. Other agents of the channel may accept it as well.",
  ]);
  await step(service, "lee", "accept");
  await step(service, "lee", "close");
  await service.pass(1_000);
  await tell(service, "chat/1", "Closed 1 s ago: Lee closed the chat.", []);
  await step(service, "kim", "reopen");
  await tell(service, "chat/1", "With Kim for 0 s: Kim reopened the chat.", []);
  await step(service, "kim", "close");
  await service.say("8", "Hello");
  await step(service, "kim", "blacklist", { value: true }, 2);
  await tell(
    service,
    "chat/2",
    "Offered to no agent for 0 s: Kim put the client on the blacklist. The messages of the client are stored.",
    ["Why is no agent offered this chat? The client is on the blacklist."],
  );
});

async function startWithBot(t: Parameters<typeof startService>[0]): Promise<Service> {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot, webhooks, agentKeywords: ["human"] } } });
  await service.say("7", "Hello");
  return service;
}

t.test("the sentence of a bot’s chat names the reason of the hand-over", async (t) => {
  const tell = createTeller(t, compared);
  const service = await startWithBot(t);
  await tell(service, "chat/1", "With the bot for 0 s: the client wrote on MOBILEAPP1, which has a bot.", [
    "Why is no agent offered this chat? The bot has the chat. Every agent of the channel may accept it.",
  ]);
  await tell(service, "bot/1", "The bot has had chat 1 for 0 s; CLIENT_MESSAGE is being sent to the bot.", []);
  await answerBot(service);
  await tell(service, "bot/1", "The bot has had chat 1 for 0 s, and has received all events.", []);
  await botPosts(service, { event: "BOT_MESSAGE", chat_id: "1", message: { type: "VIDEO" } });
  await tell(
    service,
    "chat/1",
    "With the bot for 0 s: the client wrote on MOBILEAPP1, which has a bot. The last post of the bot was refused: message.type.",
    ["Why is no agent offered this chat? The bot has the chat. Every agent of the channel may accept it."],
  );
  await botPosts(service, { event: "BOT_MESSAGE", chat_id: "1", message: { type: "TEXT", text: "Hi" } });
  await tell(service, "chat/1", "With the bot for 0 s: the client wrote on MOBILEAPP1, which has a bot.", [
    "Why is no agent offered this chat? The bot has the chat. Every agent of the channel may accept it.",
  ]);
  await botPosts(service, { event: "INVITE_AGENT", chat_id: "1" });
  await tell(
    service,
    "chat/1",
    "Without an agent for 0 s: the bot invited an agent, and no agent was available. Meanwhile the bot continues.",
    [
      "Why is no agent offered this chat? No agent of MOBILEAPP1 is connected. The bot continues until an agent accepts the chat.",
      "Why did the bot hand over? The bot invited an agent, 0 s ago.",
    ],
  );
  await tell(
    service,
    "bot/1",
    "Without an agent for 0 s: the bot invited an agent, and no agent was available. The bot continues with chat 1.",
  );
  await service.enter("kim", { available: true });
  await answerBot(service);
  await service.say("7", "human");
  await service.pass(1_000);
  await tell(
    service,
    "chat/1",
    "Waits for an agent for 1 s: the client asked for an agent with a keyword or with the button of the widget.",
    [
      "Who is offered this chat? Every agent of MOBILEAPP1 may accept the chat. Available: Kim.",
      "Why did the bot hand over? The client asked for an agent with a keyword or with the button of the widget, 1 s ago.",
    ],
  );
  await tell(
    service,
    "bot/1",
    "Offers chat 1 to the agents for 1 s: the client asked for an agent with a keyword or with the button of the widget. If no agent accepts the chat, the offer ends in 59 s.",
    [
      "Why did the bot hand over? The client asked for an agent with a keyword or with the button of the widget, 1 s ago.",
    ],
  );
  await service.pass(60_000);
  await tell(
    service,
    "chat/1",
    "Without an agent for 1 s: no agent accepted the chat in time. Meanwhile the bot continues.",
    [
      "Who is offered this chat? Every agent of MOBILEAPP1 may accept the chat. Available: Kim. The bot continues until an agent accepts the chat.",
      "Why did the bot hand over? The client asked for an agent with a keyword or with the button of the widget, 1 min ago.",
    ],
  );
  await step(service, "kim", "accept");
  await tell(service, "chat/1", "With Kim for 0 s: Kim accepted the chat from the bot.", [
    "Why did the bot hand over? The client asked for an agent with a keyword or with the button of the widget, 1 min ago.",
  ]);
  await tell(service, "bot/1", "An agent accepted the chat 0 s ago. Only agents see what the bot writes now.", [
    "Why did the bot hand over? The client asked for an agent with a keyword or with the button of the widget, 1 min ago.",
  ]);

  await service.say("8", "Hello");
  for (let attempt = 0; attempt < 3; attempt += 1) {
    service.botAttempts.at(-1)?.answer(brokenBot);
    await service.pass(3_000);
  }
  await tell(
    service,
    "bot/2",
    "The bot’s part of chat 2 ended 3 s ago: the bot did not accept CLIENT_MESSAGE: the bot answered HTTP 500, 3 times at intervals of 3 s.",
    [
      "Why did the bot hand over? The bot did not accept CLIENT_MESSAGE: the bot answered HTTP 500, 3 times at intervals of 3 s, 3 s ago.",
    ],
  );
  await tell(
    service,
    "chat/2",
    "Waits for an agent for 3 s: the bot did not accept CLIENT_MESSAGE: the bot answered HTTP 500, 3 times at intervals of 3 s.",
    [
      "Who is offered this chat? Every agent of MOBILEAPP1 may accept the chat. Available: Kim.",
      "Why did the bot hand over? The bot did not accept CLIENT_MESSAGE: the bot answered HTTP 500, 3 times at intervals of 3 s, 3 s ago.",
    ],
  );
  await tell(
    service,
    await newestDelivery(service, "&state=failed"),
    "Failed 3 s ago: the bot answered HTTP 500, 3 times at intervals of 3 s. It is the event CLIENT_MESSAGE of chat 2 for the bot.",
    [],
  );

  await service.say("9", "Hello");
  await answerBot(service);
  await step(service, "kim", "close", {}, 3);
  await tell(
    service,
    "bot/3",
    "Ended 0 s ago: chat 3 was closed, or its client was put on the blacklist, before an agent accepted the chat.",
    [],
  );
  await step(service, "kim", "reopen", {}, 3);
  const joined = "An agent accepted the chat 0 s ago. Only agents see what the bot writes now.";
  await tell(service, "bot/3", `${joined} The event AGENT_JOINED is being sent to the bot.`, [
    "Why did the bot hand over? The bot did not hand over. The chat was closed, and an agent reopened it 0 s ago.",
  ]);
  await service.say("10", "Hello");
  await step(service, "kim", "accept", {}, 4);
  await tell(service, "bot/4", "An agent accepted the chat 0 s ago. Only agents see what the bot writes now.", [
    "Why did the bot hand over? The bot did not hand over. An agent accepted the chat 0 s ago, while the bot had it.",
  ]);
  await service.say("11", "Hello");
  const removed = await service.call("PATCH", "/api/channels/MOBILEAPP1", {
    token: await service.logIn("ada"),
    body: { bot: null },
  });
  t.equal(removed.status, 200);
  await service.pass(1_000);
  await tell(service, "bot/5", "The bot’s part of chat 5 ended 1 s ago: the bot was disconnected from the channel.", [
    "Why did the bot hand over? The bot was disconnected from the channel, 1 s ago.",
  ]);
  await tell(service, "chat/5", "Waits for an agent for 1 s: the bot was disconnected from the channel.", [
    takenBy,
    "Why did the bot hand over? The bot was disconnected from the channel, 1 s ago.",
  ]);
});

t.test("the sentence of a webhook names the reason why it has not arrived", async (t) => {
  const tell = createTeller(t, compared);
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  await service.say("7", "Hello");
  await step(service, "kim", "accept");
  await service.call("PATCH", "/api/chats/1/contact", { token: await service.logIn("kim"), body: { name: "Ann" } });
  await tell(
    service,
    "webhooks/1",
    "Changes of the client of chat 1 wait one second for further changes. They are sent together in 1 s. The first attempt of chat_accepted of chat 1 is under way.",
    ["Why has this webhook not arrived? Attempt 1 of 10 is under way."],
  );
  const first = await newestDelivery(service);
  await service.pass(2_000);
  await tell(
    service,
    "webhooks/1",
    "The first attempt of chat_accepted of chat 1 is under way. 1 more event waits behind it.",
    ["Why has this webhook not arrived? Attempt 1 of 10 is under way."],
  );
  const second = await newestDelivery(service);
  await tell(
    service,
    second,
    "Waits for its turn for 1 s behind another event, because only one is sent at a time. It is the webhook chat_updated of chat 1.",
    ["Why has this webhook not arrived? It waits behind another event, because only one is sent at a time."],
  );
  service.reports.at(-1)?.answer(broken);
  await service.settle();
  await tell(
    service,
    first,
    "Waits for attempt 2 of 10, in 5 s: the owner’s server answered HTTP 500, 0 s ago. It is the webhook chat_accepted of chat 1.",
    [
      "Why has this webhook not arrived? Attempt 1 of 10 failed: the owner’s server answered HTTP 500. Attempt 2 of 10 starts in 5 s.",
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
    "Failed 0 s ago: the owner’s server answered HTTP 410 and does not want this event, and that answer is final. It is the webhook chat_updated of chat 1.",
    [
      "Why has this webhook not arrived? The owner’s server answered attempt 1 of 10 with HTTP 410 and does not want this event. The delivery is not tried again.",
    ],
  );
  await tell(service, "webhooks/1", "No event of chat 1 waits.", []);
});

t.test("the sentence of a call names the parties on the phone", async (t) => {
  const tell = createTeller(t, compared);
  const { service, reported, callBack } = await startCalls(t);
  await service.enter("kim", { available: true });
  await callBack("visitor");
  await service.pass(2_000);
  await tell(service, "call/1", "The gateway was asked 2 s ago to ring Kim for chat 1. Nobody is on the line yet.", []);
  service.calls[0]?.answer(null);
  await reported({ call_id: "1", status: "agent_connected", agent_id: 1 });
  await tell(service, "call/1", "Kim has been on the line for 0 s. The client of chat 1 is not on the line yet.");
  await reported({ call_id: "1", status: "client_connected" });
  await tell(service, "call/1", "Kim has been talking to the client of chat 1 for 0 s.");
  await reported({ call_id: "1", status: "end" });
  await tell(service, "call/1", "Ended 0 s ago, as the gateway reported. It was a callback for chat 1.");
  await callBack("another");
  await reported({ call_id: "2", status: "client_connected" });
  await tell(service, "call/2", "The client of chat 2 has been on the line for 0 s. No agent is on the line yet.");
  await reported({ call_id: "2", status: "error", reason: "Busy" });
  await tell(service, "call/2", "Failed 0 s ago: the gateway says “Busy”. It was a callback for chat 2.");
  await tell(service, "chat/2", "Waits for an agent for 0 s: a call of the client created the chat.");
});

t.test("the sentences of channels and agents name their state and the reason", async (t) => {
  const tell = createTeller(t, compared);
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
  await tell(service, "agent/2", "Unavailable for 0 s: connected in 1 desk, but set to unavailable.");
  desk.socket.close();
  await desk.closed;
  await service.pass(120_000);
  await tell(service, "agent/1", "Absent for 2 min: the last desk was closed, or it lost its connection.");
  await tell(
    service,
    "channel/MOBILEAPP1",
    "Offline for 2 min: Lee is set to unavailable, and 1 other agent is not connected.",
  );
  await ask("PATCH", "/api/channels/MOBILEAPP1", { enabled: false });
  await tell(service, "channel/MOBILEAPP1", "Disabled for 0 s by the settings of the channel.");
  await ask("DELETE", "/api/channels/OTHERAPP01");
  await tell(service, "channel/OTHERAPP01", "Removed 0 s ago. The record is kept for the chats of the channel.");
  await ask("DELETE", "/api/agents/3");
  await tell(service, "agent/3", "Removed 0 s ago. The record is kept for the messages of the agent.");
});

t.test("every state of every machine has a sentence", async (t) => {
  const transient = ["beginning", "deciding", "idle"];
  const states = Object.values(actors).flatMap(({ kind, machine }) =>
    Object.keys(machine.states)
      .filter((state) => !transient.includes(state))
      .map((state) => `${kind} ${state}`),
  );
  t.same(
    states.filter((state) => !compared.has(state)),
    [],
  );
});
