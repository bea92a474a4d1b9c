import t from "tap";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step, takeReports, widget } from "./visitor-channel.ts";

t.test("ready contains the page's rate, the largest file size and the bot", async (t) => {
  const limits = { senderPerSecond: 7, senderBurst: 9, uploadBytesMax: 12_345 };
  const service = await startService(t, { channels: asWidget(), limits });
  const { ready } = await enterVisitor(t, service);
  t.match(ready, { hasBot: false, rate: { perSecond: 7, burst: 9 }, fileBytesMax: 12_345 });
  const withBot = await startService(t, { channels: asWidget({ bot }) });
  const { hasBot, rate, fileBytesMax } = (await enterVisitor(t, withBot)).ready;
  t.strictSame([hasBot, rate, fileBytesMax], [true, { perSecond: 10_000, burst: 10_000 }, 20 * 1_024 * 1_024]);
});

t.test("a page that keeps to its rate is never refused, whatever it requests", async (t) => {
  const service = await startService(t, { channels: asWidget(), limits: { senderPerSecond: 2, senderBurst: 4 } });
  const { page, ready } = await enterVisitor(t, service);
  const { perSecond, burst } = ready.rate;
  const requests = [
    { type: "beat" },
    { type: "custom_data", fields: [] },
    { type: "message", text: "Hello" },
    { type: "page", url: "https://shop.example.com/" },
  ];
  const ask = async (count: number) => {
    for (let asked = 0; asked < count; asked += 1)
      t.match(await page.ask(requests[asked % requests.length] ?? {}), { type: "done" });
  };
  await ask(burst);
  t.match(await page.ask({ type: "custom_data", fields: [] }), { type: "failed", retryAfter: 1 });
  for (let second = 0; second < 3; second += 1) {
    await service.pass(1_000);
    await ask(perSecond);
  }
});

t.test("a beat is answered at once and stores nothing", async (t) => {
  const { store, commits, hold } = createFaultyStore();
  const service = await startService(t, { store, channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  const before = commits();
  const release = hold();
  t.strictSame(await page.ask({ type: "beat", id: "b1" }), { type: "done", id: "b1" });
  t.equal(commits(), before);
  release();
});

t.test("for the pages of its writer, a message has the id of its request, also after a reload", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  const other = await enterVisitor(t, service, { visitor: ready.visitor });
  await page.ask({ type: "message", id: "m1", text: "Hello" });
  await step(service, "accept");
  await step(service, "messages", { type: "text", text: "Hi" });
  await other.page.until(({ message }) => message?.text === "Hi");
  const back = await enterVisitor(t, service, { visitor: ready.visitor });
  await back.page.ask({ type: "beat" });
  for (const { frames } of [page, other.page, back.page])
    t.strictSame(
      frames.flatMap(({ message }) => (message === undefined ? [] : [message.requestId])),
      ["m1", null],
    );
});

t.test("[WJ-05] agents see the visitor's page and campaign, and their changes", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const site = "https://shop.example.com";
  const { page } = await enterVisitor(t, service, { page: { url: `${site}/?utm_source=mail`, title: "Home" } });
  await page.ask({ type: "page", url: `${site}/wheels`, title: "Wheels" });
  await page.ask({ type: "message", text: "Hello" });
  const begun = await kim.until(({ chat }) => chat?.id === "1");
  t.strictSame(
    begun.chat?.page,
    { url: `${site}/wheels`, title: "Wheels" },
    "the desk shows the visitor's page before the chat",
  );
  t.equal(begun.chat?.session?.utm.source, "mail");
  await step(service, "accept");
  const shown = async () => {
    const seen = kim.frames.length;
    return (await kim.until((frame) => frame.type === "chat" && kim.frames.indexOf(frame) >= seen)).chat;
  };
  const going = shown();
  await page.ask({ type: "page", url: `${site}/cart#2?utm_source=no` });
  t.match(await going, { state: "with_agent", page: { url: `${site}/cart#2?utm_source=no`, title: null } });
  const coming = shown();
  await page.ask({ type: "page", url: `${site}/sale?utm_campaign=summer`, title: "Sale" });
  const last = await coming;
  t.strictSame(last.page, { url: `${site}/sale?utm_campaign=summer`, title: "Sale" });
  t.match(last.session?.utm, { source: "", campaign: "summer" }, "a later page with a campaign counts");
  const back = shown();
  await page.ask({ type: "page", url: `${site}/`, title: "Home" });
  t.equal((await back).session?.utm.campaign, "summer", "a page without a campaign keeps the earlier one");
});

t.test("[WJ-35] a chat is reported as accepted only when an agent presses Reply", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  const chatNow = async (number: number, state: string) =>
    (await page.until(({ chat }) => chat?.id === `${number}` && chat.state === state)).chat;
  const note = { text: "One for the others" };
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "note", note);
  await step(service, "close");
  t.match(await chatNow(1, "closed"), { accepted: false }, "the chat was closed after a note, without Reply");
  await page.ask({ type: "message", text: "Hello again" });
  t.match(await chatNow(2, "waiting"), { accepted: false });
  await step(service, "accept", {}, { chat: 2 });
  t.match(await chatNow(2, "with_agent"), { accepted: true });
  await step(service, "transfer", { agentId: 2 }, { chat: 2 });
  await step(service, "close", {}, { chat: 2 });
  t.match(await chatNow(2, "closed"), { accepted: true, agent: null }, "accepted is sent after a transfer too");
});

t.test(
  "[BOT-42] buttons are live until a click or a message of the client, even if others write or join",
  async (t) => {
    const service = await startService(t, { channels: asWidget({ bot }) });
    const { page } = await enterVisitor(t, service);
    const buttons = [{ text: "Yes", id: "y" }, { text: "No" }];
    const post = async (message: object) => {
      const seen = page.frames.length;
      const body = { event: "BOT_MESSAGE", id: `${seen}`, client_id: "1", chat_id: "1", message };
      const { status } = await service.call("POST", "/bots/webhooks/acme-bots/t0k3n", { body });
      t.equal(status, 200);
      const came = await page.until((frame) => frame.type === "message" && page.frames.indexOf(frame) >= seen);
      return came.message.seq;
    };
    const offer = () => post({ type: "BUTTONS", title: "Sure?", text: "Sure?", buttons, timestamp: 1 });
    const click = (seq: number) => page.ask({ type: "click", seq, index: 0 });
    await page.ask({ type: "message", text: "Hello" });
    await service.settle();
    service.botAttempts[0]?.answer();

    const first = await offer();
    const second = await offer();
    t.match(
      await click(first),
      { type: "failed", reason: /cannot be clicked any more/ },
      "newer buttons replaced them",
    );
    await post({ type: "TEXT", text: "Take your time", timestamp: 1 });
    t.match(await click(second), { type: "done" }, "a message without buttons keeps them");
    t.match(await click(second), { type: "failed" }, "a click disables the buttons");
    const third = await offer();
    await page.ask({ type: "message", text: "Let me think" });
    t.match(await click(third), { type: "failed" }, "a message disables them too");
    const fourth = await offer();
    await page.ask({ type: "message", text: "A person, please", wantsAgent: true });
    t.match(await click(fourth), { type: "failed" }, "a request for an agent disables them too");

    const fifth = await offer();
    await step(service, "accept");
    await step(service, "messages", { type: "text", text: "Hi, I am Kim" });
    t.match(await click(fifth), { type: "done" }, "an agent who joins keeps them, and receives the answer");
    await page.until(({ message }) => message?.from === "client" && message.seq > fifth);
    await step(service, "close");
    t.match(await click(fifth), {
      type: "failed",
      reason: "The chat is over; its buttons cannot be clicked any more.",
    });
  },
);

t.test("the log has what the widget showed of the bot: markdown and buttons, with or without fallback", async (t) => {
  const service = await startService(t, { channels: asWidget({ bot }) });
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await service.settle();
  service.botAttempts[0]?.answer();
  const buttons = [{ text: "Rim" }, { text: "Bell" }];
  for (const message of [
    { type: "BUTTONS", title: "Which?", buttons },
    { type: "MARKDOWN", content: "**Open**", text: "Open" },
  ]) {
    const body = { event: "BOT_MESSAGE", chat_id: "1", message };
    t.equal((await service.call("POST", "/bots/webhooks/acme-bots/t0k3n", { body })).status, 200);
  }
  await step(service, "close");
  const [finished] = await takeReports(service, "chat_finished");
  t.strictSame(
    finished?.chat.messages.map(({ message }) => message),
    ["Hello", "Which?\nRim\nBell", "**Open**"],
  );
});

t.test("a wrong frame of the widget ends the socket with the reason", async (t) => {
  const service = await startService(t, { channels: asWidget({ widget }) });
  const message = { type: "message", id: "a", text: "Hi" };
  for (const [frame, reason] of [
    [{ type: "custom_data", id: "a" }, /Field fields is missing/],
    [{ type: "custom_data", id: "a", fields: {} }, /Field fields must be a list of rows/],
    [{ type: "beat" }, /Field id is missing/],
    [{ ...message, invitation: "May I help?" }, /Field invitation must be an object/],
    [{ ...message, invitation: { departmentId: 2 } }, /Field invitation must be an object/],
    [{ ...message, invitation: { text: "x", departmentId: "2" } }, /Field invitation must be an object/],
    [{ ...message, wantsAgent: "yes" }, /Field wantsAgent must be true or false/],
  ] as const) {
    const { page } = await enterVisitor(t, service);
    page.send(frame);
    const { code, reason: said } = await page.closed;
    t.equal(code, 4400);
    t.match(said, reason);
  }
});
