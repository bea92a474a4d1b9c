import t from "tap";
import { asChannelId, clientConversation } from "../../../src/core/ids.ts";
import { configureChannel, removeAgent } from "../../../src/domain/configure.ts";
import { configure, post, seen, textOf } from "../../harness/customer.ts";
import type { DeskFrame } from "../../harness/desk-client.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { agents } from "../../harness/service-config.ts";
import { channelNamed, chatOf, staffDepartment, waitingChat } from "../chat-of.ts";

const conflict = (message: RegExp) => ({ status: 409, body: { error: { code: "conflict", message } } });
const invalid = (message: RegExp) => ({ status: 400, body: { error: { code: "invalid_request", message } } });

const noticesOf = (service: Service) =>
  service.notices.map(({ state, sender, atMs }) => `${(atMs - start) / 1_000} ${state} ${sender.name}`);
const start = 1_700_000_000_000;

t.test("[CH-49] one typein when typing begins, one typeout when it ends, by the service's clock", async (t) => {
  const service = await startService(t);
  const { step, reply } = await chatOf(service, "kim", { id: 42, name: "Pat" });
  const typing = async (type: string, afterMs = 0) => {
    await service.pass(afterMs);
    const answer = await step("typing", { type });
    await service.settle();
    return answer;
  };
  t.match(await typing("typein"), { status: 200, body: { chat: { state: "with_agent" } } });
  for (let round = 0; round < 3; round += 1) await typing("typein", 2_000);
  t.strictSame(noticesOf(service), ["0 typein Kim"], "sent once while she continues to type");
  await service.pass(4_500);
  t.equal(service.notices.length, 1, "not before a pause of 5 s");
  await service.pass(500);
  t.strictSame(noticesOf(service).slice(1), ["11 typeout Kim"], "5 s after the last typein");
  await service.pass(20_000);
  await typing("typeout");
  t.equal(service.notices.length, 2, "sent once");

  await typing("typein");
  await typing("typeout", 1_000);
  t.strictSame(noticesOf(service).slice(2), ["31 typein Kim", "32 typeout Kim"], "the input was emptied");
  await typing("typein");
  await reply("Hi Pat");
  await service.settle();
  t.strictSame(noticesOf(service).slice(4), ["32 typein Kim", "32 typeout Kim"], "right before the message is sent");
  await service.pass(10_000);
  await typing("typein");
  await step("transfer", { agentId: agents.lee.id });
  await service.settle();
  t.strictSame(noticesOf(service).slice(6), ["42 typein Kim", "42 typeout Kim"], "she left the chat");
  const [notice] = service.notices;
  t.strictSame(notice?.recipient, { senderId: "42", senderIdKind: "integer" });
  t.match(await typing("typein"), conflict(/waiting.*typing/));
  t.match(await step("typing", { type: "text" }), invalid(/type/));
  t.match(await step("typing"), invalid(/JSON/));
});

t.test("[CH-32] an invitation is shown once, ahead of its message, and the page the client is on", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  const say = (text: string, more: object) => post(service, textOf("7", text, more));
  await say("Hello", { invite: "May I help?", url: "https://shop.example.com/cart" });
  await say("Still me", { invite: "May I help?" });
  await say("And now", { invite: "Another one" });
  const { chat, messages } = await seen(service);
  t.strictSame(
    messages.map(({ seq, from, type, text }) => [seq, from, type, text]),
    [
      [1, "system", "invitation", "May I help?"],
      [2, "client", "text", "Hello"],
      [3, "client", "text", "Still me"],
      [4, "system", "invitation", "Another one"],
      [5, "client", "text", "And now"],
    ],
  );
  t.match(chat, { client: { invite: "Another one" }, page: { url: "https://shop.example.com/cart" } });
  const last = await kim.until((frame) => frame.type === "message" && frame.message.seq === 5);
  const shown = kim.frames.filter((frame) => frame.type === "message").map((frame) => frame.message);
  t.strictSame(shown, messages, "the frames show the same, in the same order");
  t.match(
    kim.frames.find((frame) => frame.cursor === last.cursor - 1),
    { type: "chat", chat },
  );
  await service.settle();
  t.equal(service.attempts.length, 0, "nothing of it is sent to the customer");
});

t.test("[CH-09] chats of every channel come in one list, with the same frames and the same steps", async (t) => {
  const service = await startService(t);
  await configureChannel(service.app.runtime, channelNamed(service, "SECONDAPP1", ["kim"]));
  const kim = await service.enter("kim");
  const played = [];
  for (const channelId of ["MOBILEAPP1", "SECONDAPP1"]) {
    const { id, token, step, reply } = await chatOf(service, "kim", `client of ${channelId}`, channelId);
    const steps = [
      await step("typing", { type: "typein" }),
      await reply("Hi"),
      await step("note", { text: "A note" }),
      await service.call("PATCH", `/api/chats/${id}/contact`, { token, body: { name: "Pat" } }),
      await step("assign"),
      await step("transfer", { agentId: agents.kim.id }),
      await step("accept"),
      await step("close"),
    ];
    await kim.until((frame) => frame.chat?.id === id && frame.chat.state === "closed");
    const frames = kim.frames.filter((frame) => frame.chat?.id === id || frame.chatId === id);
    const shape = (frame: DeskFrame) => [frame.type, frame.chat?.state, frame.message?.type, frame.message?.text];
    played.push({ statuses: steps.map(({ status }) => status), frames: frames.map(shape) });
  }
  t.strictSame(played[1], played[0]);
  t.strictSame(played[0]?.statuses, [200, 202, 200, 200, 409, 200, 200, 200]);
  t.strictSame(
    played[0]?.frames.slice(0, 2),
    [
      ["chat", "waiting", undefined, undefined],
      ["message", undefined, "text", "Hello"],
    ],
    "the notification of a new chat",
  );
  const { body } = await service.call("GET", "/api/chats", { token: await service.logIn("kim") });
  t.strictSame(
    body.chats.map(({ channelId }) => channelId),
    ["SECONDAPP1", "MOBILEAPP1"],
  );
});

t.test(
  "a transfer offers the chat to an agent or a department of its channel, and anyone who sees it accepts",
  async (t) => {
    const service = await startService(t);
    await staffDepartment(service, 5, "Sales", ["lee"]);
    await staffDepartment(service, 6, "Elsewhere", ["max"]);
    const kim = await service.enter("kim");
    const { id, step } = await chatOf(service, "kim");
    const refused: readonly (readonly [object, RegExp])[] = [
      [{}, /agentId or departmentId is missing/],
      [{ agentId: 2, departmentId: 5 }, /agentId and departmentId/],
      [{ agentId: "2" }, /Field agentId/],
      [{ agentId: 99 }, /Field agentId.*no agent 99/],
      [{ agentId: agents.max.id }, /Field agentId.*does not receive/],
      [{ agentId: agents.ada.id }, /Field agentId.*does not receive/],
      [{ departmentId: 99 }, /Field departmentId.*no department 99/],
      [{ departmentId: 6 }, /Field departmentId.*department 6 has none/],
      [{ agentId: 2, note: "" }, /Field note/],
    ];
    for (const [body, says] of refused) t.match(await step("transfer", body), invalid(says), JSON.stringify(body));
    t.match((await seen(service, id)).chat, { state: "with_agent", offeredTo: null }, "nothing was changed");

    const toAgent = await step("transfer", { agentId: agents.lee.id }, { "idempotency-key": "t1" });
    const offer = { kind: "agent", id: 2, name: "Lee" };
    t.match(toAgent, { status: 200, body: { chat: { state: "waiting", agent: null, offeredTo: offer } } });
    const again = await step("transfer", { agentId: agents.lee.id }, { "idempotency-key": "t1" });
    t.strictSame(again.body, toAgent.body, "a repeat gets the same response and does nothing");
    await kim.until((frame) => frame.chat?.state === "waiting" && frame.chat.offeredTo !== null);
    t.match(await kim.until((frame) => frame.message?.type === "event"), {
      message: { from: "system", text: "Kim transferred the chat to Lee.", delivery: null },
    });
    t.match(await step("transfer", { departmentId: 5 }), conflict(/waiting.*transfer/), "she does not have the chat");

    const ada = await service.logIn("ada");
    const byAda = await service.call("POST", `/api/chats/${id}/transfer`, { token: ada, body: { departmentId: 5 } });
    t.match(byAda, {
      status: 200,
      body: {
        chat: { state: "waiting", offeredTo: { kind: "department", id: 5, name: "Sales" }, department: { id: 5 } },
      },
    });
    const accepted = await step("accept");
    t.match(accepted.body.chat, {
      state: "with_agent",
      agent: { id: 1 },
      offeredTo: null,
      department: { name: "Sales" },
    });
    const lee = await service.logIn("lee");
    const byLee = await service.call("POST", `/api/chats/${id}/transfer`, { token: lee, body: { agentId: 2 } });
    t.match(byLee, conflict(/with Kim/));
    const body = { agentId: 2, note: "Wants a refund." };
    await service.call("POST", `/api/chats/${id}/transfer`, { token: ada, body });
    t.match((await kim.until((frame) => frame.message?.type === "note")).message, {
      from: "agent",
      agentId: agents.ada.id,
      text: "Wants a refund.",
      delivery: null,
    });
    await removeAgent(service.app.runtime, agents.lee.id);
    await service.settle();
    t.match((await seen(service, id)).chat, { state: "waiting", offeredTo: null }, "no agent is left for the offer");
    const { messages } = await seen(service, id);
    t.strictSame(
      messages.filter(({ type }) => type === "event").map(({ text }) => text),
      ["Kim transferred the chat to Lee.", "Ada transferred the chat to Sales.", "Ada transferred the chat to Lee."],
    );
  },
);

t.test("only agents see a note, which is written once however often it is repeated", async (t) => {
  const service = await startService(t);
  const { id, step } = await waitingChat(service, "kim");
  const key = { "idempotency-key": "n1" };
  const written = await Promise.all([step("note", { text: "Look out" }, key), step("note", { text: "Look out" }, key)]);
  const answered = { chat: { id, state: "waiting" }, message: { seq: 2, type: "note", text: "Look out" } };
  for (const answer of written) t.match(answer, { status: 200, body: answered });
  t.match(await step("note", { text: "Other" }, key), invalid(/Idempotency-Key/));
  t.match(await step("note", { text: "x" }, { "idempotency-key": "" }), invalid(/Idempotency-Key/));
  t.match(await step("note", { text: "" }), invalid(/Field text/));
  await step("accept");
  t.equal(
    (await step("messages", { type: "text", text: "Hi" }, key)).status,
    202,
    "a key is valid for one kind of step",
  );
  const { messages } = await seen(service, id);
  t.match(messages[1], { seq: 2, from: "agent", type: "note", text: "Look out", agentId: 1, delivery: null });
  t.equal(messages.length, 3);
  await service.settle();
  t.equal(service.attempts.length, 1, "only the reply is sent");
  await step("close");
  t.match(await step("note", { text: "Too late" }), conflict(/closed.*note/));
});

t.test("a step whose commit fails stores nothing, and can be requested again with its key", async (t) => {
  const { store, failNext } = createFaultyStore();
  const service = await startService(t, { store });
  await staffDepartment(service, 5, "Sales", ["lee"]);
  const { id, token, step } = await chatOf(service, "kim");
  const kim = await service.enter("kim");
  const contact: typeof step = (path, body) => service.call("PATCH", `/api/chats/${id}/${path}`, { token, body });
  const steps = [
    ["typing", { type: "typein" }, step],
    ["note", { text: "Look out" }, step],
    ["contact", { name: "Pat" }, contact],
    ["messages", { type: "document", file: "https://x/y", file_name: "y", file_size: 1 }, step],
    ["transfer", { departmentId: 5 }, step],
  ] as const;
  const before = await seen(service, id);
  for (const [name, body, take] of steps) {
    failNext(1, clientConversation(asChannelId("MOBILEAPP1"), "7"));
    const failed = await take(name, body, { "idempotency-key": name });
    t.match(failed, { status: 500, body: { error: { code: "internal_error" } } }, name);
    await service.settle();
  }
  failNext(0);
  t.strictSame(await seen(service, id), before, "nothing was changed");
  t.strictSame([service.notices.length, service.attempts.length], [0, 0], "no desk was notified");
  t.strictSame(
    kim.frames.map(({ type }) => type),
    ["ready"],
  );
  for (const [name, body, take] of steps) {
    const taken = await take(name, body, { "idempotency-key": name });
    t.match(taken.status, name === "messages" ? 202 : 200, name);
  }
  t.strictSame(
    (await seen(service, id)).messages.map(({ type }) => type),
    ["text", "note", "document", "event"],
  );
});

t.test("an agent corrects the client's contact, and removes values", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  const { id, token, step } = await waitingChat(service, "kim", { id: "7", name: "Pat", email: "pat@example.com" });
  const change = (body: unknown) => service.call("PATCH", `/api/chats/${id}/contact`, { token, body });
  const changed = await change({ name: "Patricia", email: "", phone: "+15550100", description: "VIP" });
  const client = { name: "Patricia", email: null, phone: "+15550100", description: "VIP" };
  t.match(changed, { status: 200, body: { chat: { client } } });
  t.match(await kim.until((frame) => frame.chat?.client.name === "Patricia"), { chat: changed.body.chat });
  t.match(await change({ name: null }), { status: 200, body: { chat: { client: { ...client, name: "Anonymous" } } } });
  t.match(await change({ sex: "f", name: "x" }), invalid(/"sex"/));
  t.match(await change({}), invalid(/at least one/));
  t.match(await change({ phone: 7 }), invalid(/Field phone/));
  t.match(await change("{"), invalid(/JSON/));
  await step("close");
  t.match(await change({ name: "Pat" }), conflict(/closed.*contact/));
  await service.say("7", "Me again");
  t.match(
    (await seen(service)).chat,
    { id: "2", client: { description: "VIP" } },
    "the contact data stays after the chat",
  );
});

t.test("steps that the state does not allow are refused with the state and the step", async (t) => {
  const service = await startService(t);
  const { step, reply } = await waitingChat(service, "kim");
  t.match(await step("assign"), conflict(/waiting.*assign/));
  t.match(await step("typing", { type: "typein" }), conflict(/waiting.*typing/));
  t.match(await reply("Hi"), conflict(/waiting.*message/));
  await step("accept");
  t.match(await step("assign"), conflict(/CRM.*assign/));
  await step("close");
  for (const [path, body, name] of [
    ["accept", undefined, /closed.*accept/],
    ["close", undefined, /closed.*close/],
    ["assign", undefined, /closed.*assign/],
    ["typing", { type: "typein" }, /closed.*typing/],
    ["transfer", { agentId: 2 }, /closed.*transfer/],
    ["messages", { type: "text", text: "Hi" }, /closed.*message/],
  ] as const) {
    t.match(await step(path, body), conflict(name), path);
  }
});

t.test("an agent sends files, and neither stickers nor locations", async (t) => {
  const service = await startService(t);
  const { id, step } = await chatOf(service, "kim");
  const file = { file: "https://files.example.com/a", file_name: "a", file_size: 7 };
  const sent = [
    { type: "photo", ...file, width: 640, height: 480, thumb: "https://files.example.com/t", text: "Look" },
    { type: "video", ...file, duration: 3 },
    { type: "audio", ...file, performer: "Band", title: "Song" },
    { type: "voice", ...file, duration: 2 },
    { type: "document", ...file, emoji: "📄" },
  ];
  for (const body of sent) {
    const answer = await step("messages", body);
    t.match(answer, { status: 202, body: { message: { from: "agent", text: "", ...body } } }, body.type);
    await service.settle();
    const attempt = service.attempts.at(-1);
    const { type, text = "", ...media } = { text: "", ...body };
    t.strictSame(attempt?.content, { type, text, media }, "the body for the customer system");
    attempt?.answer();
    await service.settle();
  }
  for (const type of ["sticker", "location", "note", "event"])
    t.match(await step("messages", { type, ...file, latitude: 1, longitude: 1 }), invalid(/Field type/), type);
  t.match(await step("messages", { type: "photo", ...file, file_size: 0 }), invalid(/Field file_size/));
  const { messages } = await seen(service, id);
  t.equal(messages.length, 1 + sent.length);
});

t.test("[DEL-12] a failed message shows its error, and none for a hidden code", async (t) => {
  const service = await startService(t);
  await configure(service, { hiddenErrorCodes: ["17"] });
  const kim = await service.enter("kim");
  const { id, reply } = await chatOf(service, "kim");
  const failWith = async (text: string, failure: object) => {
    await reply(text);
    for (let number = 1; number <= 3; number += 1) {
      await service.settle();
      service.attempts.at(-1)?.answer({
        httpStatus: 200,
        failure: { kind: "error_answer", code: "17", message: "Blocked.", ...failure },
      });
      await service.pass(3_000);
    }
    const failed = (frame: DeskFrame) => frame.message?.text === text && frame.message.delivery?.state === "failed";
    return (await kim.until(failed)).message.delivery;
  };
  t.match(await failWith("shown", { code: "18" }), { attempts: 3, error: { code: "18", message: "Blocked." } });
  t.match(await failWith("hidden", { isHidden: true }), { attempts: 3, error: null });
  const { messages } = await seen(service, id);
  t.strictSame(
    messages.slice(1).map(({ delivery }) => delivery?.error?.message ?? null),
    ["Blocked.", null],
  );
  const hidden = messages.at(-1)?.delivery?.id;
  const token = await service.logIn("kim");
  t.equal(
    (await service.call("POST", `/api/deliveries/${hidden}/resend`, { token })).status,
    202,
    "the message can be resent",
  );
});
