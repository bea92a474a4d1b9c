import t from "tap";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step, takeReports } from "./visitor-channel.ts";

const reply = (text: string) => ({ type: "text", text });

t.test("a visitor and an agent talk live, and each sees only what it may see", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  const stranger = await enterVisitor(t, service);
  t.strictSame([ready.chat, ready.mode], [null, "online"]);
  t.strictSame(await page.ask({ type: "message", text: "Hello" }), { type: "done", id: "r1", seq: 1 });
  const waiting = await page.until(({ type }) => type === "chat");
  t.strictSame(waiting.chat, { id: "1", state: "waiting", agent: null, accepted: false, rate: null, call: null });
  await step(service, "note", { text: "A regular" });
  await step(service, "accept");
  const accepted = await page.until(({ chat }) => chat?.state === "with_agent");
  const signature = { name: "Kim", photo: null };
  t.strictSame(accepted.chat, { ...waiting.chat, state: "with_agent", agent: signature, accepted: true });
  await step(service, "typing", { type: "typein" });
  await page.until(({ type, state }) => type === "typing" && state === "typein");
  await step(service, "messages", reply("Hi"));
  await page.until(({ type, state }) => type === "typing" && state === "typeout");
  await page.ask({ type: "typing", state: "typein" });
  await kim.until(({ type, state }) => type === "typing" && state === "typein");
  const photo = { file: `${service.url}/files/t/a.png`, file_name: "a.png", file_size: 7, width: 1, height: 2 };
  await step(service, "messages", { type: "photo", text: "Look", ...photo });
  await step(service, "transfer", { agentId: 2 });
  await step(service, "close");
  await page.until(({ chat }) => chat?.state === "closed");
  const at = service.clock.nowMs();
  const plain = { parts: [], buttons: [], at };
  t.strictSame(
    page.frames.filter(({ type }) => type === "message"),
    [
      { seq: 1, from: "client", requestId: "r1", type: "text", text: "Hello", ...plain, agent: null },
      { seq: 3, from: "agent", requestId: null, type: "text", text: "Hi", ...plain, agent: signature },
      { seq: 4, from: "agent", requestId: null, type: "photo", text: "Look", ...photo, ...plain, agent: signature },
    ].map((message) => ({ type: "message", chatId: "1", message })),
    "the visitor sees no notes and no log entries",
  );
  t.equal(
    page.frames.filter(({ type }) => type === "chat").length,
    4,
    "there is one chat frame for each visible change",
  );
  t.equal(service.attempts.length, 0, "nothing is sent to a customer system");
  t.equal(service.notices.length, 0);
  t.strictSame(stranger.page.texts(), [], "no other visitor is notified");
  t.equal(stranger.page.frames.filter(({ type }) => type === "chat").length, 0);
});

t.test("[CH-37] a message is cleaned and cut to 1000 characters; a blank one is refused", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  for (const text of ["", "  \n\t", "\u0000\u0007"])
    t.match(await page.ask({ type: "message", text }), { type: "failed", reason: "Message must not be empty." });
  await page.ask({ type: "message", text: `${"😀".repeat(1_000)}and more` });
  await page.ask({ type: "message", text: "a\u0000b\ud800c\rd\r\ne" });
  await page.until(({ message }) => message?.seq === 2);
  t.strictSame(page.texts(), ["😀".repeat(1_000), "ab\ufffdc\nd\ne"]);
});

t.test("a message sent again with its id is one message", async (t) => {
  const { store, failNext } = createFaultyStore();
  const service = await startService(t, { store, channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  failNext(1);
  const failed = await page.ask({ type: "message", id: "m1", text: "Hello" });
  t.match(failed, { type: "failed", retryAfter: 1 }, "a request that is not durable fails");
  t.match(await page.ask({ type: "message", id: "m1", text: "Hello" }), { type: "done", seq: 1 });
  t.match(await page.ask({ type: "message", id: "m1", text: "Hello" }), { type: "done", seq: 1 });
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  t.match(
    await back.page.ask({ type: "message", id: "m1", text: "Hello" }),
    { type: "done", seq: 1 },
    "a repeat is recognized after a reconnect",
  );
  t.match(await back.page.ask({ type: "message", id: "m1", text: "Other" }), { type: "failed", reason: /Field id/ });
  const stranger = await enterVisitor(t, service);
  t.match(
    await stranger.page.ask({ type: "message", id: "m1", text: "Mine" }),
    { type: "done", seq: 1 },
    "ids of different visitors are independent",
  );
  await service.settle();
  t.strictSame(page.texts(), ["Hello"]);
});

t.test("a page that reconnects gets missed messages, also of a chat that was closed in the meantime", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const one = await enterVisitor(t, service);
  const { visitor } = one.ready;
  await one.page.ask({ type: "message", text: "m1" });
  await step(service, "accept");
  await step(service, "messages", reply("m2"));
  await step(service, "note", { text: "hidden" });
  await step(service, "messages", reply("m4"));
  one.page.socket.terminate();
  await step(service, "messages", reply("m5"));

  const whole = await enterVisitor(t, service, { visitor });
  t.match(whole.ready.chat, { id: "1", state: "with_agent" });
  await whole.page.ask({ type: "typing", state: "typeout" });
  t.strictSame(whole.page.texts(), ["m1", "m2", "m4", "m5"]);
  const rest = await enterVisitor(t, service, { visitor, chat: "1", since: 4 });
  await rest.page.ask({ type: "typing", state: "typeout" });
  t.strictSame(rest.page.texts(), ["m5"]);
  await step(service, "messages", reply("m6"));
  await rest.page.until(({ message }) => message?.seq === 6);
  await whole.page.until(({ message }) => message?.seq === 6);
  t.strictSame(rest.page.texts(), ["m5", "m6"], "then messages arrive live on every page of the visitor");

  await step(service, "messages", reply("bye"));
  await step(service, "close");
  const late = await enterVisitor(t, service, { visitor, chat: "1", since: 6 });
  t.equal(late.ready.chat, null, "the chat is over");
  await late.page.until(({ type }) => type === "chat");
  t.strictSame(
    late.page.frames.map(({ type, message, chat }) => [type, message?.text, chat?.state]),
    [
      ["ready", undefined, undefined],
      ["message", "bye", undefined],
      ["chat", undefined, "closed"],
    ],
    "its last messages are not lost",
  );
  await late.page.ask({ type: "message", text: "again" });
  const next = await enterVisitor(t, service, { visitor, chat: "1", since: 7 });
  await next.page.ask({ type: "typing", state: "typeout" });
  t.strictSame(next.page.texts(), ["again"], "every message of another chat is new");
  t.match(next.ready.chat, { id: "2", state: "waiting" });

  const stranger = await enterVisitor(t, service, { chat: "1", since: 0 });
  await stranger.page.ask({ type: "typing", state: "typeout" });
  t.strictSame(stranger.page.texts(), [], "another visitor's chat cannot be read by its number");
});

t.test("a chat that has its old state again after the page was disconnected is shown again", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  await page.until(({ chat }) => chat?.state === "with_agent");
  page.socket.close();
  await page.closed;
  await step(service, "transfer", { agentId: 1 });
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  t.equal(back.ready.chat?.state, "waiting");
  await step(service, "accept");
  t.match((await back.page.until(({ chat }) => chat?.state === "with_agent")).chat?.agent, { name: "Kim" });
});

t.test("a page receives the newest messages of a chat that is too long", async (t) => {
  const service = await startService(t, { channels: asWidget(), limits: { visitorBackpressureBytesMax: 8 * 1_024 } });
  const { page, ready } = await enterVisitor(t, service);
  for (let number = 1; number <= 20; number += 1)
    await page.ask({ type: "message", text: `${number} ${"x".repeat(600)}` });
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  await back.page.ask({ type: "typing", state: "typeout" });
  const numbers = back.page.frames.flatMap(({ message }) => (message === undefined ? [] : [message.seq]));
  t.ok(numbers.length >= 3 && numbers.length < 8, `${numbers.length} fit`);
  t.strictSame(
    numbers,
    Array.from(numbers, (_, index) => 21 - numbers.length + index),
    "the messages are in order, up to the last one",
  );
});

t.test("[WH-16, WJ-15] the contacts that a page sets are the client's before, during and after a chat", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  t.strictSame(ready.contact, { name: null, email: null, phone: null, description: null });
  const description = "d".repeat(1_001);
  t.match(await page.ask({ type: "contact", name: " Tomas\u0007 ", phone: "1", description }), { type: "done" });
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  await page.ask({ type: "contact", name: "n".repeat(256), email: "a@b.example", phone: "" });
  await page.ask({ type: "contact", name: "n".repeat(256) });
  const events = await takeReports(service);
  t.strictSame(
    events
      .map(({ event_name: event, visitor }) => [event, visitor])
      .map(([event, visitor]) => ({ event, ...(visitor as object) })),
    [
      { event: "chat_accepted", name: "Tomas", email: "", phone: "1", description: "d".repeat(1_000) },
      { event: "chat_updated", name: "n".repeat(255), email: "a@b.example", phone: "", description: "d".repeat(1_000) },
    ].map((shown) => ({ ...shown, number: "1", social: {}, chats_count: 1 })),
    "contacts from before the chat are known in it; the same contacts again are no change",
  );
  await page.ask({ type: "page", url: "https://shop.example.com/" });
  await page.ask({ type: "user_token", value: "t" });
  t.equal((await takeReports(service)).length, 2, "a new page or id is no change of visitor information");
  await step(service, "close");
  await page.ask({ type: "contact", email: "", description: "" });
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  t.strictSame(back.ready.contact, { name: "n".repeat(255), email: null, phone: null, description: null });
  t.equal((await takeReports(service, "chat_updated")).length, 1, "changes after the chat are not reported");
});

t.test("the visitor's last choice is the chat's rating", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  t.match(await page.ask({ type: "rate", value: "positive" }), { type: "failed", reason: "There is no chat to rate." });
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  await page.ask({ type: "rate", value: "positive" });
  await page.ask({ type: "rate", value: "negative" });
  t.equal((await page.until(({ chat }) => chat?.rate === "negative")).chat?.id, "1");
  await step(service, "close");
  t.equal((await takeReports(service, "chat_finished"))[0]?.chat.rate, "negative");
});

t.test("[WJ-46] a visitor rates an ended chat with a comment, which agents see once", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  const stranger = (await enterVisitor(t, service)).page;
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  await step(service, "messages", reply("Hi"));
  await step(service, "close");
  const noChat = { type: "failed", reason: "There is no chat to rate." };
  t.match(await page.ask({ type: "rate", value: "positive" }), noChat, "an ended chat must be named");
  for (const [who, chat] of [
    [stranger, "1"],
    [page, "2"],
  ] as const)
    t.match(await who.ask({ type: "rate", value: "positive", chat, comment: "Mine" }), noChat);
  const rated = {
    type: "rate",
    id: "rated",
    value: "positive",
    chat: "1",
    comment: ` Very\u0000 <b>quick</b> ${"x".repeat(600)}`,
  };
  for (const _ of ["sent", "sent again"]) t.match(await page.ask(rated), { type: "done", id: "rated" });
  t.equal((await page.until(({ chat }) => chat?.rate === "positive")).chat?.state, "closed");
  const messages = await service.call("GET", "/api/chats/1/messages", { token: await service.logIn("kim") });
  const lines = messages.body.messages?.filter(({ type }: { readonly type: string }) => type === "event") ?? [];
  t.equal(lines.length, 1);
  t.equal(
    lines[0]?.text,
    `The client rated the chat positive: ${`Very <b>quick</b> ${"x".repeat(600)}`.slice(0, 500)}`,
  );
  t.notOk(
    page.frames.some(({ message }) => message?.text?.includes("rated the chat")),
    "visitors see no log entries",
  );
});

t.test("[AUTH-15] a visitor reads the own earlier chats, one after the other, and no other visitor's", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  t.equal(ready.earlierChats, 0);
  t.match(await page.ask({ type: "earlier" }), { type: "done", earlier: false });
  const stranger = (await enterVisitor(t, service)).page;
  for (const [chat, who] of [page, stranger, page, page].entries()) {
    await who.ask({ type: "message", text: `Chat ${chat + 1}` });
    if (chat === 3) break;
    await step(service, "accept", {}, { chat: chat + 1 });
    await step(service, "note", { text: "Between us" }, { chat: chat + 1 });
    await step(service, "messages", reply(`Answer ${chat + 1}`), { chat: chat + 1 });
    await step(service, "close", {}, { chat: chat + 1 });
  }
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  t.equal(back.ready.earlierChats, 2);
  await back.page.until(({ message }) => message?.text === "Chat 4");
  t.match(await back.page.ask({ type: "earlier", before: "4" }), { type: "done", earlier: true });
  t.strictSame(back.page.texts(), ["Chat 4", "Chat 3", "Answer 3"], "notes of agents are not included");
  t.match(await back.page.ask({ type: "earlier", before: "3" }), { type: "done", earlier: false });
  t.strictSame(back.page.texts().slice(3), ["Chat 1", "Answer 1"]);
  t.match(await back.page.ask({ type: "earlier", before: "1" }), { type: "done", earlier: false });
  t.equal(back.page.texts().length, 5);
});

t.test("the agents' answer time is measured, and is sent when there are enough chats", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  await service.enter("kim");
  const told = async () => {
    // An old measurement is replaced when a visitor connects. The new value is sent to the next visitor who connects.
    await service.pass(61_000);
    await enterVisitor(t, service);
    for (let round = 0; round < 50; round += 1) await service.settle();
    return (await enterVisitor(t, service)).ready.answerSeconds;
  };
  const { page } = await enterVisitor(t, service);
  for (const [index, seconds] of [2, 60, 8, 6, 4].entries()) {
    if (index === 4) t.equal(await told(), null, "four chats are too few for an answer time");
    const chat = index + 1;
    await page.ask({ type: "message", text: "Hello" });
    await step(service, "accept", {}, { chat });
    await service.pass(seconds * 1_000);
    await step(service, "messages", reply("First"), { chat });
    await step(service, "messages", reply("Second"), { chat });
    await step(service, "close", {}, { chat });
  }
  const answerSeconds = await told();
  t.ok(
    answerSeconds !== null && answerSeconds >= 6 && answerSeconds < 8,
    `the answer time is the median: ${answerSeconds}`,
  );
});

t.test("a client on the blacklist can still write and is not notified", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Buy pills" });
  await step(service, "blacklist", { value: true });
  const seen = kim.frames.length;
  t.match(await page.ask({ type: "message", text: "Now" }), { type: "done" });
  await page.until(({ message }) => message?.text === "Now");
  t.equal(kim.frames.slice(seen).filter(({ type }) => type === "message").length, 0);
  t.strictSame(page.texts(), ["Buy pills", "Now"]);
  t.strictSame(new Set(page.frames.flatMap(({ chat }) => (chat ? [chat.state] : []))), new Set(["waiting"]));
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  t.match(back.ready, { callback: "Callback unavaiable", chat: { state: "waiting" } });
  t.match(await back.page.ask({ type: "call", phone: "+442079460181" }), {
    type: "failed",
    reason: "Callback unavaiable",
  });
});

t.test("a bot's messages are shown as they are, and its buttons clicked", async (t) => {
  const service = await startService(t, { channels: asWidget({ bot, agentKeywords: ["Operator"] }) });
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await service.settle();
  const asked = service.botAttempts[0];
  asked?.answer();
  const post = (message: object) =>
    service.call("POST", "/bots/webhooks/acme-bots/t0k3n", {
      body: { event: "BOT_MESSAGE", id: String(Math.random()), client_id: "1", chat_id: "1", message },
    });
  const buttons = [{ text: "Yes", id: 1 }, { text: "operator" }];
  const posted = await post({ type: "BUTTONS", title: "Really?", text: "Yes or no?", buttons, timestamp: 1 });
  t.equal(posted.status, 200, JSON.stringify(posted.body));
  t.equal((await post({ type: "MARKDOWN", content: "**Hi**", text: "Hi", timestamp: 1 })).status, 200);
  await page.until(({ message }) => message?.type === "markdown");
  t.match(
    page.frames.filter(({ message }) => message?.from === "bot").map(({ message }) => message),
    [
      {
        requestId: null,
        type: "buttons",
        text: "Really?",
        buttons: [
          { text: "Yes", id: "1" },
          { text: "operator", id: null },
        ],
      },
      { type: "markdown", parts: [{ text: "Hi", bold: true }], agent: { name: "Robin", photo: null } },
    ],
  );
  t.match(await page.ask({ type: "click", seq: 2, index: 2 }), { type: "failed" }, "an unknown button is refused");
  t.match(await page.ask({ type: "click", id: "k", seq: 2, index: 0 }), { type: "done", seq: 4 });
  t.match(await page.ask({ type: "click", id: "k", seq: 2, index: 0 }), { type: "done", seq: 4 });
  await page.until(({ message }) => message?.seq === 4);
  t.match(page.frames.find(({ message }) => message?.seq === 4)?.message, {
    from: "client",
    requestId: "k",
    text: "Yes",
  });
  t.match(
    await page.ask({ type: "click", seq: 2, index: 1 }),
    { type: "failed" },
    "the first click disables the buttons",
  );
  await service.settle();
  const told = service.botAttempts.at(-1)?.event;
  t.match(told, { event: "CLIENT_MESSAGE", text: "Yes", buttonId: "1" });

  t.equal((await post({ type: "BUTTONS", title: "Else?", text: "Else?", buttons, timestamp: 1 })).status, 200);
  await page.until(({ message }) => message?.seq === 5);
  t.match(await page.ask({ type: "click", seq: 5, index: 1 }), { type: "done", seq: 6 });
  const left = await page.until(({ chat }) => chat?.state === "unstaffed");
  t.equal(left.chat?.id, "1", "a button for an agent offers the chat to agents");
});
