import t from "tap";
import { fixtureNames, readFixture } from "../../codec/fixtures.ts";
import {
  channelLog,
  channelPath,
  chatsCount,
  configure,
  post,
  seen,
  settingsOf,
  textOf,
} from "../../harness/customer.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { ask } from "../wire.ts";

const smiley = "\u{1f600}";
const accepted = JSON.parse(readFixture("a1-answer-ok").toString());
const mediaKeys = [
  ...["file", "thumb", "emoji", "file_name", "file_size", "duration", "width", "height", "performer", "title"],
  ...["latitude", "longitude"],
];
const pick = (from: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));

/** Sends a message that must be answered 200, and returns the chat and its messages afterwards. */
async function take(service: Service, body: unknown) {
  const answer = await post(service, body);
  if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
  return seen(service);
}

t.test("every canonical payload is accepted and shown completely", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  let stored = 0;
  await service.say("cust-7781", "the chat is open");
  stored += 1;
  for (const name of fixtureNames("a1-").filter((one) => one !== "a1-answer-ok")) {
    const { sender, message } = JSON.parse(readFixture(name).toString());
    const answer = await post(service, readFixture(name).toString());
    t.strictSame([answer.status, answer.body], [200, accepted], name);
    if (message.type === "typein" || message.type === "typeout") {
      await kim.until((frame) => frame.type === "typing" && frame.state === message.type);
      continue;
    }
    const isOther = typeof sender.id === "number";
    const { chat, messages } = await seen(service, isOther ? undefined : "1");
    if (!isOther) stored += sender.invite === undefined ? 1 : 2;
    t.equal(messages.length, isOther ? 1 : stored, name);
    const shown = messages.at(-1);
    const standIn = message.type === "photo" && message.file_name === undefined ? { file_name: "rim.jpg" } : {};
    t.strictSame(pick(shown ?? {}, ["from", "type", "text", ...mediaKeys]), {
      from: "client",
      type: message.type,
      text: message.text ?? "",
      ...standIn,
      ...pick(message, mediaKeys),
    });
    t.equal(chat.client.id, String(sender.id));
    t.match(chat.client, pick(sender, ["name", "phone", "email", "photo", "invite"]), name);
    if (sender.url !== undefined) t.strictSame(chat.page, { url: sender.url, title: null });
  }
});

t.test("[CH-18] the body is read as UTF-8 JSON for any content type, and a byte-order mark is skipped", async (t) => {
  const service = await startService(t);
  const port = Number(new URL(service.url).port);
  for (const [at, header] of [
    "Content-Type: text/plain; charset=utf-16",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: application/json; charset=iso-8859-1",
    "Content-Type: ",
    "Accept-Language: ru",
  ].entries()) {
    const text = `Привет ${smiley} ${at}`;
    const body = JSON.stringify(textOf("7", text));
    const answer = await ask(port, "POST", channelPath(service), at % 2 === 0 ? body : `\ufeff${body}`, [header]);
    t.equal(answer.status, 200, header);
    t.equal((await seen(service)).messages.at(-1)?.text, text);
  }
});

t.test("[CH-21] a dropped field is logged in the channel's log in the same commit as its message", async (t) => {
  const { store, failNext } = createFaultyStore();
  const service = await startService(t, { store });
  await service.say("7", "Hello");
  const odd = {
    sender: {
      id: "7",
      name: ["Pat"],
      phone: 15550100,
      email: " ",
      photo: "ftp://x",
      url: "app://cart",
      invite: {},
      x: {},
    },
    message: { type: "text", text: 12.5, id: false, markup: true },
  };
  failNext(1);
  t.equal((await post(service, odd)).status, 500);
  t.strictSame(await channelLog(service), []);
  const answer = await post(service, odd);
  t.equal(answer.status, 200);
  const { chat, messages } = await seen(service);
  t.equal(messages.length, 2);
  t.equal(messages[1]?.text, "12.5");
  t.match(chat.client, { name: "Anonymous", phone: "15550100", email: null, photo: null, invite: null });
  const link = "expected an http:// or https:// URL of at most 8192 characters";
  const entry = {
    atMs: service.clock.nowMs(),
    kind: "warning",
    cause: answer.headers.get("x-request-id"),
    chatId: "1",
    messageSeq: 2,
  };
  t.same(
    new Set((await channelLog(service)).map(({ text }) => text)),
    new Set([
      "Field message.id was dropped: expected a string, got false.",
      "Field sender.invite was dropped: expected a string, got an object.",
      "Field sender.name was dropped: expected a string, got an array.",
      `Field sender.photo was dropped: ${link}, got "ftp://x".`,
      `Field sender.url was dropped: ${link}, got "app://cart".`,
    ]),
  );
  for (const { text, ...row } of await channelLog(service)) t.strictSame(row, entry, text);
  await service.say("7", "nothing to complain about");
  t.equal((await channelLog(service)).length, 5);
});

t.test("[CH-25] ids with the same decimal text are one customer, other ids are not", async (t) => {
  const service = await startService(t);
  const say = (id: string): Promise<unknown> =>
    take(service, `{"sender":{"id":${id}},"message":{"type":"text","text":"Hello"}}`);
  const same = [
    ["7", '"7"', "7.0", "0.7e1"],
    ["9007199254740993", '"9007199254740993"', "9007199254740993.0", "9.007199254740993e15"],
    ["123", "1.23e2", "123.0", '"123"'],
    ["-12", '"-12"'],
  ];
  for (const [at, ids] of same.entries()) {
    for (const id of ids) await say(id);
    t.equal(await chatsCount(service), at + 1);
    const { chat, messages } = await seen(service);
    t.equal(messages.length, ids.length);
    t.equal(chat.client.id, String(JSON.parse(ids[1] ?? "")));
  }
  const others = ['"007"', '" 7"', '"Pat"', '"pat"', '"9007199254740992"', "9007199254740994", '"7.0"'];
  for (const [at, id] of others.entries()) {
    await say(id);
    t.equal(await chatsCount(service), same.length + at + 1, id);
  }
  const other = `/chat-api/${settingsOf(service, "OTHERAPP01").random}/OTHERAPP01`;
  t.equal((await service.call("POST", other, { body: textOf(7, "Hello") })).status, 200);
  const token = await service.logIn("max");
  const { chats } = (await service.call("GET", "/api/chats", { token })).body;
  t.equal(chats.length, 1, "a sender 7 of another channel is another customer");
});

t.test("[CH-29] an avatar or page that is not a link is dropped, and the earlier one stays", async (t) => {
  const service = await startService(t);
  const links = { photo: "https://shop.example.com/a.png", url: "http://shop.example.com/cart?a=1#b" };
  t.match((await take(service, textOf("7", "one", links))).chat, {
    client: { photo: links.photo },
    page: { url: links.url },
  });
  const long = `https://shop.example.com/${"x".repeat(8_192)}`;
  for (const bad of [
    "//shop.example.com/a",
    "javascript:alert(1)",
    "data:image/png;base64,xx",
    "https://",
    7,
    {},
    long,
  ]) {
    const { chat } = await take(service, textOf("7", "two", { photo: bad, url: bad }));
    t.match(chat, { client: { photo: links.photo }, page: { url: links.url } });
  }
  t.equal((await channelLog(service)).length, 14);
  const fits = `https://shop.example.com/${"\u00e4".repeat(8_192 - 25)}`;
  t.match((await take(service, textOf("7", "three", { photo: fits, url: fits }))).chat, {
    client: { photo: fits },
    page: { url: fits },
  });
  t.equal((await channelLog(service)).length, 14);
});

t.test(
  "[CH-31] an invitation is shown once for each chat and text, before its message, and is never sent back",
  async (t) => {
    const service = await startService(t);
    const invited = (text: string, invite: unknown) => take(service, textOf("7", text, { invite }));
    const shown = ({ messages }: Awaited<ReturnType<typeof seen>>) =>
      messages.map(({ seq, from, type, text }) => `${seq} ${from} ${type} ${text}`);
    await invited("one", "Need help?");
    await invited("two", "Need help?");
    await invited("three", " ");
    const state = await invited("four", "Still there?");
    t.strictSame(shown(state), [
      "1 system invitation Need help?",
      "2 client text one",
      "3 client text two",
      "4 client text three",
      "5 system invitation Still there?",
      "6 client text four",
    ]);
    t.equal(state.chat.client.invite, "Still there?");
    t.equal(new Set(state.messages.map(({ id }) => id)).size, 6, "each has its own id");
    t.equal(state.chat.unread, 4, "an invitation is never unread");
    const token = await service.logIn("kim");
    await service.call("POST", "/api/chats/1/accept", { token });
    await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hi" } });
    await service.settle();
    t.equal(service.attempts.length, 1);
    t.notMatch(JSON.stringify(service.attempts), /Need help|Still there/);
    service.attempts[0]?.answer();
    await service.call("POST", "/api/chats/1/close", { token });
    const next = await invited("five", "Need help?");
    t.strictSame(shown(next), ["1 system invitation Need help?", "2 client text five"], "another chat shows it again");
  },
);

t.test("[CH-34] message ids of both sides are stored; the customer system's is never shown", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  const body = { sender: { id: "7" }, message: { type: "text", text: "Hello", id: "external-4711" } };
  await take(service, body);
  const { messages } = await take(service, body);
  t.equal(messages.length, 2, "two messages with the same id are two messages");
  await service.settle();
  const [first, second] = [await service.store.read("message", [1, 1]), await service.store.read("message", [1, 2])];
  t.match([first, second], [{ externalId: "external-4711" }, { externalId: "external-4711" }]);
  t.not(first?.id, second?.id);
  t.strictSame(
    messages.map(({ id }) => id),
    [first?.id, second?.id],
  );
  await kim.until((frame) => frame.message?.seq === 2);
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/accept", { token });
  const reply = await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hi" } });
  await service.settle();
  t.equal((await service.store.read("message", [1, 3]))?.id, reply.body.message.id);
  t.equal(service.attempts[0]?.messageId, reply.body.message.id);
  const all = JSON.stringify([await seen(service), kim.frames, service.attempts]);
  t.notMatch(all, /external-4711/);
});

t.test("[CH-36] the desk shows how much of a text was cut, and the channel's log has a warning", async (t) => {
  const service = await startService(t);
  const said = "a".repeat(5_000);
  await post(service, { sender: { id: "7" }, message: { type: "text", text: said } });
  await post(service, { sender: { id: "7" }, message: { type: "photo", file: "https://x.example/p.jpg", text: said } });
  await post(service, textOf("7", "Short"));
  const { messages } = await seen(service);
  t.match(messages, [
    { text: said.slice(0, 1000), cut: 4_000 },
    { text: said.slice(0, 1000), cut: 4_000 },
    { text: "Short", cut: undefined },
  ]);
  t.notOk("cut" in (messages[2] ?? {}), "a complete text has no such information");
  const token = await service.logIn("ada");
  const { body } = await service.call("GET", "/api/channels/MOBILEAPP1/log", { token });
  const cuts = body.entries.filter(({ text }: { readonly text: string }) => /was cut/.test(text));
  const text = "Field message.text was cut to its first 1000 characters: 4000 more were sent.";
  t.match(cuts, [
    { kind: "warning", messageSeq: 2, text },
    { kind: "warning", messageSeq: 1, text },
  ]);
});

t.test("[CH-08, CH-22] a message is accepted from any source, also while no agent is online", async (t) => {
  const service = await startService(t);
  t.equal(await service.status(), "0");
  const headers = {
    origin: "https://elsewhere.example",
    "user-agent": "curl",
    cookie: "a=b",
    authorization: "Basic eDp5",
  };
  t.equal((await post(service, textOf("7", "Hello"), headers)).status, 200);
  await configure(service, { agentIds: [] });
  t.equal((await post(service, textOf("7", "there"))).status, 200);
});
