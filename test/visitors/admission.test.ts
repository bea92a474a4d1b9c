import t from "tap";
import { channelAddress, soloConversation } from "../../machines/tells.ts";
import { asChannelId } from "../../src/core/ids.ts";
import { startService } from "../harness/service.ts";
import { enterVisitor, openVisitor } from "../harness/visitor-client.ts";
import { asWidget, change, step, takeReports, widget } from "./visitor-channel.ts";

const site = "https://shop.example.com";

t.test(
  "[AUTH-15] only the web sites of a channel can use its widget, and only while the channel exists and is enabled",
  async (t) => {
    const allowedOrigins = [`${site}/`, "http://LOCALHOST:8080"];
    const service = await startService(t, { channels: asWidget({ widget: { ...widget, allowedOrigins } }) });
    const tryTo = async (origin: string | null, id = "MOBILEAPP1") => {
      const page = await openVisitor(t, service, { headers: origin === null ? {} : { origin } });
      page.send({ type: "hello", widget: id });
      return Promise.race([page.until(({ type }) => type === "ready").then(({ type }) => type), page.closed]);
    };
    t.equal(await tryTo(site), "ready");
    t.equal(await tryTo("http://localhost:8080"), "ready");
    const foreign = { code: 4403, reason: "Header Origin must be one of the widget's web sites." };
    for (const origin of [
      "https://evil.example",
      "http://shop.example.com",
      `${site}.evil.example`,
      `${site}:444`,
      "null",
      null,
    ])
      t.strictSame(await tryTo(origin), foreign, `${origin}`);
    const none = { code: 4404, reason: "Field widget must be the id of a widget." };
    t.strictSame(await tryTo(site, "NOWHERE"), none);
    t.strictSame(await tryTo(site, "OTHERAPP01"), none, "a chat API channel accepts no page");

    const { page } = await enterVisitor(t, service, {}, { headers: { origin: site } });
    const kept = await enterVisitor(t, service, {}, { headers: { origin: "http://localhost:8080" } });
    await change(service, { name: "Renamed" });
    t.match(await page.ask({ type: "typing", state: "typein" }), { type: "done" }, "other changes close no page");
    await change(service, { widget: { ...widget, allowedOrigins: ["http://localhost:8080"] } });
    t.strictSame(await page.closed, foreign, "a change of the list applies at once");
    await change(service, { enabled: false });
    const off = { code: 4410, reason: "The widget is switched off." };
    t.strictSame(await kept.page.closed, off);
    t.strictSame(await tryTo("http://localhost:8080"), off);
    await change(service, { enabled: true, widget });
    t.equal(await tryTo(null), "ready", "an empty list allows any site");
    const last = await enterVisitor(t, service);
    const actor = channelAddress(asChannelId("MOBILEAPP1"));
    const target = { kind: "actor", actor, conversation: soloConversation(actor) } as const;
    await service.app.runtime.post.send({ target, event: { type: "channel.removed" }, cause: "test" });
    t.strictSame(await last.page.closed, none);
  },
);

t.test("a page of the service itself may always carry the widget", async (t) => {
  const publicUrl = "https://chat.example.com:8443/parley";
  const channels = asWidget({ widget: { ...widget, allowedOrigins: [site] } });
  const service = await startService(t, { channels, config: { publicUrl } });
  const tryFrom = async (headers: Readonly<Record<string, string>>) => {
    const page = await openVisitor(t, service, { headers });
    page.send({ type: "hello", widget: "MOBILEAPP1" });
    return Promise.race([
      page.until(({ type }) => type === "ready").then(() => 0),
      page.closed.then(({ code }) => code),
    ]);
  };
  t.equal(await tryFrom({ origin: "https://chat.example.com:8443" }), 0, "the service's public origin is allowed");
  t.equal(await tryFrom({ origin: service.url }), 0, "the origin of this connection is allowed");
  t.equal(
    await tryFrom({ origin: "http://inside.example", host: "inside.example" }),
    0,
    "every name of the service is allowed",
  );
  const foreign = [
    "https://chat.example.com",
    "http://chat.example.com:8443",
    service.url.replace("http:", "https:"),
    "",
  ];
  for (const origin of foreign) t.equal(await tryFrom({ origin }), 4403, origin);
  const { page } = await enterVisitor(t, service, {}, { headers: { origin: service.url } });
  await change(service, { widget: { ...widget, allowedOrigins: ["https://other.example.com"] } });
  t.match(
    await page.ask({ type: "typing", state: "typein" }),
    { type: "done" },
    "the page stays after any change of the list",
  );
});

t.test("[WJ-10] the mode changes at once when agents become available or unavailable", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  t.equal(ready.mode, "offline");
  const kim = await service.enter("kim");
  await page.until(({ type, mode }) => type === "mode" && mode === "online");
  t.equal((await enterVisitor(t, service)).ready.mode, "online");
  kim.send({ type: "available", value: false });
  await page.until(({ type, mode }) => type === "mode" && mode === "offline");
  await service.enter("max");
  await change(service, { name: "Renamed" });
  await page.ask({ type: "typing", state: "typeout" });
  t.equal(page.frames.filter(({ type }) => type === "mode").length, 2, "agents of other channels do not count");
});

t.test("[CALL-10] a call begins, or the page receives the reason why it cannot", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  t.equal(ready.callback, null);
  const invalid = ["", "call me", "123456", "1".repeat(16), "+44 20 7946 x", "++442079460181", "12345678+"];
  for (const phone of invalid)
    t.match(await page.ask({ type: "call", phone }), { type: "failed", reason: "Invalid phone number" }, phone);
  t.match(await page.ask({ type: "call", phone: "+44 (20) 7946-01.81" }), { type: "done" });
  await page.until(({ chat }) => chat?.call?.status === "start");
  await page.until(({ type, callback }) => type === "callback" && callback === "Callback unavaiable");
  t.match(await page.ask({ type: "call", phone: "+442079460181" }), { type: "failed", reason: "Callback unavaiable" });
  t.equal(service.calls.length, 1);
  const other = await enterVisitor(t, service);
  t.equal(other.ready.callback, null, "another visitor can call");
  service.calls[0]?.answer("The line is dead");
  const ended = await page.until(({ chat }) => chat?.call?.status === "error");
  t.strictSame(ended.chat?.call, { id: "1", type: "callback", status: "error", reason: "The line is dead" });
  await page.until(({ type, callback }) => type === "callback" && callback === null);
  const calls = await takeReports(service, "call_event");
  t.strictSame(
    calls.map(({ call: { status } }) => status),
    ["start", "error"],
  );
  const chat = await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") });
  t.match(chat.body.chat.client, { phone: "+44 (20) 7946-01.81", number: 1 });
});

t.test("a page whose call outlives its chat is notified when another call is possible", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "call", phone: "+442079460181" });
  await page.until(({ type, callback }) => type === "callback" && callback === "Callback unavaiable");
  await step(service, "close");
  service.calls[0]?.answer("The line is dead");
  t.match(await page.until(({ type, callback }) => type === "callback" && callback === null), { callback: null });
  const shown = await kim.until(({ type, chat }) => type === "chat" && chat?.call?.status === "error");
  t.match(shown, { chat: { state: "closed", call: { reason: "The line is dead" } } });
});

t.test("[WJ-27] pages are notified when callbacks become possible or impossible", async (t) => {
  // The clock begins on a Tuesday at 22:13:20 UTC.
  const { callback } = widget;
  const service = await startService(t, { channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  const heard = async () => {
    await page.ask({ type: "typing", state: "typeout" });
    return page.frames.filter(({ type }) => type === "callback").map(({ callback: reason }) => reason);
  };
  await change(service, { widget: { ...widget, callback: { ...callback, enabled: false } } });
  t.strictSame(await heard(), ["Callback disabled"]);
  await change(service, { name: "Renamed" });
  await change(service, { widget: { ...widget, callback: { ...callback, balance: 0 } } });
  t.strictSame(await heard(), ["Callback disabled", "Callback unavaiable"]);
  const hours = [{ days: [2], from: "09:00", to: "22:15" }];
  await change(service, { widget: { ...widget, callback: { ...callback, hours } } });
  t.strictSame((await heard()).at(-1), null);
  t.equal((await enterVisitor(t, service)).ready.callback, null);
  await service.pass(90_000);
  t.equal((await heard()).length, 3, "the time is still within the hours");
  await service.pass(10_500);
  t.strictSame((await heard()).slice(3), ["Callback unavaiable"], "at 22:15 the hours are over");
  const late = await enterVisitor(t, service);
  t.equal(late.ready.callback, "Callback unavaiable");
  t.match(await late.page.ask({ type: "call", phone: "+442079460181" }), {
    type: "failed",
    reason: "Callback unavaiable",
  });
});

t.test("without a call gateway callbacks are disabled", async (t) => {
  const telephony = { isConfigured: false, startCall: async () => null, close: async () => undefined };
  const service = await startService(t, { channels: asWidget(), telephony });
  const { page, ready } = await enterVisitor(t, service);
  t.equal(ready.callback, "Callback disabled");
  t.match(await page.ask({ type: "call", phone: "+442079460181" }), { type: "failed", reason: "Callback disabled" });
});

t.test("a request over the rate is refused, and no request is lost silently", async (t) => {
  const limits = { senderPerSecond: 10, senderBurst: 20 };
  const service = await startService(t, { channels: asWidget(), limits });
  const { page, ready } = await enterVisitor(t, service);
  for (let number = 1; number <= 25; number += 1) page.send({ type: "message", id: `m${number}`, text: `${number}` });
  await page.until(({ id }) => id === "m25");
  const failed = page.frames.filter(({ type }) => type === "failed");
  t.strictSame(
    failed,
    [21, 22, 23, 24, 25].map((number) => ({
      type: "failed",
      id: `m${number}`,
      reason: "Too many requests; try again later.",
      retryAfter: 1,
    })),
  );
  const second = await enterVisitor(t, service, { visitor: ready.visitor });
  t.match(
    await second.page.ask({ type: "typing", state: "typein" }),
    { type: "failed" },
    "a visitor's pages share the rate",
  );
  await service.pass(1_000);
  for (let number = 21; number <= 25; number += 1)
    t.match(await page.ask({ type: "message", id: `m${number}`, text: `${number}` }), { type: "done", seq: number });
  await page.until(({ message }) => message?.text === "25");
  t.strictSame(
    page.texts(),
    Array.from({ length: 25 }, (_, index) => String(index + 1)),
  );

  for (let count = 1; count <= 20; count += 1) await enterVisitor(t, service);
  const tooMany = await openVisitor(t, service);
  tooMany.send({ type: "hello", widget: "MOBILEAPP1" });
  t.match(
    await tooMany.closed,
    { code: 1013, reason: /Too many pages connect/ },
    "new visitors of one address share the rate",
  );
  t.match(
    (await enterVisitor(t, service, { visitor: ready.visitor })).ready,
    { number: 1 },
    "known visitors are accepted",
  );
  for (let count = 1; count <= 19; count += 1) await enterVisitor(t, service, { visitor: ready.visitor });
  const restless = await openVisitor(t, service);
  restless.send({ type: "hello", widget: "MOBILEAPP1", visitor: ready.visitor });
  t.match(await restless.closed, { code: 1013 }, "known visitors have a limit too");
});

const hello = { type: "hello", widget: "MOBILEAPP1" };
const message = { type: "message", id: "a", text: "Hi" };
/** First frames, and frames after a hello, that end the socket. */
const badFrames: readonly (readonly [what: string, isFirst: boolean, frame: object | string, reason: RegExp])[] = [
  ["no JSON", true, "hello", /JSON/],
  ["no object", true, "[]", /Field type is nothing, expected one of hello, contact/],
  ["an unknown type", true, { type: "login" }, /Field type is "login", expected one of hello/],
  ["a request before hello", true, message, /first frame must be "hello", got "message"/],
  ["hello without a widget", true, { type: "hello" }, /Field widget is missing/],
  ["a widget that is no string", true, { ...hello, widget: 7 }, /Field widget must be .*got 7/],
  ["a visitor that is no string", true, { ...hello, visitor: 7 }, /Field visitor must be .*got something else/],
  ["a page that is no object", true, { ...hello, page: "https://a.example" }, /Field page must be an object/],
  ["a page without a URL", true, { ...hello, page: { title: "x" } }, /Field page must be an object/],
  ["a chat that is no id", true, { ...hello, chat: "0" }, /Field chat must be/],
  ["a since that is no seq", true, { ...hello, since: -1 }, /Field since must be/],
  ["hello again", false, hello, /hello was already received/],
  ["no id", false, { type: "message", text: "Hi" }, /Field id is missing/],
  ["an empty id", false, { ...message, id: "" }, /Field id must be/],
  ["a long id", false, { ...message, id: "x".repeat(65) }, /Field id must be/],
  ["a message without a text", false, { type: "message", id: "a" }, /Field text is missing/],
  ["a text that is no string", false, { ...message, text: 7 }, /Field text must be a string, got 7/],
  [
    "a contact that is no string",
    false,
    { type: "contact", id: "a", name: null },
    /Field name must be a string, got null/,
  ],
  ["an offline message without a text", false, { type: "offline_message", id: "a" }, /Field text is missing/],
  ["a call without a number", false, { type: "call", id: "a" }, /Field phone is missing/],
  [
    "a rate that is none",
    false,
    { type: "rate", id: "a", value: "good" },
    /Field value must be "positive" or "negative"/,
  ],
  [
    "a comment that is no string",
    false,
    { type: "rate", id: "a", value: "positive", comment: 7 },
    /Field comment must be a string, got 7/,
  ],
  [
    "a rate of no chat",
    false,
    { type: "rate", id: "a", value: "positive", chat: "x" },
    /Field chat must be the id of a chat/,
  ],
  ["earlier than no chat", false, { type: "earlier", id: "a", before: 1 }, /Field before must be the id of a chat/],
  ["typing that is none", false, { type: "typing", id: "a", state: "on" }, /Field state must be "typein" or "typeout"/],
  ["a click on a fourth button", false, { type: "click", id: "a", seq: 1, index: 3 }, /Field index must be/],
  [
    "a user token that is no string",
    false,
    { type: "user_token", id: "a", value: 7 },
    /Field value must be .*something else/,
  ],
];

t.test("a wrong frame ends the socket with the reason", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  for (const [what, isFirst, frame, reason] of badFrames) {
    const page = isFirst ? await openVisitor(t, service) : (await enterVisitor(t, service)).page;
    page.send(frame);
    const closing = await page.closed;
    t.equal(closing.code, 4400, what);
    t.match(closing.reason, reason, what);
  }
  const big = await openVisitor(t, service);
  big.send({ ...hello, userToken: "x".repeat(17 * 1_024) });
  t.match(await big.closed, { code: 1009, reason: /16384 bytes/ });
  const binary = await openVisitor(t, service);
  binary.socket.send(Buffer.from(JSON.stringify(hello)));
  t.match(await binary.closed, { code: 4400, reason: /text frame/ });
});

t.test("a silent page is disconnected, and a page that waits for a stopping service is notified", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const mute = await openVisitor(t, service);
  await service.pass(10_000);
  t.match(await mute.closed, { code: 4408, reason: /No hello/ });
  const dead = await enterVisitor(t, service, {}, { answersPings: false });
  await service.pass(59_000);
  t.equal(dead.page.socket.readyState, dead.page.socket.OPEN);
  await service.pass(13_500);
  t.match(await dead.page.closed, { code: 4408, reason: /No ping/ });
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  const stopped = service.stop();
  t.match(await page.closed, { code: 1001 });
  await stopped;
});
