import t from "tap";
import { configure, post } from "../../harness/customer.ts";
import type { DeskFrame } from "../../harness/desk-client.ts";
import { startService } from "../../harness/service.ts";
import { agents, bot } from "../../harness/service-config.ts";
import { chatOf, waitingChat } from "../chat-of.ts";
import { botInvites, botSays, botTakes, chatAs, chatWithBot, readBotChat, startWithBot, toldToBot } from "./bot-of.ts";

const conflict = (message: RegExp) => ({ status: 409, body: { error: { code: "conflict", message } } });
const price = {
  type: "MARKDOWN",
  content: "See the **price list** [here](https://x.example/prices), <b>soon</b>.",
  text: "See the price list: https://x.example/prices",
};
const priceParts = [
  { text: "See the ", bold: false, italic: false, link: null },
  { text: "price list", bold: true, italic: false, link: null },
  { text: " ", bold: false, italic: false, link: null },
  { text: "here", bold: false, italic: false, link: "https://x.example/prices" },
  { text: ", <b>soon</b>.", bold: false, italic: false, link: null },
];

t.test("[BOT-01] a new chat goes to the bot first and is marked so; open chats stay where they are", async (t) => {
  const service = await startService(t);
  const open = await chatOf(service, "kim", "a");
  const waiting = await waitingChat(service, "kim", "b");
  await configure(service, { bot });
  t.equal(await service.status(), "0", "a bot is not an agent");
  const kim = await service.enter("kim");
  t.equal(await service.status(), "1");
  await service.say("a", "Still with Kim");
  await service.say("b", "Still waiting");
  await service.settle();
  t.strictSame(toldToBot(service), []);
  t.match(
    [await readBotChat(service, open.id), await readBotChat(service, waiting.id)],
    [{ chat: { state: "with_agent" } }, { chat: { state: "waiting" } }],
  );

  await service.say("c", "Hello bot");
  await botTakes(service);
  const shown = await kim.until((frame) => frame.message?.text === "Hello bot");
  const frames = kim.frames.filter((frame) => frame.chat?.id === "3" || frame.chatId === "3");
  t.match(frames, [{ type: "chat", chat: { state: "with_bot", agent: null, offeredTo: null } }, { type: "message" }]);
  t.match(shown.message, { from: "client", delivery: null }, "the log has the result of the event");
  t.strictSame(toldToBot(service), ["CLIENT_MESSAGE Hello bot"]);
  const ids = async (state: string) => {
    const { body } = await service.call("GET", `/api/chats?state=${state}`, { token: open.token });
    return body.chats.map(({ id }) => id);
  };
  t.strictSame([await ids("with_bot"), await ids("waiting"), await ids("unstaffed")], [["3"], ["2"], []]);
  await configure(service, { bot: null });
  t.equal(await service.status(), "1");
});

t.test("a bot's message is shown in parts, and its fallback is sent with the bot's name", async (t) => {
  const photo = "https://bots.example.com/robin.png";
  const service = await startWithBot(t, { bot: { ...bot, photo } });
  const kim = await service.enter("kim");
  const { id } = await chatWithBot(service, "kim");
  const answers = { buttons: [{ text: "Yes", id: 7 }, { text: "No" }], title: "Sure?", text: "Sure? Yes or No" };
  for (const message of [price, { type: "TEXT", text: "**literal**" }, { type: "BUTTONS", ...answers }]) {
    await botSays(service, id, message);
    service.attempts.at(-1)?.answer();
    await service.settle();
  }
  const sender = { id: 0, name: "Robin", photo };
  t.match(
    service.attempts.map((attempt) => ({ content: attempt.content, sender: attempt.sender })),
    [price.text, "**literal**", answers.text].map((text) => ({
      content: { type: "text", text, media: null },
      sender,
    })),
  );
  const last = await kim.until((frame) => frame.message?.seq === 4 && frame.message.delivery?.state === "delivered");
  const { messages } = await readBotChat(service, id);
  const ofBot = { from: "bot", agentId: null, hidden: false, buttonId: null, delivery: { state: "delivered" } };
  t.match(messages.slice(1), [
    { ...ofBot, type: "markdown", text: price.content, parts: priceParts, fallback: price.text, buttons: [] },
    { ...ofBot, type: "text", text: "**literal**", parts: [], fallback: null, buttons: [] },
    { ...ofBot, type: "buttons", text: "Sure?", parts: [], fallback: answers.text },
  ]);
  t.strictSame(messages[3]?.buttons, [
    { text: "Yes", id: "7" },
    { text: "No", id: null },
  ]);
  t.strictSame(last.message, messages[3], "the frames show the same");
  const back = await service.enter("kim", { since: 0 });
  await back.until((frame) => frame.message?.seq === 4);
  const missed = back.frames.flatMap((frame) => (frame.type === "message" ? [frame.message] : []));
  t.strictSame(missed, messages, "the frames after a reconnect show the same");
  await configure(service, { bot: { ...bot, name: null } });
  await botSays(service, id, { type: "TEXT", text: "Hi" });
  t.match(service.attempts.at(-1)?.sender, { name: "Acme Bots", photo: null }, "its fallback has no name");
});

t.test("a bot's message after its part has ended is recorded, and not shown to the client", async (t) => {
  const service = await startWithBot(t);
  const kim = await service.enter("kim");
  const hidden = async (id: string, text: string) => {
    const sentBefore = service.attempts.length;
    await botSays(service, id, { type: "TEXT", text });
    const { message } = await kim.until((frame) => frame.message?.text === text);
    t.match(message, { from: "bot", hidden: true, delivery: null }, text);
    t.strictSame((await readBotChat(service, id)).messages.at(-1), message);
    t.equal(service.attempts.length, sentBefore, "nothing is sent");
  };
  const taken = await chatWithBot(service, "kim", "a");
  await taken.step("accept");
  await botTakes(service);
  await hidden(taken.id, "after an agent joined");
  await taken.step("close");
  const { chat } = await readBotChat(service, taken.id);
  service.clock.advance(1_000);
  await hidden(taken.id, "after the end");
  t.match((await readBotChat(service, taken.id)).chat, { state: "closed", updatedAt: chat.updatedAt + 1_000 });

  const failing = await chatWithBot(service, "kim", "b");
  await service.say("b", "Are you there?");
  await service.settle();
  for (let number = 1; number <= 3; number += 1) {
    const failure = { kind: "timeout", code: "timeout", message: "No answer within 3 s." } as const;
    service.botAttempts.at(-1)?.answer({ httpStatus: null, failure });
    await service.pass(3_000);
  }
  const { chat: left, lines } = await readBotChat(service, failing.id);
  t.equal(left.state, "waiting");
  t.match(lines.at(-1), /^system event: The bot failed: No answer within 3 s\.$/);
  await hidden(failing.id, "after it failed");

  const early = await chatWithBot(service, "kim", "c");
  await early.step("close");
  await hidden(early.id, "after an agent closed the bot's chat");
});

t.test("[BOT-39] without a fallback nothing is sent, and an entry in the chat reports it", async (t) => {
  const service = await startWithBot(t);
  const kim = await service.enter("kim");
  const { id } = await chatWithBot(service, "kim");
  await botSays(service, id, { type: "BUTTONS", buttons: [{ text: "Yes" }] });
  await botSays(service, id, { type: "MARKDOWN", content: "**b**" });
  const line = await kim.until((frame) => frame.message?.seq === 5);
  const { messages } = await readBotChat(service, id);
  const said = { from: "system", type: "event", text: /not sent to the client.*plain text/, delivery: null };
  t.match(messages.slice(1), [
    { from: "bot", type: "buttons", text: "", delivery: null },
    said,
    { from: "bot", type: "markdown", delivery: null },
    said,
  ]);
  t.strictSame(line.message, messages[4]);
  t.equal(service.attempts.length, 0);
});

t.test(
  "[BOT-43, BOT-49] an invitation is offered to all agents; the first gets the chat, and the bot is notified once",
  async (t) => {
    const service = await startWithBot(t);
    const [kim, lee] = [await service.enter("kim"), await service.enter("lee")];
    const { id, step, reply } = await chatWithBot(service, "kim");
    await botInvites(service, id);
    const offered = (frame: DeskFrame) => frame.chat?.id === id && frame.chat.state === "waiting";
    t.match((await kim.until(offered)).chat, { agent: null, offeredTo: null });
    await lee.until(offered);
    t.match(await step("accept"), { status: 200, body: { chat: { state: "with_agent", agent: { name: "Kim" } } } });
    t.match(await (await chatAs(service, "lee", id)).step("accept"), conflict(/with Kim.*accept/));
    t.match(await step("accept"), { status: 200 }, "the same agent asks again");
    await botTakes(service);
    await step("transfer", { agentId: agents.lee.id });
    await (await chatAs(service, "lee", id)).step("accept");
    await service.say("7", "Thanks");
    await botTakes(service);
    t.strictSame(toldToBot(service), ["CLIENT_MESSAGE Hello", "AGENT_JOINED"]);
    const { lines } = await readBotChat(service, id);
    t.match(lines[1], /^system event: Kim took the chat; the bot is notified\.$/);
    t.match(await reply("Too late"), conflict(/with Lee/));
    await (await chatAs(service, "lee", id)).step("close");
    await service.say("7", "Me again");
    await botTakes(service);
    t.equal(toldToBot(service).at(-1), "CLIENT_MESSAGE Me again", "the next chat begins with the bot");
    t.match((await readBotChat(service, "2")).chat, { state: "with_bot" });
  },
);

t.test(
  "[BOT-44] an agent accepts a chat without an invitation: from the bot, from an offer and when it is unstaffed",
  async (t) => {
    const service = await startWithBot(t);
    const from = { with_bot: await chatWithBot(service, "kim", "a") };
    const unstaffed = await chatWithBot(service, "kim", "b");
    await botInvites(service, unstaffed.id);
    await service.enter("kim");
    const waiting = await chatWithBot(service, "kim", "c");
    await botInvites(service, waiting.id);
    for (const [state, { id, step }] of Object.entries({ ...from, unstaffed, waiting })) {
      t.equal((await readBotChat(service, id)).chat.state, state);
      t.match(await step("accept"), { status: 200, body: { chat: { state: "with_agent" } } }, state);
      await botTakes(service);
      t.equal(toldToBot(service).at(-1), "AGENT_JOINED", state);
    }
    t.equal(toldToBot(service).filter((event) => event === "AGENT_JOINED").length, 3);
  },
);

t.test(
  "[BOT-45, BOT-47] without an agent the chat is unstaffed and the bot continues; an agent can still join",
  async (t) => {
    const service = await startWithBot(t);
    const { id, step } = await chatWithBot(service, "kim");
    await botInvites(service, id);
    await botTakes(service);
    t.match((await readBotChat(service, id)).chat, { state: "unstaffed", agent: null });
    await botSays(service, id, { type: "TEXT", text: "Your phone number?" });
    await service.say("7", "+15550100");
    await botTakes(service);
    const told = ["CLIENT_MESSAGE Hello", "AGENT_UNAVAILABLE", "CLIENT_MESSAGE +15550100"];
    t.strictSame(toldToBot(service), told);
    const { chat, lines } = await readBotChat(service, id);
    t.strictSame(lines, [
      "client text: Hello",
      "system event: No agent was available; the bot is notified.",
      "bot text: Your phone number?",
      "client text: +15550100",
    ]);
    t.equal(chat.state, "unstaffed");
    const { body } = await service.call("GET", "/api/chats?state=unstaffed", { token: await service.logIn("kim") });
    t.match(body.chats, [{ id }]);

    await service.enter("kim");
    await botInvites(service, id);
    t.equal((await readBotChat(service, id)).chat.state, "waiting", "another invitation is another offer");
    await step("accept");
    await botTakes(service);
    t.strictSame(toldToBot(service), [...told, "AGENT_JOINED"]);
  },
);

t.test(
  "an offer that nobody accepts ends after acceptTimeoutMs; until then messages go only to the agents",
  async (t) => {
    for (const acceptTimeoutMs of [60_000, 5_000]) {
      const service = await startWithBot(t, { acceptTimeoutMs });
      await service.enter("kim");
      const { id } = await chatWithBot(service, "kim");
      await botInvites(service, id);
      await service.say("7", "For the agents");
      await botInvites(service, id);
      await service.pass(acceptTimeoutMs - 500);
      t.equal((await readBotChat(service, id)).chat.state, "waiting");
      t.strictSame(toldToBot(service), ["CLIENT_MESSAGE Hello"]);
      await service.pass(500);
      t.equal((await readBotChat(service, id)).chat.state, "unstaffed", `after ${acceptTimeoutMs} ms`);
      await botTakes(service);
      await service.pass(acceptTimeoutMs);
      t.strictSame(toldToBot(service), ["CLIENT_MESSAGE Hello", "AGENT_UNAVAILABLE"], "once for each invitation");
    }
  },
);

t.test(
  "a message that is one of the keywords asks for an agent, and is sent to the bot when it begins the chat alone",
  async (t) => {
    const service = await startWithBot(t, { agentKeywords: [" Human ", "оператор"] });
    const kim = await service.enter("kim");
    const stateAfter = async (sender: string, message: object) => {
      await post(service, { sender: { id: sender }, message });
      await botTakes(service);
      const { chats } = (await service.call("GET", "/api/chats", { token: await service.logIn("kim") })).body;
      return chats.find(({ client }) => client.id === sender)?.state;
    };
    const text = (said: string) => ({ type: "text", text: said });
    t.equal(await stateAfter("a", text("hUMAN")), "waiting");
    t.equal(await stateAfter("b", text("\n ОПЕРАТОР ")), "waiting", "also as the first message");
    t.strictSame(
      toldToBot(service),
      ["CLIENT_MESSAGE hUMAN", "CLIENT_MESSAGE \n ОПЕРАТОР "],
      "each keyword began a chat",
    );
    const file = { file: "https://files.example.com/a.png" };
    t.equal(await stateAfter("c", { type: "photo", ...file, text: "human" }), "with_bot", "a comment is not a keyword");
    t.equal(await stateAfter("c", text("a human please")), "with_bot");
    t.strictSame(toldToBot(service).slice(2), [`CLIENT_MESSAGE human\n${file.file}`, "CLIENT_MESSAGE a human please"]);
    t.equal(await stateAfter("c", text("human")), "waiting");
    kim.send({ type: "available", value: false });
    await kim.until((frame) => frame.type === "available");
    t.equal(await stateAfter("d", text("human")), "unstaffed");
    t.strictSame(toldToBot(service).slice(4), ["CLIENT_MESSAGE human", "AGENT_UNAVAILABLE"]);
  },
);

t.test(
  "while a chat is its bot's, an agent may note, change the contact and close, and an administrator may also transfer",
  async (t) => {
    const service = await startWithBot(t);
    const inState = {
      with_bot: await chatWithBot(service, "kim", "a"),
      unstaffed: await chatWithBot(service, "kim", "b"),
    };
    await botInvites(service, inState.unstaffed.id);
    await botTakes(service);
    for (const [state, { id, token, step, reply }] of Object.entries(inState)) {
      const spoken = state === "with_bot" ? "with the bot" : "unstaffed";
      const refused = (name: string) => conflict(new RegExp(`${spoken}.*${name}`));
      t.match(await reply("Hi"), refused("message"));
      t.match(await step("typing", { type: "typein" }), refused("typing"));
      t.match(await step("assign"), refused("assign"));
      t.match(await step("transfer", { agentId: 2 }), refused("transfer"), "an agent transfers its own chats");
      t.match(await step("note", { text: "A note" }), { status: 200, body: { chat: { state } } });
      const contact = await service.call("PATCH", `/api/chats/${id}/contact`, { token, body: { name: "Pat" } });
      t.match(contact, { status: 200, body: { chat: { state, client: { name: "Pat" } } } });

      const admin = await chatAs(service, "ada", id);
      const toldBefore = toldToBot(service).length;
      const offer = { kind: "agent", id: 2, name: "Lee" };
      const transferred = await admin.step("transfer", { agentId: agents.lee.id });
      t.match(transferred, { status: 200, body: { chat: { state: "waiting", offeredTo: offer, agent: null } } });
      await service.pass(60_000);
      await botTakes(service);
      t.strictSame(toldToBot(service).slice(toldBefore), ["AGENT_UNAVAILABLE"]);
      const { chat, lines } = await readBotChat(service, id);
      t.match(chat, { state: "unstaffed", offeredTo: null }, "the offer has ended");
      t.match(lines.slice(-2), [/Ada transferred the chat to Lee/, /No agent was available/]);
      t.match(await step("close"), { status: 200, body: { chat: { state: "closed" } } });
      t.match(await step("accept"), conflict(/closed.*accept/));
    }
    const closing = await chatWithBot(service, "kim", "c");
    await service.say("c", "On its way");
    await service.settle();
    const before = toldToBot(service);
    t.match(await closing.step("close"), { status: 200, body: { chat: { state: "closed", agent: null } } });
    await botTakes(service);
    t.strictSame(toldToBot(service), before, "the bot is not notified of an end");
  },
);

t.test("if a channel is disabled while an event is sent to its bot, the chat waits for agents", async (t) => {
  const service = await startWithBot(t);
  const { id, step } = await chatWithBot(service, "kim");
  const quiet = await chatWithBot(service, "kim", "8", "Quiet");
  await service.say("7", "On its way");
  await service.say("7", "Behind it");
  await service.settle();
  await configure(service, { enabled: false });
  await botTakes(service);
  const { chat, lines } = await readBotChat(service, id);
  t.match(chat, { state: "waiting", agent: null });
  t.match(lines.at(-1), /^system event: .*disabled/);
  const token = await service.logIn("ada");
  const { deliveries } = (await service.call("GET", `/api/deliveries?chat=${id}`, { token })).body;
  t.strictSame(
    deliveries.map(({ state, error }) => [state, error?.code ?? null]),
    [
      ["failed", "bot_ended"],
      ["delivered", null],
      ["delivered", null],
    ],
  );
  t.equal((await step("accept")).status, 200);
  t.equal((await quiet.step("accept")).status, 200);
  await service.settle();
  t.strictSame(toldToBot(service).length, 3, "the bot gets no event about the agents");
});
