import t from "tap";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import { asWidget, step, takeReports } from "../../visitors/visitor-channel.ts";
import { startWorld } from "./world.ts";

const texts = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `m${index + 1}`);

t.test("[LIM-02] the widget delays messages over the rate limit and sends them later, in order", async (t) => {
  const world = await startWorld(t, { limits: { senderPerSecond: 10, senderBurst: 20 } });
  const page = await world.load();
  const all = texts(45);
  for (const text of all) page.actions.send(text);
  await world.settle();
  for (let more = 0; more < 20; more += 1) await world.settle();
  t.equal(page.sent("message").length, 20, "the burst is sent at once");
  t.equal(page.model().lines.filter(({ state }) => state === "sending").length, 25);
  await world.until(() => page.texts().every((text) => !text.endsWith("…")), "all is sent");
  t.strictSame(page.texts(), all);
  const sent = page.sent("message");
  t.equal(sent.length, 45, "no message is sent twice, because none was rejected");
  t.ok((sent.at(-1)?.atMs ?? 0) - (sent[0]?.atMs ?? 0) <= 3_500, "all messages are sent as early as the limit allows");
});

t.test(
  "[LIM-02] a message rejected because of other pages waits for the given time and is sent again with its id",
  async (t) => {
    const world = await startWorld(t, { limits: { senderPerSecond: 1, senderBurst: 3 } });
    const browser = world.openBrowser();
    const [one, two] = [await world.load(world.openTab(browser)), await world.load(world.openTab(browser))];
    for (const text of ["a", "b", "c"]) one.actions.send(text);
    for (let more = 0; more < 6; more += 1) await world.settle();
    two.actions.send("d");
    await world.settle();
    t.strictSame(two.texts(), ["a", "b", "c", "d…"]);
    await world.pass(500);
    t.strictSame(two.texts(), ["a", "b", "c", "d…"], "the message is still being sent, it has not failed");
    await world.pass(1_500);
    t.strictSame(two.texts(), ["a", "b", "c", "d"]);
    t.equal(new Set(two.sent("message").map(({ id }) => id)).size, 1);
  },
);

t.test("one request is sent at a time, and a repeated request keeps its id", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.wire().fault = "deaf";
  for (const text of texts(3)) page.actions.send(text);
  await world.settle();
  t.equal(page.sent("message").length, 1, "the second waits for the answer to the first");
  page.wire().cut();
  await world.settle();
  t.strictSame(page.texts(), ["m1…", "m2…", "m3…"], "no message fails while the connection is lost");
  await world.pass(2_000);
  t.strictSame(page.texts(), texts(3));
  t.equal(new Set(page.sent("message").map(({ id }) => id)).size, 3);
  page.wire().fault = "mute";
  page.actions.send("m4");
  await world.settle();
  page.wire().cut();
  await world.pass(2_000);
  const ids = page
    .sent("message")
    .filter(({ text }) => text === "m4")
    .map(({ id }) => id);
  t.equal(ids.length, 2);
  t.equal(ids[0], ids[1]);
  t.strictSame(page.texts(), texts(4));
});

t.test("a message that comes back from the service is done, even if its request was not answered", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.wire().fault = "mute";
  page.actions.send("m1");
  page.actions.send("m2");
  const [first] = page.sent("message");
  const shown = {
    seq: 1,
    from: "client",
    requestId: first?.id,
    type: "text",
    text: "m1",
    parts: [],
    buttons: [],
    at: 0,
  };
  const frame = { type: "message", chatId: "1", message: { ...shown, agent: null } };
  for (let time = 0; time < 2; time += 1)
    page.wire().socket.onmessage?.({ data: JSON.stringify(frame) } as MessageEvent<string>);
  await world.settle();
  t.strictSame(page.texts(), ["m1", "m2…"], "a message that arrives twice is shown once");
  t.strictSame(
    page.sent("message").map(({ text }) => text),
    ["m1", "m2"],
  );
});

t.test("a message that the service cannot store at the moment is sent again until it is stored", async (t) => {
  const { store, failNext } = createFaultyStore();
  const world = await startWorld(t, {}, store);
  const page = await world.load();
  failNext(2);
  page.actions.send("Hello");
  await world.settle();
  t.strictSame(page.texts(), ["Hello…"]);
  await world.pass(3_000);
  t.strictSame(page.texts(), ["Hello"]);
  t.equal(page.sent("message").length, 3);
});

t.test("messages survive a reload with their ids and are stored once", async (t) => {
  const world = await startWorld(t);
  const tab = world.openTab();
  const first = await world.load(tab);
  first.wire().fault = "deaf";
  first.actions.send("m1");
  first.actions.send("m2");
  first.actions.rate("positive", "");
  await world.settle();
  const second = await world.load(tab);
  t.strictSame(
    second.drawn[0]?.lines.map(({ text, state }) => [text, state]),
    [
      ["m1", "sending"],
      ["m2", "sending"],
    ],
  );
  await world.until(() => !second.texts().some((text) => text.endsWith("…")), "all is sent");
  t.strictSame(second.texts(), ["m1", "m2"]);
  await world.settle();
  t.equal(second.model().chat?.rate, "positive");
  const third = await world.load(tab);
  await world.pass(2_000);
  t.equal(third.sent("message").length, 0, "completed requests are forgotten");
  t.strictSame(third.texts(), ["m1", "m2"]);
});

t.test("a message that may have been stored a day ago is not sent again automatically", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.loses = ["message"];
  page.actions.send("Old");
  await world.settle();
  const away = (hours: number): void => {
    page.net = "down";
    page.wire().cut();
    world.clock.advance(hours * 60 * 60 * 1000);
    page.net = "up";
  };
  away(12);
  await world.until(() => page.sent("message").length === 2, "once more");
  t.strictSame(page.texts(), ["Old…"]);
  away(12);
  page.loses = [];
  await world.until(() => page.model().link === "live", "live");
  t.match(page.model().lines, [{ text: "Old", state: "failed", reason: "too_old" }]);
  page.actions.retry(page.model().lines[0]?.key ?? "");
  await world.settle();
  t.strictSame(page.texts(), ["Old"]);
});

t.test(
  "[WJ-15, WJ-16] contact details are known in the same tick, and sent at most once per second, the last value of each",
  async (t) => {
    const world = await startWorld(t);
    const page = await world.load();
    for (let stroke = 1; stroke <= 20; stroke += 1) {
      page.command({
        type: "contact",
        fields: { name: "Nora".slice(0, stroke), ...(stroke === 1 && { phone: "+44 20" }) },
      });
      t.match(page.facts.contact, { name: "Nora".slice(0, stroke), phone: "+44 20" });
      await world.settle();
    }
    t.equal(page.sent("contact").length, 1);
    page.command({ type: "contact", fields: { email: "nora@example.com" } });
    page.command({ type: "contact", fields: { phone: "" } });
    page.actions.send("Hello");
    await world.settle();
    t.strictSame(page.texts(), ["Hello"], "the message does not wait for the contact details");
    await world.pass(1_000);
    t.equal(page.sent("contact").length, 2);
    t.match(page.sent("contact")[1], { name: "Nora", email: "nora@example.com", phone: "" });
    const contact = { name: "Nora", email: "nora@example.com", phone: null, description: null };
    t.strictSame(page.facts.contact, contact);
    await world.settle();
    const again = await world.load(undefined);
    t.strictSame(
      again.facts.contact,
      { name: null, email: null, phone: null, description: null },
      "another browser is another visitor",
    );
  },
);

t.test("[WJ-15] contact details that were not sent yet override the details that the service knows", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.command({ type: "contact", fields: { name: "Nora" } });
  await world.settle();
  page.wire().fault = "mute";
  page.command({ type: "contact", fields: { name: "Nora Field" } });
  await world.pass(1_000);
  page.wire().cut();
  await world.until(() => page.model().link === "live", "live");
  t.equal(page.facts.contact.name, "Nora Field");
  await world.pass(2_000);
  page.wire().cut();
  await world.pass(1_000);
  t.equal(page.facts.contact.name, "Nora Field", "the service knows the new name too");
});

t.test("[WJ-17] only the newest set of custom data waits, and it is sent again until it is stored", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.wire().fault = "mute";
  for (const content of ["1", "2", "3"]) page.command({ type: "custom_data", fields: [{ content }] });
  await world.settle();
  page.wire().cut();
  await world.pass(3_000);
  const sent = page.sent("custom_data").map(({ fields }) => fields);
  t.strictSame(sent.at(-1), [{ content: "3" }]);
  t.equal(sent.length, 2);
  page.wire().cut();
  await world.pass(3_000);
  t.equal(page.sent("custom_data").length, 2, "a completed request is not sent again");
});

t.test("[WJ-23] every hello carries the user token after the service has accepted it", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.command({ type: "user_token", token: "t-1" });
  await world.settle();
  page.wire().cut();
  await world.pass(1_000);
  t.strictSame(
    page.sent("hello").map(({ userToken }) => userToken),
    [undefined, "t-1"],
  );
  page.actions.send("Hello");
  await world.settle();
  await step(world.service, "accept");
  const [event] = await takeReports(world.service);
  t.equal(event?.user_token, "t-1");
});

t.test("the agent is notified that the visitor is typing; a notice that would be late is not sent", async (t) => {
  const world = await startWorld(t);
  const kim = await world.service.enter("kim");
  const page = await world.load();
  page.actions.type("He");
  await world.settle();
  t.equal(page.sent("typing").length, 0, "there is no chat");
  page.actions.send("Hello");
  await world.settle();
  await step(world.service, "accept");
  for (const text of ["a", "ab", "abc"]) page.actions.type(text);
  await world.settle();
  t.strictSame(
    page.sent("typing").map(({ state }) => state),
    ["typein"],
  );
  await kim.until(({ type, state }) => type === "typing" && state === "typein");
  for (let second = 0; second < 6; second += 1) {
    await world.pass(1_000);
    page.actions.type(`abc${second}`);
  }
  t.strictSame(
    page.sent("typing").map(({ state }) => state),
    ["typein", "typein", "typein"],
    "one frame every 3 s",
  );
  await world.pass(4_500);
  t.equal(page.sent("typing").length, 3);
  await world.pass(500);
  t.equal(page.sent("typing").at(-1)?.state, "typeout", "after 5 s without a change");
  page.actions.type("x");
  page.actions.type(" ");
  t.strictSame(
    page
      .sent("typing")
      .slice(4)
      .map(({ state }) => state),
    ["typein", "typeout"],
    "an emptied field ends the typing",
  );
  page.actions.type("Bye");
  page.actions.send("Bye");
  page.actions.type("");
  t.strictSame(
    page
      .sent("typing")
      .slice(6)
      .map(({ state }) => state),
    ["typein"],
    "a sent message needs no typeout",
  );
  page.wire().cut();
  page.actions.type("Lost");
  await world.pass(10_000);
  t.equal(page.sent("typing").length, 7);
});

t.test(
  "a text that is too long is cut as the service cuts it; a frame that the service would reject is never sent",
  async (t) => {
    const world = await startWorld(t);
    const page = await world.load();
    page.actions.send("😀".repeat(50_000));
    t.match(await page.actions.leaveMessage({ email: "a@example.com" }, "x".repeat(17_000)), "too_long");
    await world.settle();
    t.strictSame(page.texts(), ["😀".repeat(1_000)]);
    t.equal(page.wires.length, 1);
    page.actions.send("  ");
    await world.settle();
    t.equal(page.model().lines.length, 1);
  },
);

t.test("[WJ-29] an offline message is stored once, and its promise returns the result", async (t) => {
  const world = await startWorld(t, { channels: asWidget() });
  const page = await world.load();
  page.wire().fault = "deaf";
  const left = page.actions.leaveMessage({ name: "Nora", email: "nora@example.com", phone: "" }, "Call me");
  await world.settle();
  page.wire().cut();
  await world.pass(2_000);
  t.equal(await left, null);
  t.match(page.facts.contact, { name: "Nora", email: "nora@example.com", phone: null });
  t.equal(page.sent("offline_message").length, 2);
  const wrong = page.actions.leaveMessage({ email: "nora" }, "Call me");
  await world.settle();
  t.equal(await wrong, "Email must contain @.");
  t.equal(page.facts.contact.email, "nora@example.com");
  t.equal(page.model().chat, null);
  t.equal((await takeReports(world.service, "offline_message")).length, 1);
  t.equal(page.fired("svc_onMessageSent").length, 0);
});
