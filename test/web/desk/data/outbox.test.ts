import type { Test } from "tap";
import t from "tap";
import type { Service } from "../../../harness/service.ts";
import { createBrowserStorage } from "./browser-storage.ts";
import type { DeskTab } from "./desk-tab.ts";
import type { DeskWorld } from "./desk-world.ts";
import { startDeskWorld } from "./desk-world.ts";

t.setTimeout(300_000);

/** Returns the texts of the messages that the service has stored in the chat. */
async function stored(service: Service, chatId = "1"): Promise<readonly string[]> {
  const { body } = await service.call("GET", `/api/chats/${chatId}/messages`, { token: await service.logIn("kim") });
  return body.messages.map(({ text }) => text);
}
const step = async (world: DeskWorld, chatId: string, name: string, body?: object): Promise<void> => {
  const token = await world.service.logIn("kim");
  await world.service.call("POST", `/api/chats/${chatId}/${name}`, { token, body });
  await world.settle();
};
const sends = (tab: DeskTab): readonly string[] => tab.requests.filter((one) => /POST .*(messages|note)$/.test(one));
const answer = (status: number, message: string): Response =>
  new Response(JSON.stringify({ error: { code: "c", message } }), { status });

/** Opens Kim's desk with two of her chats. Each client has sent one message. */
async function start(t: Test): Promise<{ readonly world: DeskWorld; readonly tab: DeskTab }> {
  const world = await startDeskWorld(t);
  for (const chatId of ["1", "2"]) {
    await world.service.say(chatId, "Hello");
    await step(world, chatId, "accept");
  }
  const tab = await world.openTab();
  for (const chatId of ["1", "2"]) await world.until(() => tab.lines(chatId).length === 1, "it is loaded");
  return { world, tab };
}

t.test("replies and notes are sent in the order they were written, and are shown at once", async (t) => {
  const { world, tab } = await start(t);
  tab.write("One");
  tab.write("Two", "1", true);
  tab.write("Three");
  t.strictSame(tab.lines("1"), ["Hello", "One…", "Two…", "Three…"]);
  await world.settle();
  t.strictSame(tab.lines("1"), ["Hello", "One", "Two", "Three"]);
  t.strictSame(await stored(world.service), ["Hello", "One", "Two", "Three"]);
  t.strictSame(tab.storage.values.size, 1, "the storage keeps only the entry about the logged-in agent");
});

t.test(
  "a message whose event arrives before its response is shown once; the same words sent twice are shown twice",
  async (t) => {
    const { world, tab } = await start(t);
    tab.hearsAnswers = false;
    tab.write("Same");
    tab.write("Same");
    await world.settle();
    t.strictSame(tab.lines("1"), ["Hello", "Same", "Same…"]);
    t.equal(tab.desk.outbox.unsent.peek().length, 2, "no response has confirmed a message yet");
    tab.hearsAnswers = true;
    await world.pass(1_000);
    t.strictSame(tab.lines("1"), ["Hello", "Same", "Same"]);
    t.strictSame(await stored(world.service), ["Hello", "Same", "Same"]);
  },
);

t.test("if the same words are sent twice, the waiting message is not taken for the sent message", async (t) => {
  const { world, tab } = await start(t);
  tab.stand = () => (sends(tab).length > 1 ? answer(503, "Later") : undefined);
  tab.write("Same");
  tab.write("Same");
  await world.settle();
  t.strictSame(tab.lines("1"), ["Hello", "Same", "Same…"]);
});

t.test(
  "a general failure delays all messages with growing pauses, and no message waits after the connection is back",
  async (t) => {
    const { world, tab } = await start(t);
    tab.stand = (path) => (path.endsWith("/messages") ? answer(503, "Later") : undefined);
    tab.write("One");
    await world.settle();
    tab.write("Other", "2");
    await world.settle();
    t.strictSame(sends(tab), ["POST /api/chats/1/messages"]);
    const at: number[] = [];
    const startMs = world.clock.nowMs();
    for (let passed = 0; passed < 130_000; passed += 500) {
      const before = sends(tab).length;
      await world.pass(500);
      if (sends(tab).length > before) at.push((world.clock.nowMs() - startMs) / 1_000);
    }
    t.strictSame(at, [1, 3, 7, 15, 31, 61, 91, 121]);
    tab.stand = () => undefined;
    tab.wire().cut();
    await world.pass(500);
    t.strictSame(tab.lines("1"), ["Hello", "One"]);
    t.strictSame(tab.lines("2"), ["Hello", "Other"]);
  },
);

t.test("a rate limit or a rejected message in one chat delays only that chat", async (t) => {
  const { world, tab } = await start(t);
  tab.stand = (path) => (path === "/api/chats/1/messages" ? answer(429, "Slower") : undefined);
  tab.write("One");
  await world.settle();
  tab.write("Other", "2");
  await world.settle();
  t.strictSame(tab.lines("1"), ["Hello", "One…"]);
  t.strictSame(tab.lines("2"), ["Hello", "Other"]);
  tab.stand = () => undefined;
  await world.pass(1_000);
  t.strictSame(tab.lines("1"), ["Hello", "One"]);

  await step(world, "1", "transfer", { agentId: 2 });
  tab.write("Refused");
  tab.write("Behind it");
  tab.write("A note", "1", true);
  tab.write("Other again", "2");
  await world.settle();
  t.strictSame(tab.lines("1"), ["Hello", "One", "A note", "Refused!", "Behind it…"]);
  t.equal(tab.lines("2").at(-1), "Other again");
  const refused = tab.desk.outbox.unsent.peek().find(({ refusal }) => refusal !== null);
  t.match(refused?.refusal, { status: 409, code: "conflict", message: /waiting/ }, "with the service's reason");
  const tries = sends(tab).length;
  tab.wire().cut();
  await world.pass(60_000);
  t.equal(sends(tab).length, tries, "only the agent can retry it");
  tab.desk.outbox.retry(refused?.id ?? "");
  await world.settle();
  t.equal(sends(tab).length, tries + 1);
  t.match(
    tab.desk.outbox.discard(refused?.id ?? ""),
    { content: { text: "Refused" } },
    "the discarded text is returned so that the agent can edit it",
  );
  await world.settle();
  t.equal(tab.lines("1").at(-1), "Behind it!");
});

t.test("a message whose page closes while it is being sent is sent at the next visit, once", async (t) => {
  const { world, tab } = await start(t);
  for (const hears of ["sent", "not sent"]) {
    if (hears === "not sent") tab.net = "down";
    const one = hears === "sent" ? tab : await world.openTab("kim", { storage: tab.storage });
    if (hears === "not sent") one.net = "down";
    one.write(hears);
    one.leave();
    await world.pass(10_000);
  }
  const back = await world.openTab("kim", { storage: tab.storage });
  await world.until(() => back.desk.outbox.unsent.peek().length === 0, "all is sent");
  t.strictSame(await stored(world.service), ["Hello", "sent", "not sent"]);
});

for (const hasLocks of [true, false])
  t.test(`two tabs ${hasLocks ? "with" : "without"} locks send everything once, in its order`, async (t) => {
    const { world, tab } = await start(t);
    tab.storage.hasLocks = hasLocks;
    const other = await world.openTab("kim", { storage: tab.storage });
    await world.until(() => other.lines("1").length === 1, "it is loaded");
    for (const one of [tab, other]) one.net = "down";
    const words = Array.from({ length: 12 }, (_, index) => `Text ${index}`);
    for (const [index, one] of words.entries()) {
      (index % 2 === 0 ? tab : other).write(one);
      t.strictSame(other.lines("1"), tab.lines("1"));
      await world.pass(1);
    }
    for (const one of [tab, other]) one.net = "up";
    for (const one of [tab, other]) one.desk.outbox.flush();
    await world.until(() => tab.desk.outbox.unsent.peek().length === 0, "all is sent");
    await world.settle();
    t.strictSame(await stored(world.service), ["Hello", ...words]);
    for (const one of [tab, other]) t.strictSame(one.lines("1"), ["Hello", ...words]);
    const tries = sends(tab).length + sends(other).length;
    if (!hasLocks) t.ok(tries > words.length + 2, `${tries} tries: without locks both tabs send`);
  });

t.test("a message that a closed tab could not send is sent by another tab", async (t) => {
  const { world, tab } = await start(t);
  const other = await world.openTab("kim", { storage: tab.storage });
  tab.net = "down";
  tab.write("Left behind");
  await world.settle();
  tab.leave();
  await world.pass(6_000);
  t.strictSame(await stored(world.service), ["Hello", "Left behind"]);
  t.equal(other.desk.outbox.unsent.peek().length, 0);
});

t.test(
  "a message that is unsent for a day is not sent automatically, and not sent again if it was stored",
  async (t) => {
    const { world, tab } = await start(t);
    tab.hearsAnswers = false;
    tab.write("Taken");
    await world.settle();
    tab.leave();
    world.clock.advance(24 * 3_600_000);
    const back = await world.openTab("kim", { storage: tab.storage });
    await world.until(() => back.desk.outbox.unsent.peek().length === 0, "the stored message was found");
    back.net = "down";
    back.write("Old");
    await world.settle();
    back.leave();
    world.clock.advance(24 * 3_600_000);
    const last = await world.openTab("kim", { storage: tab.storage });
    await world.until(() => last.lines("1").length === 3, "it is loaded");
    await world.pass(60_000);
    t.strictSame(last.lines("1"), ["Hello", "Taken", "Old!"]);
    const [old] = last.desk.outbox.unsent.peek();
    t.match(old?.refusal, { code: "too_old" });
    const second = await world.openTab("kim", { storage: tab.storage });
    for (const one of [last, second]) one.desk.outbox.retry(old?.id ?? "");
    await world.settle();
    t.strictSame(await stored(world.service), ["Hello", "Taken", "Old"]);
  },
);

t.test("if the browser's storage is full, unsent messages stay in the page's memory until there is room", async (t) => {
  const { world, tab } = await start(t);
  tab.net = "down";
  tab.storage.hasRoom = false;
  tab.write("Homeless");
  tab.desk.drafts.write("1", "reply", "A draft");
  t.strictSame(tab.lines("1"), ["Hello", "Homeless…"]);
  t.equal(tab.desk.kept.isFull.peek(), true);
  t.equal(tab.desk.drafts.of("1", "reply").peek(), "A draft");
  tab.storage.hasRoom = true;
  tab.desk.drafts.write("1", "reply", "A longer draft");
  t.equal(tab.desk.kept.isFull.peek(), false);
  t.ok([...tab.storage.values.values()].some((value) => value.includes("Homeless")));
  tab.net = "up";
  tab.desk.outbox.flush();
  await world.settle();
  t.strictSame(tab.lines("1"), ["Hello", "Homeless"]);
});

t.test("unreadable values in the browser's storage do no harm and stay", async (t) => {
  const world = await startDeskWorld(t);
  await world.service.say("1", "Hello");
  const storage = createBrowserStorage();
  const ruins = ["{", "null", "7", "[]", '{"id":"x"}', '{"id":"other","chatId":"1"}'];
  for (const [index, ruin] of ruins.entries())
    for (const kind of ["unsent.", "draft.reply.", "seen."]) storage.values.set(`parley.desk.1.${kind}${index}`, ruin);
  storage.values.set("parley.desk.1.available", "[");
  await step(world, "1", "accept");
  const tab = await world.openTab("kim", { storage });
  await world.until(() => tab.lines("1").length === 1, "it is loaded");
  tab.write("One");
  await world.settle();
  t.strictSame(tab.lines("1"), ["Hello", "One"]);
  t.equal(tab.desk.drafts.of("3", "reply").peek(), "");
  t.equal(tab.desk.available.peek(), true);
  t.equal([...storage.values.keys()].filter((key) => key.includes("unsent.")).length, ruins.length);
});

t.test("a response that is not from the service is treated as no response", async (t) => {
  const { world, tab } = await start(t);
  tab.write("One");
  for (const body of ["<h1>Log in to this network</h1>", "", '{"message":{"se']) {
    tab.stand = (path) => (path.endsWith("/messages") ? new Response(body) : undefined);
    tab.desk.outbox.flush();
    await world.settle();
    t.strictSame(tab.lines("1"), ["Hello", "One…"]);
  }
  tab.stand = () => undefined;
  await world.pass(1_000);
  t.strictSame(tab.lines("1"), ["Hello", "One"]);
});
