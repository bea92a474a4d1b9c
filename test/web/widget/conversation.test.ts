import type { Test } from "tap";
import t from "tap";
import { bot } from "../../harness/service-config.ts";
import { asWidget, step } from "../../visitors/visitor-channel.ts";
import type { Page } from "./page.ts";
import type { World } from "./world.ts";
import { startWorld } from "./world.ts";

const reply = (text: string) => ({ type: "text", text });

async function startChat(t: Test, options: Parameters<typeof startWorld>[1] = {}): Promise<[World, Page]> {
  const world = await startWorld(t, options);
  await world.service.enter("kim");
  const page = await world.load();
  page.actions.send("Hello");
  await world.settle();
  return [world, page];
}

t.test("a line keeps its key from sending on, and the lines of others are shown in order", async (t) => {
  const [world, page] = await startChat(t);
  page.wire().fault = "deaf";
  page.actions.send("Slowly");
  await world.settle();
  const sending = page.model().lines.at(-1);
  t.match(sending, { state: "sending", seq: 0 });
  page.wire().cut();
  await world.pass(1_000);
  const sent = page.model().lines.at(-1);
  t.match(sent, { text: "Slowly", state: "sent", seq: 2 });
  t.equal(sent?.key, sending?.key);
  await step(world.service, "accept");
  await step(world.service, "messages", reply("Hi"));
  await world.settle();
  t.match(page.model(), {
    chat: { state: "with_agent", agent: { name: "Kim" } },
    isChatting: true,
    unread: 1,
    lines: [
      { from: "client", text: "Hello", seq: 1, state: "sent", agent: null },
      { from: "client", text: "Slowly" },
      { from: "agent", text: "Hi", state: "sent", agent: { name: "Kim", photo: null } },
    ],
  });
});

t.test("a closed chat stays above the chat that follows it", async (t) => {
  const [world, page] = await startChat(t);
  await step(world.service, "accept");
  await step(world.service, "messages", reply("Bye"));
  await step(world.service, "close");
  await world.settle();
  t.match(page.model(), { isChatting: false, chat: { id: "1", state: "closed" } });
  page.actions.send("Again");
  await world.settle();
  t.match(page.model(), { isChatting: true, chat: { id: "2", state: "waiting" } });
  t.strictSame(page.texts(), ["Hello", "Bye", "Again"]);
  page.wire().cut();
  await step(world.service, "accept", {}, { chat: 2 });
  await step(world.service, "messages", reply("Bye again"), { chat: 2 });
  await step(world.service, "close", {}, { chat: 2 });
  await world.pass(1_000);
  t.match(page.model(), { isChatting: false, chat: { id: "2", state: "closed" } });
  t.strictSame(page.texts(), ["Hello", "Bye", "Again", "Bye again"]);
  t.match(page.sent("hello").at(-1), { chat: "2", since: 1 });
});

t.test("a chat that began and ended while the connection was lost is still shown", async (t) => {
  const [world, page] = await startChat(t);
  await step(world.service, "accept");
  await step(world.service, "close");
  await world.settle();
  page.wire().fault = "deaf";
  page.actions.send("Again");
  await world.settle();
  page.wire().cut();
  await step(world.service, "accept", {}, { chat: 2 });
  await step(world.service, "messages", reply("Bye"), { chat: 2 });
  await step(world.service, "close", {}, { chat: 2 });
  await world.pass(3_000);
  t.strictSame(page.texts(), ["Hello", "Again", "Bye"]);
  t.match(page.model(), { isChatting: false, chat: { id: "2", state: "closed" }, unread: 1 });
  t.equal(page.fired("svc_onMessageSent").length, 2);
  t.equal(page.fired("svc_onAccept").length, 2);
  const connections = page.wires.length;
  await world.pass(60_000);
  t.equal(page.wires.length, connections);
});

t.test("a sound that is switched off in one tab is off in all tabs of the browser", async (t) => {
  const world = await startWorld(t);
  const browser = world.openBrowser();
  const [one, two] = [await world.load(world.openTab(browser)), await world.load(world.openTab(browser))];
  one.actions.switchSound();
  t.same([one.model().isSoundOn, two.model().isSoundOn], [false, false]);
  two.actions.switchSound();
  t.same([one.model().isSoundOn, two.model().isSoundOn], [true, true]);
});

t.test("the newer of two chats is the current chat, in whatever order the chats arrive", async (t) => {
  const world = await startWorld(t);
  const browser = world.openBrowser();
  const [one, two] = [await world.load(world.openTab(browser)), await world.load(world.openTab(browser))];
  one.actions.send("Hello");
  await world.settle();
  one.net = "down";
  one.wire().cut();
  await step(world.service, "accept");
  await step(world.service, "messages", reply("Bye"));
  await step(world.service, "close");
  two.actions.send("Again");
  await world.settle();
  one.net = "up";
  await world.until(() => one.model().link === "live", "live");
  t.strictSame(one.texts(), ["Hello", "Bye", "Again"]);
  t.match(one.model(), { isChatting: true, chat: { id: "2", state: "waiting" } });
});

t.test("a chat that the service has forgotten is closed", async (t) => {
  const [world, page] = await startChat(t);
  const { visitor } = page.sent("hello")[0] ?? {};
  t.equal(visitor, undefined, "the first hello names no visitor");
  const rate = { perSecond: 10, burst: 20 };
  const facts = { number: 1, mode: "online", callback: null, hasBot: false, fileBytesMax: 1, chat: null, rate };
  page.wire().cut();
  await world.pass(1_000);
  const ready = { ...facts, type: "ready", visitor: page.sent("hello")[1]?.visitor, contact: page.facts.contact };
  page.wire().socket.onmessage?.({ data: JSON.stringify(ready) } as MessageEvent<string>);
  t.match(page.model(), { isChatting: false, chat: { id: "1", state: "closed" }, state: "label" });
});

t.test("a page forgets what it knows from before a restore of the service", async (t) => {
  const world = await startWorld(t);
  const tab = world.openTab();
  const page = await world.load(tab);
  page.actions.send("Hello");
  await world.settle();
  const second = await world.load(world.openTab(tab.browser));
  await world.settle();
  t.strictSame(second.texts(), ["Hello"]);
  page.wire().cut();
  await world.pass(1_000);
  const rate = { perSecond: 10, burst: 20 };
  const facts = { number: 1, mode: "online", callback: null, hasBot: false, fileBytesMax: 1, chat: null, rate };
  const restored = `${page.sent("hello")[1]?.visitor}.5`;
  const hear = (frame: object): void =>
    page.wire().socket.onmessage?.({ data: JSON.stringify(frame) } as MessageEvent<string>);
  hear({ ...facts, type: "ready", visitor: restored, contact: page.facts.contact });
  t.match(page.model(), { isChatting: false, chat: null });
  t.strictSame(page.texts(), []);
  page.wire().cut();
  await world.pass(1_000);
  t.match(page.sent("hello")[2], { visitor: restored });
  const notified = second.sent("hello").find(({ visitor }) => visitor === restored);
  t.ok(notified, "the other tab hears of it at once");
  t.equal(notified?.since, undefined, "what it knows does not count for the new secret");
});

t.test("messages sent while no page was open are shown by each new page until the visitor has seen them", async (t) => {
  const [world, page] = await startChat(t);
  const tab = world.openTab();
  const other = world.openTab(tab.browser);
  const mine = await world.load(other);
  t.strictSame(mine.texts(), [], "another browser is another visitor");
  mine.actions.send("Mine");
  await world.settle();
  mine.leave();
  await step(world.service, "accept", {}, { chat: 2 });
  await step(world.service, "messages", reply("Bye"), { chat: 2 });
  await step(world.service, "close", {}, { chat: 2 });
  const back = await world.load(world.openTab(tab.browser));
  await world.settle();
  t.strictSame(back.texts(), ["Mine", "Bye"]);
  t.match(back.model(), { unread: 1, isChatting: false, chat: { id: "2", state: "closed" } });
  back.actions.see();
  const later = await world.load(world.openTab(tab.browser));
  await world.settle();
  t.strictSame(later.texts(), []);
  t.strictSame(page.texts(), ["Hello"]);
});

t.test("a chat that was closed before anybody saw its end is shown by the next page", async (t) => {
  const world = await startWorld(t);
  const tab = world.openTab();
  const page = await world.load(tab);
  page.actions.send("Hello");
  await world.settle();
  await step(world.service, "accept");
  await step(world.service, "messages", reply("Bye"));
  await step(world.service, "close");
  await world.settle();
  t.equal(page.model().unread, 1);
  const next = await world.load(tab);
  await world.settle();
  t.strictSame(next.texts(), ["Hello", "Bye"]);
});

t.test("[WJ-05] all tabs of a browser are one visitor, show the same lines and share the unread count", async (t) => {
  const [world] = await startChat(t);
  const browser = world.openBrowser();
  const one = await world.load(world.openTab(browser));
  const two = await world.load(world.openTab(browser));
  one.actions.send("From one");
  two.actions.send("From two");
  await world.settle();
  await step(world.service, "accept", {}, { chat: 2 });
  await step(world.service, "messages", reply("To both"), { chat: 2 });
  await world.settle();
  t.strictSame(one.texts(), two.texts());
  t.equal(one.texts().length, 3);
  t.strictSame([one.model().unread, two.model().unread], [1, 1]);
  one.actions.see();
  await world.settle();
  t.strictSame([one.model().unread, two.model().unread], [0, 0]);
});

t.test(
  "[BOT-42] only the buttons of the last message with buttons are active, until the visitor answers",
  async (t) => {
    const world = await startWorld(t, { channels: asWidget({ bot }) });
    await world.service.enter("kim");
    const page = await world.load();
    let lastMessage = 0;
    const say = async (event: string, message: object) => {
      lastMessage += 1;
      const body = { event, id: `b${lastMessage}`, chat_id: "1", message };
      const answer = await world.service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, { body });
      t.equal(answer.status, 200, JSON.stringify(answer.body));
      await world.settle();
    };
    const buttons = (title: string) => ({
      type: "BUTTONS",
      title,
      text: title,
      buttons: [
        { text: "Yes", id: "y" },
        { text: "No", id: "n" },
      ],
    });
    const alive = () =>
      page
        .model()
        .lines.filter(({ isLive }) => isLive)
        .map(({ text }) => text);
    page.actions.send("Hello");
    await world.settle();
    await say("BOT_MESSAGE", buttons("First?"));
    t.strictSame(alive(), ["First?"]);
    await say("BOT_MESSAGE", buttons("Second?"));
    await say("BOT_MESSAGE", { type: "TEXT", text: "Well?" });
    t.strictSame(alive(), ["Second?"]);
    const line = page.model().lines.find(({ text }) => text === "First?");
    page.actions.click(line?.seq ?? 0, 0);
    t.equal(page.sent("click").length, 0, "the buttons of the first message are not active");
    const asked = page.model().lines.find(({ isLive }) => isLive);
    page.wire().fault = "mute";
    page.actions.click(asked?.seq ?? 0, 1);
    page.actions.click(asked?.seq ?? 0, 1);
    await world.settle();
    t.strictSame(alive(), [], "inactive at once");
    t.strictSame(page.texts().slice(-2), ["Well?", "No…"]);
    page.wire().cut();
    await world.pass(1_000);
    t.strictSame(page.texts(), ["Hello", "First?", "Second?", "Well?", "No"], "a click is sent as exactly one message");
    await say("BOT_MESSAGE", buttons("Third?"));
    t.strictSame(alive(), ["Third?"]);
    await step(world.service, "accept");
    await world.settle();
    t.strictSame(alive(), ["Third?"], "the buttons stay active when an agent joins");
    await step(world.service, "close");
    await world.settle();
    t.strictSame(alive(), []);
  },
);

t.test("[BOT-46] the request for a human agent moves the chat from the bot to the queue", async (t) => {
  const world = await startWorld(t, { channels: asWidget({ bot }) });
  await world.service.enter("kim");
  const page = await world.load();
  t.ok(page.model().hasBot);
  page.actions.send("Hello");
  await world.settle();
  t.equal(page.model().chat?.state, "with_bot");
  page.actions.askAgent("A person, please");
  await world.settle();
  t.equal(page.model().chat?.state, "waiting");
  t.strictSame(page.texts(), ["Hello", "A person, please"]);
});

t.test("a rejected message is shown as failed in its place and can be retried or discarded", async (t) => {
  const [world, page] = await startChat(t);
  const { socket } = page.wire();
  page.wire().fault = "mute";
  page.actions.send("One");
  page.actions.send("Two");
  const [{ id } = { id: "" }] = page.sent("message").slice(-1);
  socket.onmessage?.({ data: JSON.stringify({ type: "failed", id, reason: "No." }) } as MessageEvent<string>);
  page.wire().fault = "whole";
  await world.settle();
  t.strictSame(page.texts(), ["Hello", "One!", "Two…"]);
  const line = page.model().lines.find(({ text }) => text === "One");
  t.equal(line?.reason, "No.");
  page.wire().cut();
  await world.pass(1_000);
  t.strictSame(page.texts(), ["Hello", "Two", "One!"]);
  page.actions.retry(line?.key ?? "");
  await world.settle();
  t.strictSame(page.texts(), ["Hello", "Two", "One"]);
  t.equal(page.model().lines.at(-1)?.key, line?.key);
  page.actions.discard(line?.key ?? "");
  await world.settle();
  t.equal(page.texts().length, 3, "only a failed message can be discarded");
});

t.test("the agent is shown as typing until a message arrives or the connection is lost", async (t) => {
  const [world, page] = await startChat(t);
  await step(world.service, "accept");
  await step(world.service, "typing", { type: "typein" });
  await world.settle();
  t.ok(page.model().isAgentTyping);
  await step(world.service, "messages", reply("Hi"));
  await world.settle();
  t.notOk(page.model().isAgentTyping);
  await step(world.service, "typing", { type: "typein" });
  await world.settle();
  page.wire().cut();
  await world.settle();
  t.notOk(page.model().isAgentTyping);
});

t.test("a page keeps the newest 1,000 lines", async (t) => {
  const [world, page] = await startChat(t);
  const message = { from: "agent", requestId: null, type: "text", parts: [], buttons: [], at: 0, agent: null };
  for (let seq = 2; seq <= 1_200; seq += 1) {
    const frame = { type: "message", chatId: "1", message: { ...message, seq, text: `${seq}` } };
    page.wire().socket.onmessage?.({ data: JSON.stringify(frame) } as MessageEvent<string>);
  }
  await world.settle();
  t.equal(page.model().lines.length, 1_000);
  t.strictSame([page.texts()[0], page.texts().at(-1)], ["201", "1200"]);
  t.ok(page.drawn.length < 20, "many lines are drawn at once");
});
