import t from "tap";
import type { DeskMessage } from "../../../../src/codec/desk/desk.ts";
import { createConversations } from "../../../../src/web/desk/data/conversations.ts";
import { createScriptedApi } from "./scripted-api.ts";
import { messageOf, messagesOf } from "./shapes.ts";

const delivered = (state: "delivered" | "attempting") => ({ delivery: { id: "d", state, attempts: 1, error: null } });

function open(chatId = "7") {
  const scripted = createScriptedApi();
  const conversations = createConversations(scripted.api);
  const conversation = conversations.open(chatId);
  return {
    scripted,
    conversations,
    conversation,
    seqs: () => conversation.messages.peek().map(({ seq }) => seq),
    put: (message: DeskMessage) => conversations.put(chatId, message),
  };
}
const page = (messages: readonly DeskMessage[]) => ({ messages });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

t.test(
  "the newest page is loaded first; an event that arrives during the load is neither lost nor overwritten",
  async (t) => {
    const { scripted, conversation, seqs, put } = open();
    t.match(scripted.at(0).path, /^\/api\/chats\/7\/messages\?before=9+$/);
    put(messageOf(101));
    put(messageOf(103));
    put(messageOf(102));
    put(messageOf(90, { text: "Newer" }));
    put(messageOf(3, { text: "Elsewhere" }));
    t.strictSame(seqs(), []);
    await scripted.at(0).answer(page(messagesOf(52, 101)));
    t.strictSame(seqs(), range(52, 103));
    t.equal(conversation.messages.peek().find(({ seq }) => seq === 90)?.text, "Newer");
    t.equal(conversation.hasOlder.peek(), true);
    t.equal(conversation.loading.peek(), "ready");
  },
);

t.test("messages are shown in order and once each, and are updated when their delivery changes", async (t) => {
  const { scripted, conversation, seqs, put } = open();
  await scripted.at(0).answer(page([]));
  t.equal(conversation.hasOlder.peek(), false);
  for (const seq of [1, 3, 2, 3]) put(messageOf(seq));
  put(messageOf(2, delivered("attempting")));
  put(messageOf(2, delivered("delivered")));
  t.strictSame(seqs(), [1, 2, 3]);
  t.match(conversation.messages.peek()[1], delivered("delivered"));
});

t.test(
  "a response that arrives after a newer event about its message changes nothing; a response without such an event is shown",
  async (t) => {
    const { scripted, conversations, conversation, put } = open();
    await scripted.at(0).answer(page([]));
    const states = () => conversation.messages.peek().map(({ delivery }) => delivery?.state);
    const first = conversations.ask("7");
    put(messageOf(1, delivered("attempting")));
    put(messageOf(1, delivered("delivered")));
    first(messageOf(1, delivered("attempting")));
    t.strictSame(states(), ["delivered"]);
    const again = conversations.ask("7");
    put(messageOf(2, delivered("delivered")));
    again(messageOf(1, delivered("attempting")));
    t.strictSame(states(), ["attempting", "delivered"], "an event from before the request is older than the response");
    conversations.ask("8")(messageOf(9));
    t.strictSame(states(), ["attempting", "delivered"], "an event of another chat is ignored");
  },
);

t.test("a response that arrives after a later-requested page changes nothing", async (t) => {
  const { scripted, conversations, conversation, seqs, put } = open();
  await scripted.at(0).answer(page(messagesOf(51, 52)));
  const stateOf = (seq: number) => conversation.messages.peek().find((one) => one.seq === seq)?.delivery?.state;
  put(messageOf(52, delivered("attempting")));
  const end = conversations.ask("7");
  const first = conversations.ask("7");
  void conversations.reload();
  end(messageOf(52, delivered("attempting")));
  await scripted.at(1).answer(page([messageOf(51), messageOf(52, delivered("delivered"))]));
  t.equal(stateOf(52), "delivered", "the event arrived while the page was being read");
  end(messageOf(52, delivered("attempting")));
  t.equal(stateOf(52), "delivered");
  const older = conversations.loadOlder("7");
  await scripted.at(2).answer(page([...messagesOf(1, 49), messageOf(50, delivered("delivered"))]));
  await older;
  first(messageOf(50, delivered("attempting")));
  t.equal(stateOf(50), "delivered", "the message is on an older page");
  conversations.ask("7")(messageOf(50, delivered("attempting")));
  t.equal(stateOf(50), "attempting", "the response was requested after the page, so it is newer");
  t.strictSame(seqs(), range(1, 52));
});

t.test("a response to an earlier request is shown after a page that does not contain its message yet", async (t) => {
  const { scripted, conversations, seqs } = open();
  await scripted.at(0).answer(page(messagesOf(1, 2)));
  const sent = conversations.ask("7");
  void conversations.reload();
  sent(messageOf(3));
  await scripted.at(1).answer(page(messagesOf(1, 2)));
  t.strictSame(seqs(), [1, 2, 3]);
});

t.test("older pages are loaded on demand, one at a time, and keep newer events about their messages", async (t) => {
  const { scripted, conversations, conversation, seqs, put } = open();
  await scripted.at(0).answer(page(messagesOf(150, 200)));
  put(messageOf(120, delivered("delivered")));
  t.strictSame(seqs(), range(150, 200), "the older message alone would leave a gap");
  const both = [conversations.loadOlder("7"), conversations.loadOlder("7")];
  t.equal(scripted.count(), 2);
  t.equal(scripted.at(1).path, "/api/chats/7/messages?before=150");
  t.equal(conversation.loadingOlder.peek(), "loading");
  put(messageOf(110, delivered("delivered")));
  put(messageOf(201));
  await scripted.at(1).answer(page(messagesOf(100, 149)));
  await Promise.all(both);
  t.strictSame(seqs(), range(100, 201));
  t.match(conversation.messages.peek()[10], delivered("delivered"));
  t.equal(conversation.loadingOlder.peek(), "idle");

  const failing = conversations.loadOlder("7");
  await scripted.at(2).fail({ status: 503 });
  await failing;
  t.match(conversation.loadingOlder.peek(), { status: 503 });
  t.equal(conversation.hasOlder.peek(), true);
  void conversations.loadOlder("7");
  await scripted.at(3).answer(page(messagesOf(1, 99)));
  t.strictSame(seqs(), range(1, 201));
  t.equal(conversation.hasOlder.peek(), false);
  await conversations.loadOlder("7");
  t.equal(scripted.count(), 4);
});

t.test(
  "after missed events all loaded pages are read again, also the older ones; the shown messages stay meanwhile",
  async (t) => {
    const { scripted, conversations, conversation, seqs, put } = open();
    await scripted.at(0).answer(page(messagesOf(51, 100)));
    void conversations.loadOlder("7");
    await scripted.at(1).answer(page(messagesOf(1, 50)));
    void conversations.reload();
    t.equal(conversation.loading.peek(), "ready");
    put(messageOf(171));
    await scripted.at(2).answer(page(messagesOf(121, 170)));
    t.equal(scripted.at(3).path, "/api/chats/7/messages?before=121");
    await scripted.at(3).answer(page(messagesOf(71, 120)));
    await scripted.at(4).answer(page(messagesOf(21, 70)));
    put(messageOf(30, delivered("delivered")));
    await scripted.at(5).answer(page(messagesOf(1, 20)));
    t.strictSame(seqs(), range(1, 171));
    t.match(conversation.messages.peek()[29], delivered("delivered"));
  },
);

t.test("the last of several reloads is used, and an older page that arrives after a reload is dropped", async (t) => {
  const { scripted, conversations, seqs } = open();
  await scripted.at(0).answer(page(messagesOf(51, 100)));
  void conversations.loadOlder("7");
  void conversations.reload();
  void conversations.reload();
  await scripted.at(3).answer(page(messagesOf(60, 110)));
  await scripted.at(4).answer(page(messagesOf(10, 59)));
  await scripted.at(2).answer(page(messagesOf(1, 5)));
  await scripted.at(1).answer(page(messagesOf(1, 50)));
  t.strictSame(seqs(), range(10, 110));
});

t.test("a failed read is repeated when the agent asks for it or when the connection is back", async (t) => {
  const { scripted, conversations, conversation, seqs } = open();
  await scripted.at(0).fail();
  t.match(conversation.loading.peek(), { code: "unreached" });
  void conversations.retry("7");
  t.equal(conversation.loading.peek(), "loading");
  await scripted.at(1).fail();
  conversations.resume();
  await scripted.at(2).answer(page(messagesOf(1, 2)));
  t.strictSame(seqs(), [1, 2]);
  conversations.resume();
  t.equal(scripted.count(), 3);
});

t.test("a conversation that this agent may not see any more shows nothing", async (t) => {
  const { scripted, conversations, conversation, seqs } = open();
  await scripted.at(0).answer(page(messagesOf(1, 2)));
  void conversations.reload();
  await scripted.at(1).fail({ status: 404 });
  t.strictSame(seqs(), []);
  t.match(conversation.loading.peek(), { status: 404 });
});

t.test("30 conversations stay cached, and are the same objects when they are opened again", async (t) => {
  const { scripted, conversations, conversation } = open("0");
  for (let chat = 1; chat < 30; chat += 1) conversations.open(String(chat));
  t.equal(conversations.open("0"), conversation);
  conversations.open("30");
  t.equal(conversations.open("0"), conversation);
  t.equal(scripted.count(), 31);
  conversations.open("1");
  t.equal(scripted.count(), 32);
});
