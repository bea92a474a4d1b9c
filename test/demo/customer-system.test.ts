import type { Test } from "tap";
import t from "tap";
import type { CustomerText, ParleyChannels, TypingState } from "../../src/demo/cast/shop/shop.ts";
import { openShop as openShopSystem } from "../../src/demo/cast/shop/shop-pages.ts";
import { createChannels } from "../../src/demo/demo.ts";
import { shopChannel } from "../../src/demo/demo-config.ts";
import { FlowLog } from "../../src/demo/flow-log.ts";
import { AttemptList } from "../../src/demo/flows/attempt-list.ts";
import { nowMs } from "../../src/demo/time.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { channelId, seen, settingsOf } from "../harness/customer.ts";
import { startService } from "../harness/service.ts";
import { openLossyProxy } from "./lossy-proxy.ts";
import { openRoomStream } from "./room-stream.ts";

const roomId = "guest-0123456789";
const accepted = { status: 200, body: { result: "ok" }, isRepeat: false };

/** A service that accepts everything, and the calls that it received. */
function createDeafChannels(): ParleyChannels & { readonly told: unknown[] } {
  const told: unknown[] = [];
  return {
    told,
    status: async () => ({ ...accepted, body: 1 }),
    send: async (_channel, message: CustomerText) => {
      told.push(message);
      return accepted;
    },
    type: async (_channel, senderId: string, state: TypingState) => {
      told.push({ senderId, state });
      return accepted;
    },
    readFile: async () => accepted,
    learn: () => shopChannel,
  };
}

async function openShop(t: Test, channels: ParleyChannels) {
  const clock = createManualClock();
  const system = await openShopSystem(t, channels, shopChannel, clock);
  system.play(shopChannel, null, (message) => system.shop.receive(message));
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${system.origin}${path}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return {
    clock,
    system,
    /** Posts a message as the service does. */
    async receive(message: unknown, name = "Kim") {
      const answer = await post(`/parley/${shopChannel}`, { sender: { name }, recipient: { id: roomId }, message });
      return { status: answer.status, body: await answer.json() };
    },
    /** Posts an action as the page does. */
    act: (step: string, body: unknown) => post(`/chat/${roomId}/${step}`, body),
    stream: () => openRoomStream(t, `${system.origin}/chat/${roomId}/events`),
  };
}

const ok = { status: 200, body: { result: "ok" } };
const url = "https://chat.example/files/Zk81mWc0uVQ4tBfXe9sLrA/rim.jpg";

t.test("the sample shop accepts every action of an agent", async (t) => {
  const { receive, stream, clock } = await openShop(t, createDeafChannels());
  const page = await stream();

  await t.test("texts and files become bubbles; a repeat and an unknown kind do not", async (t) => {
    t.same(await receive({ type: "text", id: "1", text: "Hello" }), ok);
    t.same(await receive({ type: "text", id: "1", text: "Hello" }), ok, "the same one again");
    for (const type of ["photo", "video", "audio", "voice", "document"]) {
      const fields = { file: url, file_name: `a.${type}`, file_size: 7, text: "" };
      t.same(await receive({ type, id: type, ...fields }), ok);
      t.same(await receive({ type, id: type, ...fields }), ok);
    }
    t.same(await receive({ type: "hologram", id: "2", text: "Look" }), ok);
    t.same(await receive({ type: "text", id: "3", text: "" }), ok);
    t.same(await receive("nonsense"), ok);
    t.same(await receive({ type: "document", id: "4", file: url, text: "No name" }), ok);
    t.same(
      await receive({ type: "document", id: "5", file: "javascript:alert(1)", file_name: "x", file_size: -1 }),
      ok,
    );
    t.same(await receive({ type: "text", id: "end", text: "End" }), ok);
    await page.until(({ data }) => data.key === "end");
    const bubbles = page.events.filter(({ name }) => name === "bubble").map(({ data }) => data);
    t.same(
      bubbles.map(({ key, text, file }) => [key, text, file]),
      [
        ["1", "Hello", null],
        ...["photo", "video", "audio", "voice", "document"].map((kind) => {
          return [kind, "", { kind, url, name: `a.${kind}`, sizeBytes: 7 }];
        }),
        ["4", "No name", { kind: "document", url, name: "rim.jpg", sizeBytes: null }],
        ["5", "", { kind: "document", url: null, name: "x", sizeBytes: null }],
        ["end", "End", null],
      ],
    );
  });

  await t.test("typing is shown until it ends, until a message, and for 10 s without a notice", async (t) => {
    const watched = await stream();
    const signs = (): readonly unknown[] =>
      watched.events.filter(({ name }) => name === "typing").map(({ data }) => data.who);
    await receive({ type: "typein" }, "Kim");
    await receive({ type: "typeout" }, "Kim");
    await receive({ type: "typein" }, "Lee");
    await receive({ type: "text", id: "6", text: "Here I am" }, "Lee");
    await watched.until(({ data }) => data.key === "6");
    t.same(signs(), [null, "Kim", null, "Lee", null]);
    const order = watched.events.slice(-2).map(({ name }) => name);
    t.same(order, ["typing", "bubble"], "the sign disappears before the message appears");

    await receive({ type: "typein" }, "Kim");
    clock.advance(9_000);
    await receive({ type: "typein" }, "Kim");
    clock.advance(9_999);
    const late = await stream();
    await late.until(({ name, data }) => name === "typing" && data.who === "Kim");
    t.same(signs().slice(5), ["Kim"], "a page that opens later shows the sign, and new notices keep it");
    clock.advance(1);
    await late.until(({ name, data }) => name === "typing" && data.who === null);
    await receive({ type: "text", id: "7", text: "." });
    await watched.until(({ data }) => data.key === "7");
    t.same(signs().slice(5), ["Kim", null]);
  });
});

t.test("the sample shop reports a customer's actions to the service", async (t) => {
  await t.test("typing and messages are sent in order; a request that is no typing notice is refused", async (t) => {
    const channels = createDeafChannels();
    let hearTyping = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      hearTyping = resolve;
    });
    const { act, stream } = await openShop(t, {
      ...channels,
      type: (...notice) => slow.then(() => channels.type(...notice)),
    });
    const page = await stream();
    t.equal((await act("typing", { type: "typein" })).status, 202);
    t.equal((await act("typing", { type: "typeout" })).status, 202);
    t.equal((await act("messages", { key: "k-1", text: "Hi" })).status, 202);
    await page.until(({ data }) => data.state === "sending");
    t.same(channels.told, [], "the message waits for the earlier notice");
    hearTyping();
    await page.until(({ data }) => data.state === "sent");
    const sender = { id: roomId, name: "Guest 1" };
    t.same(channels.told, [
      { senderId: roomId, state: "typein" },
      { senderId: roomId, state: "typeout" },
      { sender, text: "Hi", key: "k-1" },
    ]);
    for (const body of [{ type: "text" }, {}, "typein", "["]) t.equal((await act("typing", body)).status, 400);
    t.equal(channels.told.length, 3);
  });

  await t.test("a failed notice delays no message", async (t) => {
    const channels = createDeafChannels();
    const { act, stream } = await openShop(t, { ...channels, type: async () => Promise.reject(new Error("away")) });
    const page = await stream();
    await act("typing", { type: "typein" });
    await act("messages", { key: "k-2", text: "Hi" });
    await page.until(({ data }) => data.key === "k-2" && data.state === "sent");
    t.equal(channels.told.length, 1);
  });
});

t.test("[CH-02] the shop is connected to another channel by the endpoint URL that the desk shows", async (t) => {
  const service = await startService(t);
  const { random } = settingsOf(service);
  const channels = createChannels({ url: service.url, whenReady: async () => undefined }, () => "");
  const { system } = await openShop(t, channels);
  const connect = async (endpoint: string) => {
    const answer = await fetch(`${system.origin}/connect`, { method: "POST", body: JSON.stringify({ endpoint }) });
    return { status: answer.status, body: await answer.json() };
  };
  t.match(await (await fetch(`${system.origin}/connect`)).text(), `value="${system.url}"`);
  t.match(await connect("https://example.com/"), { status: 400, body: { error: /^Expected an endpoint URL like/ } });
  const wrong = await connect(`${service.url}/chat-api/${"x".repeat(22)}/${channelId}`);
  t.match(wrong, { status: 400, body: { error: /status query answers 404/ } });

  const { status, body } = await connect(`${service.url}/chat-api/${random}/${channelId}`);
  t.equal(status, 200);
  const room = `${system.origin}${body.chat}`;
  const page = await openRoomStream(t, `${room}/events`);
  const say = (step: string, told: object) => fetch(`${room}/${step}`, { method: "POST", body: JSON.stringify(told) });
  await say("messages", { key: "k-1", text: "Hello" });
  await page.until(({ data }) => data.key === "k-1" && data.state === "sent");
  const { messages } = await seen(service);
  t.same(
    messages.map(({ text }) => text),
    ["Hello"],
  );

  const [, id] = /^\/chat\/(.+)$/.exec(body.chat) ?? [];
  const reply = async (message: object) => {
    const told = { sender: { name: "Kim" }, recipient: { id }, message };
    const answer = await fetch(`${system.url}/${channelId}`, { method: "POST", body: JSON.stringify(told) });
    return answer.json();
  };
  t.equal((await say("mailbox", { isFull: "yes" })).status, 400);
  t.equal((await say("mailbox", { isFull: true })).status, 200);
  t.same(await reply({ type: "text", id: "m-1", text: "Hi" }), {
    error: { code: "mailbox_full", message: "Mailbox is full" },
  });
  t.same(await reply({ type: "typein" }), { result: "ok" }, "typing is never refused");
  await say("mailbox", { isFull: false });
  t.same(await reply({ type: "text", id: "m-1", text: "Hi" }), { result: "ok" });
  await page.until(({ data }) => data.key === "m-1" && data.text === "Hi");
});

t.test("[DEL-29] a message whose answer is lost, and a message that is sent again, reach the agent once", async (t) => {
  const service = await startService(t);
  const proxy = await openLossyProxy(t, service.url);
  const parley = { url: proxy.url, whenReady: async () => undefined };
  const channels = createChannels(parley, () => settingsOf(service).random);
  let isHeard = true;
  const { act, stream } = await openShop(t, {
    ...createDeafChannels(),
    send: async (_shopChannel, message, log) => {
      const answer = await channels.send(channelId, message, log);
      return isHeard ? answer : Promise.reject(new Error("The answer is lost."));
    },
  });
  const page = await stream();
  const becomes = (key: string, state: string) => page.until(({ data }) => data.key === key && data.state === state);

  proxy.loseNextAnswer();
  await act("messages", { key: "k-1", text: "Once" });
  await becomes("k-1", "sent");
  t.equal(proxy.requestsCount(), 2, "the shop retried the call");

  isHeard = false;
  await act("messages", { key: "k-2", text: "Twice?" });
  await becomes("k-2", "failed");
  isHeard = true;
  await act("messages", { key: "k-2", text: "Twice?" });
  await becomes("k-2", "sent");
  await act("messages", { key: "k-2", text: "Twice?" });
  await act("messages", { key: "k-3", text: "Last" });
  await becomes("k-3", "sent");
  const { messages } = await seen(service);
  const texts = messages.map(({ text }) => text);
  t.same(texts, ["Once", "Twice?", "Last"]);
  const told = page.events.filter(({ data }) => data.key === "k-2").map(({ data }) => data.state);
  t.same(told, ["sending", "failed", "sending", "sent", "sent"], "a page that asks again gets the state again");
});

t.test(
  "[DEL-02] attempts are checked by the time they began, even if they arrived late, and a wrong time is detected",
  (t) => {
    const list = new AttemptList(new FlowLog("failing", "", () => undefined));
    const askedAtMs = nowMs() - 6_000;
    for (let count = 0; count < 3; count += 1) list.add("one", () => false);
    const kept = (...begunMs: readonly number[]): boolean =>
      list.intervals(
        begunMs.map((ms) => askedAtMs + ms),
        askedAtMs,
      ).isKept;
    t.ok(kept(0, 3_000, 6_000), "a stalled receiver got all of them at the same time");
    t.notOk(kept(0, 2_999, 6_000), "early");
    t.notOk(kept(0, 3_000, 5_999), "the third is measured from the second");
    t.notOk(kept(-1, 3_000, 6_000), "it began before the request");
    t.notOk(kept(0, 3_000, 20_000), "it arrived before it began");
    t.notOk(kept(), "no times are known");
    t.end();
  },
);
