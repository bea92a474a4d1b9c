import t from "tap";
import type { DeskFrame } from "../../harness/desk-client.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const refused = {
  failure: { kind: "http_status", code: "http_500", message: "The shop is closed." },
  httpStatus: 500,
} as const;

const shows = (text: string, state?: string) => (frame: DeskFrame) =>
  frame.type === "message" &&
  frame.message.text === text &&
  (state === undefined || frame.message.delivery?.state === state);

/** The agent's accepted chat with one client. */
async function openChat(service: Service, name: "kim" | "lee" = "kim", client = "7") {
  const token = await service.logIn(name);
  await service.say(client, "Hello");
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  const id = body.chats[0]?.id ?? "no chat waits";
  const step = (path: string, sent?: unknown, headers = {}) =>
    service.call("POST", `/api/chats/${id}/${path}`, { token, body: sent, headers });
  const accepted = await step("accept");
  const reply = (text: string, headers = {}) => step("messages", { type: "text", text }, headers);
  return { id, token, accepted, step, reply };
}

t.test(
  "[CH-10] a message is seen, accepted, answered and delivered, each state shown to every desk of the channel",
  async (t) => {
    const service = await startService(t);
    const kim = await service.enter("kim");
    const ada = await service.enter("ada");
    const max = await service.enter("max");
    t.equal(await service.status(), "1");
    await service.say({ id: 42, name: "Pat" }, "Hello");
    const came = { chatId: "1", message: { seq: 1, from: "client", type: "text", text: "Hello", delivery: null } };
    t.match(await kim.until(shows("Hello")), came);
    t.match(await ada.until(shows("Hello")), came, "administrators see every channel");
    const waiting = await kim.until((frame) => frame.type === "chat");
    t.match(waiting.chat, { id: "1", channelId: "MOBILEAPP1", state: "waiting", agent: null, unread: 1 });

    const token = await service.logIn("kim");
    const accepted = await service.call("POST", "/api/chats/1/accept", { token });
    t.equal(accepted.status, 200);
    t.match(accepted.body.chat, { id: "1", state: "with_agent", agent: { id: 1, name: "Kim" }, unread: 0 });
    t.match(await ada.until((frame) => frame.chat?.state === "with_agent"), { chat: accepted.body.chat });

    const replied = await service.call("POST", "/api/chats/1/messages", {
      token,
      body: { type: "text", text: "Hi Pat" },
    });
    t.equal(replied.status, 202);
    const { message } = replied.body;
    t.match(message, {
      seq: 2,
      id: uuid,
      from: "agent",
      type: "text",
      text: "Hi Pat",
      agentId: 1,
      delivery: { error: null },
    });
    await service.settle();
    t.equal(service.attempts.length, 1);
    const [attempt] = service.attempts;
    t.match(attempt, {
      messageId: message.id,
      sender: { name: "Kim" },
      recipient: { senderId: "42", senderIdKind: "integer" },
    });
    t.match(await kim.until(shows("Hi Pat", "attempting")), { message: { seq: 2, delivery: { attempts: 1 } } });
    attempt?.answer();
    t.match(await ada.until(shows("Hi Pat", "delivered")), {
      message: { seq: 2, id: message.id, delivery: { error: null } },
    });
    t.strictSame(
      max.frames.map((frame) => frame.type),
      ["ready"],
      "agents of other channels see nothing",
    );
  },
);

t.test(
  "[CH-22] a message that arrived while no agent was online is in the list and the frames of the first agent who logs in",
  async (t) => {
    const service = await startService(t);
    await service.say("7", "Anybody there?");
    t.equal(await service.status(), "0");
    const kim = await service.enter("kim", { since: 0 });
    await kim.until(shows("Anybody there?"));
    const token = await service.logIn("kim");
    const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
    t.match(body.chats, [{ id: "1", unread: 1, state: "waiting" }]);
  },
);

t.test("[CH-23] a message joins the open chat, in order; after a close the next one opens a new chat", async (t) => {
  const service = await startService(t);
  const { id, token, step } = await openChat(service);
  for (const text of ["two", "three", "four"]) await service.say("7", text);
  const read = async (chatId: string) =>
    (await service.call("GET", `/api/chats/${chatId}/messages`, { token })).body.messages.map(
      ({ seq, text }: { seq: number; text: string }) => `${seq} ${text}`,
    );
  t.strictSame(await read(id), ["1 Hello", "2 two", "3 three", "4 four"]);
  const closed = await step("close");
  t.equal(closed.status, 200);
  t.match(closed.body.chat, { id, state: "closed" });
  await service.say("7", "Me again");
  const { body } = await service.call("GET", "/api/chats", { token });
  t.match(body.chats, [
    { id: "2", state: "waiting", client: { id: "7", number: 1 } },
    { id: "1", state: "closed" },
  ]);
  t.strictSame(await read("2"), ["1 Me again"]);
  for (const path of ["accept", "close"]) {
    const late = await step(path);
    t.equal(late.status, 409);
    t.match(late.body.error, { code: "conflict", message: /closed/ });
  }
});

t.test(
  "[CH-27, CH-28] the client is shown with the newest name, phone and e-mail, and as Anonymous without a name",
  async (t) => {
    const service = await startService(t);
    const kim = await service.enter("kim");
    const clientAfter = async (sender: Record<string, unknown>, text: string) => {
      await service.say({ id: "7", ...sender }, text);
      const { cursor } = await kim.until(shows(text));
      const frame = await kim.until((one) => one.type === "chat" && one.cursor === cursor - 1);
      return frame.chat.client;
    };
    t.match(await clientAfter({}, "one"), { id: "7", name: "Anonymous", phone: null, email: null });
    const known = { name: "Pat", phone: "+15550100", email: "pat@example.com" };
    t.match(await clientAfter(known, "two"), known);
    t.match(await clientAfter({}, "three"), known, "a missing field erases nothing");
    t.match(await clientAfter({ name: "Pat Smith" }, "four"), { ...known, name: "Pat Smith" });
    const token = await service.logIn("kim");
    t.match((await service.call("GET", "/api/chats/1", { token })).body.chat.client, { ...known, name: "Pat Smith" });
  },
);

t.test("[CH-42] a reply has 1 to 10000 code points, and a refused reply is not sent", async (t) => {
  const service = await startService(t);
  const { reply, step } = await openChat(service);
  const most = "😀".repeat(10_000);
  for (const [text, word] of [
    [`${most}x`, /10000/],
    ["", /text/],
    [" \n", /text/],
  ] as const) {
    const answer = await reply(text);
    t.equal(answer.status, 400);
    t.match(answer.body.error, { code: "invalid_request", message: word });
  }
  for (const body of [{ type: "text" }, { type: "photo", text: "x" }, "[]", "{"]) {
    t.match(await step("messages", body), { status: 400, body: { error: { code: "invalid_request" } } });
  }
  t.equal((await step("messages", `{"text":"${"x".repeat(256 * 1024)}"}`)).status, 413);
  t.equal(service.attempts.length, 0);
  t.equal((await reply(most)).status, 202);
  await service.settle();
  t.equal(service.attempts[0]?.content.text, most, "not cut");
});

t.test("two agents accept at the same moment: one gets the chat, the other gets 409 and a frame", async (t) => {
  const service = await startService(t);
  const desks = { kim: await service.enter("kim"), lee: await service.enter("lee") };
  await service.say("7", "Hello");
  const race = (["kim", "lee"] as const).map(async (name) => ({
    name,
    answer: await service.call("POST", "/api/chats/1/accept", { token: await service.logIn(name) }),
  }));
  const answers = await Promise.all(race);
  const winner = answers.find(({ answer }) => answer.status === 200);
  const loser = answers.find(({ answer }) => answer.status === 409);
  if (winner === undefined || loser === undefined) throw new Error(JSON.stringify(answers));
  const winnerName = winner.answer.body.chat.agent?.name ?? "nobody";
  t.equal(winnerName.toLowerCase(), winner.name);
  t.match(loser.answer.body.error, { code: "conflict", message: new RegExp(`with ${winnerName}`) });
  const told = await desks[loser.name].until((frame) => frame.chat?.state === "with_agent");
  t.equal(told.chat.agent?.name, winnerName);

  const [token, othersToken] = [await service.logIn(winner.name), await service.logIn(loser.name)];
  t.equal(
    (await service.call("POST", "/api/chats/1/accept", { token })).status,
    200,
    "a repeated request changes nothing",
  );
  for (const [path, body] of [
    ["messages", { type: "text", text: "Mine!" }],
    ["close", undefined],
  ] as const) {
    const answer = await service.call("POST", `/api/chats/1/${path}`, { token: othersToken, body });
    t.match(answer, { status: 409, body: { error: { message: new RegExp(`with ${winnerName}`) } } });
  }
});

t.test("a reply needs an agent who accepted the chat", async (t) => {
  const service = await startService(t);
  await service.say("7", "Hello");
  const token = await service.logIn("kim");
  const answer = await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hi" } });
  t.match(answer, { status: 409, body: { error: { code: "conflict", message: /waiting/ } } });
  t.equal(service.attempts.length, 0);
});

t.test(
  "[DEL-17] a failed message shows the reason, gets no fourth attempt, and is sent again with the same id after the waiting ones",
  async (t) => {
    const service = await startService(t);
    const kim = await service.enter("kim");
    const { token, reply } = await openChat(service);
    const sent = (await reply("first")).body.message;
    const deliveryId = sent.delivery?.id;
    const resend = (id = deliveryId, by = token) => service.call("POST", `/api/deliveries/${id}/resend`, { token: by });
    await service.settle();
    t.match(await resend(), { status: 409, body: { error: { code: "conflict", message: /attempting/ } } });
    for (let number = 1; number <= 3; number += 1) {
      t.equal(service.attempts.length, number);
      service.attempts.at(-1)?.answer(refused);
      await service.settle();
      await service.pass(3_000);
    }
    const failed = await kim.until(shows("first", "failed"));
    const error = { code: "http_500", message: "The shop is closed." };
    t.match(failed.message.delivery, { attempts: 3, error });
    await service.pass(60_000);
    t.equal(service.attempts.length, 3, "no automatic fourth attempt");

    const second = (await reply("second")).body.message;
    const third = (await reply("third")).body.message;
    const resent = await resend();
    t.equal(resent.status, 202);
    t.match(resent.body.message, { seq: sent.seq, id: sent.id, delivery: { id: deliveryId, state: "pending" } });
    await kim.until(shows("first", "pending"));
    t.match(await resend(), { status: 409, body: { error: { code: "conflict" } } }, "one resend is enough");
    await service.settle();
    for (let number = 4; number <= 6; number += 1) {
      t.equal(service.attempts.length, number);
      service.attempts.at(-1)?.answer();
      await service.settle();
    }
    t.strictSame(
      service.attempts.slice(3).map(({ messageId }) => messageId),
      [second.id, third.id, sent.id],
    );
    const delivered = await kim.until(shows("first", "delivered"));
    t.match(delivered.message, { id: sent.id, delivery: { attempts: 4, error: null } });
    t.match(
      await resend(),
      { status: 409, body: { error: { message: /delivered/ } } },
      "an agent resends a failed message",
    );

    const ada = await service.logIn("ada");
    t.equal((await resend(deliveryId, ada)).status, 202, "an administrator replays a failed delivery");
    t.match(await resend(deliveryId, ada), { status: 409, body: { error: { message: /attempting/ } } });
    const lee = await service.logIn("lee");
    t.match(await resend(deliveryId, lee), { status: 409, body: { error: { message: /with Kim/ } } });
    const notFound = { status: 404, body: { error: { code: "not_found" } } };
    t.match(
      await resend(deliveryId, await service.logIn("max")),
      notFound,
      "a delivery of another channel looks missing",
    );
    t.match(await resend("01HF7YAT0020GP7K7FDAS1DACQ"), notFound);
    t.match(await resend("nothing"), notFound);
  },
);

t.test("a reply with an Idempotency-Key is sent once, however often it is repeated", async (t) => {
  const service = await startService(t);
  const { id, token, reply, step } = await openChat(service);
  const key = { "idempotency-key": "k1" };
  const [first, ...repeats] = await Promise.all([reply("Hi", key), reply("Hi", key), reply("Hi", key)]);
  t.equal(first?.status, 202);
  for (const repeat of repeats) {
    t.equal(repeat.status, 202);
    t.equal(repeat.body.message.id, first?.body.message.id);
    t.equal(repeat.body.message.seq, first?.body.message.seq);
  }
  t.match(await reply("Other", key), {
    status: 400,
    body: { error: { code: "invalid_request", message: /Idempotency-Key/ } },
  });
  for (const bad of ["x".repeat(256), "a b", "é", ""]) {
    const answer = await reply("Hi", { "idempotency-key": bad });
    t.match(answer, { status: 400, body: { error: { code: "invalid_request", message: /Idempotency-Key/ } } });
  }
  t.equal((await reply("Hi", { "idempotency-key": "~".repeat(255) })).status, 202, "another key is another message");
  t.equal((await reply("Hi")).status, 202, "no key is another message");
  await step("close");
  t.equal(
    (await reply("Hi", key)).body.message.id,
    first?.body.message.id,
    "a repeat after the close gets the same response",
  );
  const { body } = await service.call("GET", `/api/chats/${id}/messages`, { token });
  t.strictSame(
    body.messages.map(({ text }: { text: string }) => text),
    ["Hello", "Hi", "Hi", "Hi"],
  );
  const lee = await openChat(service, "lee", "8");
  const othersReply = await lee.reply("Hi", key);
  t.equal(othersReply.status, 202);
  t.not(othersReply.body.message.id, first?.body.message.id, "a key is valid for its agent and chat");
});
