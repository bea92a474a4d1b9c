import t from "tap";
import type { DeskMessage } from "../../../src/codec/desk/desk.ts";
import type { DeskClient } from "../../harness/desk-client.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { bot, webhooks } from "../../harness/service-config.ts";
import { openTestStore } from "../../harness/test-store.ts";
import { chatOf, waitingChat } from "../chat-of.ts";

const blacklist = (service: Service, token: string, id: string, value: unknown) =>
  service.call("POST", `/api/chats/${id}/blacklist`, { token, body: { value } });

const idsOf = async (service: Service, token: string, query = ""): Promise<readonly string[]> =>
  (await service.call("GET", `/api/chats${query}`, { token })).body.chats.map(({ id }: { id: string }) => id);

const messagesOf = async (service: Service, token: string, id: string): Promise<readonly DeskMessage[]> =>
  (await service.call("GET", `/api/chats/${id}/messages`, { token })).body.messages;

/** The frames that a desk has received so far, without those before the first chat. */
const shownTo = (desk: DeskClient): readonly string[] =>
  desk.frames
    .filter(({ type }) => type !== "ready" && type !== "available")
    .map((frame) => {
      if (frame.type === "chat") return `chat ${frame.chat.id} ${frame.chat.state}`;
      return frame.type === "message" ? `message ${frame.chatId}/${frame.message.seq}` : frame.type;
    });

/** The frames that the desk receives during `act`. The frames of a chat that is not on the blacklist mark the end. */
async function shownDuring(service: Service, desk: DeskClient, act: () => Promise<void>): Promise<readonly string[]> {
  const before = desk.frames.length;
  await act();
  await service.settle();
  const words = `end ${before}`;
  await service.say(words, words);
  await desk.until((frame) => frame.type === "message" && frame.message.text === words);
  const shown = shownTo({ ...desk, frames: desk.frames.slice(before) });
  return shown.slice(0, -2);
}

const type = (service: Service, state: "typein" | "typeout", id = "7") =>
  service.call("POST", "/chat-api/3b6fA0aaaaaaaaaaaaaaaa/MOBILEAPP1", {
    body: { sender: { id }, message: { type: state } },
  });

t.test(
  "[WH-20] a message of a client on the blacklist is answered 200, stored, and not offered to any agent",
  async (t) => {
    const service = await startService(t);
    const desk = await service.enter("kim");
    const admin = await service.enter("ada");
    const { id, token } = await waitingChat(service, "kim");
    await type(service, "typein");
    await desk.until((frame) => frame.type === "typing" && frame.state === "typein");
    const status = await service.status();

    for (const socket of [desk, admin]) {
      const shown = await shownDuring(service, socket, async () => {
        if (socket === admin) return;
        const { status: code, body } = await blacklist(service, token, id, true);
        t.equal(code, 200);
        t.match(body.chat, { id, state: "blocked", agent: null, unread: 1, client: { blacklisted: true } });
      });
      t.strictSame(
        shown.filter((frame) => frame.startsWith("typing") || frame.includes(`chat ${id}`)),
        socket === desk ? ["typing", `chat ${id} blocked`] : [],
        "typing has ended, and the chat has left the list",
      );
      t.notOk(
        shown.some((frame) => frame.startsWith(`message ${id}/`)),
        "no other frame",
      );
    }

    const silent = await shownDuring(service, desk, async () => {
      await service.say("7", "Are you there?");
      await type(service, "typein");
      await type(service, "typeout");
      await service.say({ id: "7", name: "Pat", url: "https://shop.example.com/", invite: "Hi" }, "Hello?");
      await blacklist(service, token, id, true);
      await service.call("PATCH", `/api/chats/${id}/contact`, { token, body: { description: "Rude" } });
      await service.call("POST", `/api/chats/${id}/note`, { token, body: { text: "Rude" } });
    });
    t.strictSame(silent, [], "no frame of the chat");
    t.equal(await service.status(), status, "the status query gets the same response as before");
    const { body } = await service.call("GET", `/api/chats/${id}`, { token });
    t.match(body.chat, { state: "blocked", unread: 1, client: { name: "Pat", description: "Rude" } });
    t.strictSame(
      (await messagesOf(service, token, id)).map(({ from, text }) => `${from}: ${text}`),
      [
        "client: Hello",
        "system: Kim put the client on the blacklist.",
        "client: Are you there?",
        "system: Hi",
        "client: Hello?",
        "agent: Rude",
      ],
      "all messages are stored",
    );
    t.notOk((await idsOf(service, token)).includes(id), "the chat is in no other list");
    t.notOk((await idsOf(service, token, "?state=waiting&channel=MOBILEAPP1")).includes(id));
    t.strictSame(await idsOf(service, token, "?state=blocked"), [id], "only in the list of blocked chats");

    const refused = [
      ["accept", undefined],
      ["assign", undefined],
      ["typing", { type: "typein" }],
      ["messages", { type: "text", text: "Hi" }],
      ["transfer", { agentId: 2 }],
    ] as const;
    for (const [step, sent] of refused) {
      const answer = await service.call("POST", `/api/chats/${id}/${step}`, { token, body: sent });
      t.match(answer, { status: 409, body: { error: { code: "conflict", message: /on the blacklist/ } } }, step);
    }
    const ended = await shownDuring(service, desk, async () => {
      const { body: last } = await service.call("POST", `/api/chats/${id}/close`, { token });
      t.match(last.chat, { state: "closed" });
    });
    t.strictSame(ended, [], "its end is not shown either");
  },
);

t.test("after a client is removed from the blacklist, its chat is offered with all its messages", async (t) => {
  const service = await startService(t);
  const desk = await service.enter("lee");
  const { id, token } = await waitingChat(service, "kim");
  await blacklist(service, token, id, true);
  await service.say("7", "One");
  await service.say("7", "Two");
  const lee = await service.logIn("lee");
  const shown = await shownDuring(service, desk, async () => {
    const { body } = await blacklist(service, lee, id, false);
    t.match(body.chat, { state: "waiting", client: { blacklisted: false } });
    await service.say("7", "Three");
  });
  const [first = 0, second = 0] = [5, 6];
  t.strictSame(shown, [
    `chat ${id} waiting`,
    `message ${id}/${first}`,
    `chat ${id} waiting`,
    `message ${id}/${second}`,
  ]);
  t.ok((await idsOf(service, lee, "?state=waiting")).includes(id));
  t.match((await service.call("POST", `/api/chats/${id}/accept`, { token: lee })).body.chat, { state: "with_agent" });
  t.strictSame(
    (await messagesOf(service, lee, id)).map(({ text }) => text),
    ["Hello", "Kim put the client on the blacklist.", "One", "Two", "Lee took the client off the blacklist.", "Three"],
  );
});

t.test("a desk that reconnects learns only that the chat has left, and nothing of chats it never saw", async (t) => {
  const service = await startService(t);
  const desk = await service.enter("kim");
  const { id, token } = await waitingChat(service, "kim");
  const frame = await desk.until(({ type: kind }) => kind === "message");
  desk.vanish();
  await service.say("7", "While you were away");
  await blacklist(service, token, id, true);
  await service.say("7", "Still here");
  await service.call("POST", `/api/chats/${id}/close`, { token });
  await service.say("7", "A new chat");
  await service.say("8", "Hello");

  const [blockedNow = "", other = ""] = [
    ...(await idsOf(service, token, "?state=blocked")),
    ...(await idsOf(service, token, "?state=waiting")),
  ];
  const back = await service.enter("kim", { since: frame.cursor });
  await back.until(({ type: kind, message }) => kind === "message" && message.text === "Hello");
  const shown = shownTo(back);
  t.notOk(
    shown.some((line) => line.includes(` ${blockedNow}`)),
    `a chat that began blocked is never shown: ${shown}`,
  );
  t.ok(shown.includes(`message ${other}/1`), "other chats are shown");
  t.ok(shown.includes(`chat ${id} closed`), "with the end of the chat that it knew");

  await service.say("9", "Bye");
  const [third = ""] = await idsOf(service, token, "?state=waiting");
  const last = await back.until(({ type: kind, message }) => kind === "message" && message.text === "Bye");
  back.vanish();
  await service.say("9", "Never mind");
  await blacklist(service, token, third, true);
  const again = await service.enter("kim", { since: last.cursor });
  await again.until(({ type: kind }) => kind === "chat");
  await service.say("8", "Hello again");
  await again.until(({ type: kind, message }) => kind === "message" && message.text === "Hello again");
  t.strictSame(
    shownTo(again).filter((line) => line.includes(` ${third}`)),
    [`chat ${third} blocked`],
  );
});

t.test("the next chat of a client on the blacklist begins blocked, also after a restart", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const options = { store, channels: { MOBILEAPP1: { bot } } };
  const service = await startService(t, options);
  await service.enter("kim");
  const { id, token } = await waitingChatOfBot(service, "kim");
  await service.settle();
  const toldBefore = service.botAttempts.length;
  t.match((await blacklist(service, token, id, true)).body.chat, { state: "blocked" });
  await service.say("7", "Robot?");
  t.equal((await service.call("POST", `/api/chats/${id}/close`, { token })).body.chat.state, "closed");
  await service.stop();

  const later = await startService(t, options);
  const late = await later.enter("kim");
  const shown = await shownDuring(later, late, async () => {
    await later.say("7", "Hello again");
    await later.say("7", "Robot?");
  });
  t.notOk(shown.length > 0, `the chat is not shown: ${shown}`);
  const kim = await later.logIn("kim");
  const [next = ""] = await idsOf(later, kim, "?state=blocked");
  t.not(next, id);
  t.match(
    (await messagesOf(later, kim, next)).map(({ text }) => text),
    ["Hello again", "Robot?"],
  );
  t.match(
    (await blacklist(later, kim, next, false)).body.chat,
    { state: "waiting" },
    "the chat waits for an agent, not for the bot",
  );
  await later.say("7", "Thank you");
  await later.settle();
  const told = [...service.botAttempts, ...later.botAttempts].map(({ event }) => event.chatId);
  t.equal(service.botAttempts.length, toldBefore);
  t.notOk(
    told.some((chatId) => chatId === next),
    "the bot got no event",
  );
});

/** A chat that begins with the bot. */
async function waitingChatOfBot(service: Service, name: AgentName) {
  const token = await service.logIn(name);
  await service.say("7", "Hello");
  const [id = ""] = await idsOf(service, token, "?state=with_bot");
  return { id, token };
}

t.test(
  "[WH-21] an agent keeps its chat; the owner's server gets messages written on the blacklist, marked",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
    const { id, token, step, reply } = await chatOf(service, "kim");
    await service.settle();
    service.reports[0]?.answer();
    await reply("What?");
    t.match((await blacklist(service, token, id, true)).body.chat, { state: "with_agent", unread: 0 });
    await service.say("7", "Spam");
    await reply("Stop it");
    t.match((await service.call("GET", `/api/chats/${id}`, { token })).body.chat, { state: "with_agent", unread: 0 });
    t.match(await step("transfer", { agentId: 2 }), { status: 409, body: { error: { message: /blacklist/ } } });
    await blacklist(service, token, id, false);
    await service.say("7", "Sorry");
    await blacklist(service, token, id, true);
    await step("close");
    await service.settle();
    const finished: Finished = JSON.parse(Buffer.from(service.reports.at(-1)?.body ?? []).toString());
    t.match(finished, { event_name: "chat_finished", chat: { blacklisted: true } });
    t.strictSame(
      finished.chat.messages.map(({ message, blacklisted }) => [message, blacklisted]),
      [
        ["Hello", undefined],
        ["What?", undefined],
        ["Spam", true],
        ["Stop it", true],
        ["Sorry", undefined],
      ],
    );
  },
);

interface Finished {
  readonly chat: { readonly messages: readonly { readonly message: string; readonly blacklisted?: boolean }[] };
}

t.test("any agent who sees the chat can change the blacklist; the response names mistakes", async (t) => {
  const service = await startService(t);
  const { id, token, step } = await chatOf(service, "kim");
  const [lee, max] = [await service.logIn("lee"), await service.logIn("max")];
  for (const [body, says] of [
    [{}, "Field value is missing: it must be true to put the client on the blacklist, false to take it off."],
    [
      { value: "true" },
      'Field value must be true to put the client on the blacklist, false to take it off, got "true".',
    ],
    [{ value: null }, "Field value must be true to put the client on the blacklist, false to take it off, got null."],
    [[], "The body must be an object, got an array."],
  ] as const)
    t.match(await step("blacklist", body), {
      status: 400,
      body: { error: { code: "invalid_request", message: says } },
    });
  t.equal((await blacklist(service, max, id, true)).status, 404);
  t.match((await blacklist(service, lee, id, true)).body.chat, { client: { blacklisted: true }, agent: { id: 1 } });
  const lines = (await messagesOf(service, token, id)).length;
  t.equal((await blacklist(service, token, id, true)).status, 200);
  t.equal((await messagesOf(service, token, id)).length, lines, "a repeat has no effect");
  await step("close");
  t.match(await step("blacklist", { value: false }), { status: 409, body: { error: { message: /closed/ } } });
});
