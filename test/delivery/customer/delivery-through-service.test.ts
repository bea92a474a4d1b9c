import t from "tap";
import { asAgentId, asMessageId } from "../../../src/core/ids.ts";
import { userAgent } from "../../../src/core/version.ts";
import { newBotNotice } from "../../../src/domain/new-ids.ts";
import { agents } from "../../harness/service-config.ts";
import type { Behaviour } from "../peer.ts";
import { reply, replyOk } from "../peer.ts";
import { openDeliveryWorld, until } from "../through-service.ts";

const isTyping = (request: string): boolean => request.includes('"type":"type');

t.test(
  "[DEL-04, DEL-16, DEL-17] the desk shows the text of the last error, cut, only after the third attempt",
  async (t) => {
    const long = "😀".repeat(600);
    const answers = ["first", "second", `<b>${long}`].map((message) =>
      reply("200 OK", JSON.stringify({ error: { code: 9, message } })),
    );
    const world = await openDeliveryWorld(t, (socket, request) => answers.shift()?.(socket, request));
    const message = await world.reply("Hi");
    await world.passSeries(message);
    const { delivery } = await world.seen(message, "failed");
    t.strictSame(delivery?.error, { code: "9", message: `<b>${"😀".repeat(497)}` });
    t.equal(delivery?.attempts, 3);
    const shown = world.kim.frames.filter((frame) => frame.message?.seq === message.seq);
    t.ok(
      shown.every(({ message: { delivery: one } }) => one?.error === null || one?.state === "failed"),
      "no error before the third attempt has failed",
    );
    t.equal(world.peer.requests.length, 3);
    t.equal(new Set(world.peer.requests).size, 1, "the same bytes each time");
  },
);

t.test("[DEL-14] a hidden code shows no text; the log has it; the message can be sent again", async (t) => {
  const answers = [1, 2, 3].map(() => reply("409 Conflict", '{"error":{"code":17,"message":"He is dead, Jim"}}'));
  const world = await openDeliveryWorld(t, (socket, request) => (answers.shift() ?? replyOk)(socket, request), {
    hiddenErrorCodes: ["17"],
  });
  const message = await world.reply("Hi");
  await world.passSeries(message);
  const failed = await world.seen(message, "failed");
  t.strictSame(failed.delivery?.error, null);
  t.notMatch(JSON.stringify(world.kim.frames), "He is dead");
  const { attempts } = await world.delivery(message);
  t.equal(attempts.length, 3);
  for (const { failure, answer, address, httpStatus } of attempts) {
    t.match(failure, { kind: "error_answer", code: "17", message: "He is dead, Jim" });
    t.equal(answer, '{"error":{"code":17,"message":"He is dead, Jim"}}');
    t.equal(address, `http://${world.peer.host}/chat/MOBILEAPP1`);
    t.equal(httpStatus, 409);
  }
  const token = await world.service.logIn("kim");
  const again = await world.service.call("POST", `/api/deliveries/${message.delivery?.id}/resend`, { token });
  t.equal(again.status, 202, JSON.stringify(again.body));
  await world.seen(message, "delivered");
});

t.test(
  "[DEL-28] the log has time, number, masked address, status or failure, duration and answer of each attempt",
  async (t) => {
    const answers: Behaviour[] = [(socket) => socket.end(), () => undefined, reply("200 OK", "welcome")];
    const world = await openDeliveryWorld(t, (socket, request) => answers.shift()?.(socket, request));
    await world.configure({ webhookUrl: `http://kim:s3cret@${world.peer.host}/in/3b6fA0aaaaaaaaaaaaaaaa?key=s3cret` });
    const startMs = world.service.clock.nowMs();
    const message = await world.reply("Hi");
    await world.untilEnded(message, 1);
    await world.service.pass(3_000);
    await until(() => world.peer.requests.length === 2);
    await world.service.pass(3_000);
    await world.untilEnded(message, 2);
    await world.service.pass(500);
    await world.seen(message, "delivered");
    const address = `http://***:***@${world.peer.host}/in/***/MOBILEAPP1?key=***`;
    const same = { address, answer: null, httpStatus: null, note: null };
    t.match((await world.delivery(message)).attempts, [
      { ...same, number: 1, startedAtMs: startMs, durationMs: 0, failure: { kind: "connection" } },
      { ...same, number: 2, startedAtMs: startMs + 3_000, durationMs: 3_000, failure: { kind: "timeout" } },
      { ...same, number: 3, durationMs: 0, httpStatus: 200, failure: null, answer: "welcome", note: "no result" },
    ]);
    t.notMatch(JSON.stringify([await world.delivery(message), world.service.logLines]), "s3cret");
  },
);

t.test("a refused target gets no connection, and the desk shows why", async (t) => {
  const world = await openDeliveryWorld(t, replyOk, {}, { allow: [], allowHttp: true });
  const message = await world.reply("Hi");
  await world.passSeries(message);
  const { delivery } = await world.seen(message, "failed");
  const reason = /loopback address; such targets are allowed by the setting outbound\.allow/;
  t.match(delivery?.error, { code: "refused_target", message: reason });
  t.equal(world.peer.connections.total, 0);
});

t.test(
  "[DEL-06] the answer to a reply is the stored message; one frame shows the message and one its outcome",
  async (t) => {
    const held: (() => void)[] = [];
    const world = await openDeliveryWorld(t, (socket, request) => void held.push(() => replyOk(socket, request)));
    const token = await world.service.logIn("kim");
    const message = await world.reply("Hi");
    const read = await world.service.call("GET", "/api/chats/1/messages?after=1", { token });
    t.strictSame(read.body.messages, [message]);
    t.match(message.delivery, { state: "attempting", attempts: 1, error: null });
    await until(() => held.length === 1);
    held.shift()?.();
    await world.seen(message, "delivered");
    const shown = world.kim.frames.filter((frame) => frame.message?.seq === message.seq);
    t.strictSame(
      shown.map((frame) => frame.message.delivery?.state),
      ["attempting", "delivered"],
    );
  },
);

t.test(
  "[CH-40] the id keeps its type from before the first attempt, also in a message that is sent again",
  async (t) => {
    const failing = [1, 2, 3].map(() => reply("503 Service Unavailable", ""));
    const world = await openDeliveryWorld(t, (socket, request) => (failing.shift() ?? replyOk)(socket, request));
    const token = await world.service.logIn("kim");
    const random = world.service.app.runtime.directory.find("MOBILEAPP1")?.settings.random;
    const writes = async (id: string | number) => {
      const body = { sender: { id }, message: { type: "text", text: "Still there?" } };
      t.equal((await world.service.call("POST", `/chat-api/${random}/MOBILEAPP1`, { body })).status, 200);
    };
    const resend = async (id: string | undefined) =>
      t.equal((await world.service.call("POST", `/api/deliveries/${id}/resend`, { token })).status, 202);
    const ids = () => world.bodies().map(({ recipient }) => recipient.id);

    const message = await world.reply("Hi");
    await world.untilEnded(message, 1);
    await writes(7);
    await world.passSeries(message);
    await world.seen(message, "failed");
    await resend(message.delivery?.id);
    await world.seen(message, "delivered");
    t.strictSame(ids(), ["7", "7", "7", "7"]);
    t.equal(new Set(world.peer.requests).size, 1, "the same bytes each time");
    await world.seen(await world.reply("Yes"), "delivered");
    t.strictSame(ids().slice(4), [7], "a new message has the last received type");

    await world.configure({ enabled: false });
    const late = await world.reply("Bye");
    await world.seen(late, "failed");
    await world.configure({ enabled: true });
    await writes("7");
    await resend(late.delivery?.id);
    await world.seen(late, "delivered");
    t.strictSame(ids().slice(5), ["7"], "it had no attempt before");
  },
);

t.test("[DEL-08] a message of a disabled channel fails at once, with no request and no further attempt", async (t) => {
  const world = await openDeliveryWorld(t, reply("503 Service Unavailable", ""));
  const message = await world.reply("Hi");
  await world.untilEnded(message, 1);
  await world.configure({ enabled: false });
  await world.service.pass(10_000);
  const { delivery } = await world.seen(message, "failed");
  t.match(delivery?.error, { code: "channel_closed" });
  t.equal(world.peer.requests.length, 1);
  const late = await world.reply("Too late");
  t.match((await world.seen(late, "failed")).delivery, {
    attempts: 0,
    error: { code: "channel_closed", message: /disabled/ },
  });
  await world.typing("typein");
  await world.service.pass(3_000);
  t.equal(world.peer.requests.length, 1, "no notice either");
});

t.test("[CH-50] each typing notice is sent once, and only the delivery log has it", async (t) => {
  const world = await openDeliveryWorld(t, (socket, request) =>
    isTyping(request)
      ? reply("500 Oops", '{"error":{"code":"t","message":"no typing here"}}')(socket, request)
      : replyOk(socket, request),
  );
  await world.typing("typein");
  await until(() => world.peer.requests.length === 1);
  await world.typing("typein");
  await world.typing("typeout");
  await until(async () => (await world.noticeLog()).length === 2);
  await world.service.pass(10_000);
  const to = { sender: { name: "Kim" }, recipient: { id: "7" } };
  t.strictSame(world.bodies(), [
    { ...to, message: { type: "typein" } },
    { ...to, message: { type: "typeout" } },
  ]);
  const [first, second, ...more] = await world.noticeLog();
  t.strictSame(more, [], "sent once, never again");
  const about = `to http://${world.peer.host}/chat/MOBILEAPP1: HTTP 500 after 0 ms, error_answer: no typing here, answered {"error":{"code":"t","message":"no typing here"}}`;
  t.match(first, { chatId: "1", messageSeq: 0, cause: "chat/1", text: `typein ${about}` });
  t.match(second, { text: `typeout ${about}` });
  t.notMatch(JSON.stringify(world.kim.frames), "no typing here", "the agent gets no notice");
});

t.test("[DEL-21] the end of typing arrives before the message that ended it, and no typein after it", async (t) => {
  const held: (() => void)[] = [];
  const world = await openDeliveryWorld(t, (socket, request) => {
    if (isTyping(request)) held.push(() => replyOk(socket, request));
    else replyOk(socket, request);
  });
  const types = () => world.bodies().map(({ message }) => message.type);
  await world.typing("typein");
  await until(() => held.length === 1);
  const message = await world.reply("Hi");
  held.shift()?.();
  await until(() => held.length === 1);
  t.strictSame(types(), ["typein", "typeout"], "the message waits for the notice");
  held.shift()?.();
  await world.seen(message, "delivered");
  t.strictSame(types(), ["typein", "typeout", "text"]);
});

t.test("[DEL-20] an unanswered notice delays its message by at most 300 ms", async (t) => {
  const world = await openDeliveryWorld(t, (socket, request) => {
    if (!isTyping(request)) replyOk(socket, request);
  });
  await world.typing("typein");
  await until(() => world.peer.requests.length === 1);
  const startMs = world.service.clock.nowMs();
  const message = await world.reply("Hi");
  world.service.clock.advance(299);
  await world.service.settle();
  t.equal(world.peer.requests.length, 1);
  world.service.clock.advance(1);
  await world.seen(message, "delivered");
  t.equal((await world.delivery(message)).attempts[0]?.startedAtMs, startMs + 300);
});

t.test("only the newest waiting notice is sent, and no notice older than 10 s", async (t) => {
  const held: (() => void)[] = [];
  const world = await openDeliveryWorld(t, (socket, request) => void held.push(() => replyOk(socket, request)));
  const types = () => world.bodies().map(({ message }) => message.type);
  await world.typing("typein");
  await until(() => held.length === 1);
  for (const state of ["typeout", "typein", "typeout"] as const) await world.typing(state);
  held.shift()?.();
  await until(() => held.length === 1);
  t.strictSame(types(), ["typein", "typeout"]);
  held.shift()?.();
  await until(async () => (await world.noticeLog()).length === 2);

  const old = { type: "chat.typing-requested", agent: agents.kim, state: "typein" } as const;
  const nowMs = world.service.clock.nowMs();
  await world.tellChat({ ...old, nowMs, typedAtMs: nowMs - 10_001 });
  await world.service.settle();
  t.equal(held.length, 0);
  await world.tellChat({ ...old, state: "typeout", nowMs, typedAtMs: nowMs - 10_000 });
  await until(() => held.length === 1);
  t.strictSame(types(), ["typein", "typeout", "typeout"]);
});

t.test("a typein that still waits when its message is sent is never sent", async (t) => {
  const held: (() => void)[] = [];
  const world = await openDeliveryWorld(t, (socket, request) => {
    if (isTyping(request)) held.push(() => replyOk(socket, request));
    else replyOk(socket, request);
  });
  const { service } = world;
  const token = await service.logIn("kim");
  for (const chat of ["2", "3"]) {
    await service.say(`client of ${chat}`, "Hello");
    await service.call("POST", `/api/chats/${chat}/accept`, { token });
    const typing = await service.call("POST", `/api/chats/${chat}/typing`, { token, body: { type: "typein" } });
    t.equal(typing.status, 200);
  }
  await until(() => held.length === 2);
  await world.typing("typein");
  await service.settle();
  const message = await world.reply("Hi");
  service.clock.advance(300);
  await world.seen(message, "delivered");
  for (const answer of held.splice(0)) answer();
  await until(() => held.length === 1);
  const toSeven = world.bodies().filter(({ recipient }) => recipient.id === "7");
  t.strictSame(
    toSeven.map(({ message: { type } }) => type),
    ["text", "typeout"],
  );
});

t.test("[VER-02] only agents' messages and typing notices are ever sent", async (t) => {
  const world = await openDeliveryWorld(t, replyOk);
  const { service } = world;
  const nowMs = service.clock.nowMs();
  await service.say({ id: "7", name: "Pat", invite: "Come in" }, "Seen your offer");
  const note = { id: asMessageId("6f1c2b9e-8a54-4d2b-9b0e-2f7a64f0c1de"), text: "VIP" };
  await world.tellChat({ type: "chat.note-requested", nowMs, agent: agents.kim, message: note });
  await world.tellChat({ type: "chat.contact-change-requested", nowMs, change: { name: "Patricia" } });
  await world.typing("typein");
  await world.seen(await world.reply("Hi"), "delivered");
  await world.tellChat({
    type: "chat.transfer-requested",
    nowMs,
    agent: agents.kim,
    isAdministrator: false,
    to: { kind: "agent", id: asAgentId(2), name: "Lee" },
    messageId: asMessageId("7f1c2b9e-8a54-4d2b-9b0e-2f7a64f0c1de"),
    notice: newBotNotice(nowMs),
    acceptTimeoutMs: 60_000,
  });
  await service.pass(20_000);
  await world.post("close");
  await service.pass(20_000);
  t.strictSame(
    world.bodies().map(({ message }) => message.type),
    ["typein", "typeout", "text"],
  );
  for (const request of world.peer.requests) t.match(request, `\r\nUser-Agent: ${userAgent}\r\n`);
});
