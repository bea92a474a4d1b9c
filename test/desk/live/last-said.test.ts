import t from "tap";
import { Compile } from "typebox/compile";
import type { DeskChat } from "../../../src/codec/desk/desk.ts";
import { chatSchema } from "../../../src/codec/desk/desk-schemas.ts";
import { startService } from "../../harness/service.ts";
import { botInvites, botSays, botTakes, chatAs, chatWithBot, startWithBot } from "../bots/bot-of.ts";
import { chatOf } from "../chat-of.ts";
import { followDesk, serverView } from "./following-desk.ts";

type Line = readonly [from: string, type: string, text: string];
const lineOf = ({ last }: DeskChat): Line | null => last && [last.from, last.type, last.text];

t.test("a desk that only listens knows the last message of every chat, and since when each client waits", async (t) => {
  const service = await startService(t);
  const desk = await followDesk(t, service, "kim", {});
  const beganAtMs = service.clock.nowMs();
  const { id, token, step, reply } = await chatOf(service, "kim");
  /** Returns the chat as the desk received it. Lists, the chat itself and the step's answer must show the same. */
  const seen = async (answer?: DeskChat): Promise<DeskChat> => {
    await service.settle();
    await desk.untilCursor(service.app.runtime.feed.cursor);
    const { chat } = (await service.call("GET", `/api/chats/${id}`, { token })).body;
    t.strictSame(desk.chats.get(id), chat, "as the frames show it");
    t.strictSame((await serverView(service)).chats[id], chat, "as the list shows it");
    if (answer !== undefined) t.strictSame(answer, chat, "as the response to the step shows it");
    t.strictSame(Compile(chatSchema).Errors(chat), [], "as the description says");
    return chat;
  };
  const first = await seen();
  t.strictSame(lineOf(first), ["client", "text", "Hello"]);
  t.match(first, {
    last: { seq: 1, at: beganAtMs },
    waitingSince: beganAtMs,
    closedAt: null,
    client: { chatsCount: 1 },
  });

  await service.pass(1_000);
  const noted = await step("note", { text: "between us" });
  const withNote = await seen(noted.body.chat);
  t.strictSame(lineOf(withNote), ["client", "text", "Hello"], "a note does not count as a message");
  t.strictSame([first.hasNote, withNote.hasNote], [undefined, true], "but the chat is marked");
  await service.say("7", "Is anybody there?");
  t.match(await seen(), { last: { seq: 3, text: "Is anybody there?" }, waitingSince: beganAtMs });
  await reply("Yes");
  t.match(await seen(), { last: { seq: 4, from: "agent", text: "Yes" }, waitingSince: null });
  service.attempts[0]?.answer();
  t.match(await seen(), { last: { seq: 4 }, waitingSince: null });
  await service.pass(1_000);
  await service.say("7", "Thanks");
  const moved = await step("transfer", { agentId: 2 });
  const handed = await seen(moved.body.chat);
  t.strictSame(lineOf(handed), ["client", "text", "Thanks"], "a system entry does not count either");
  t.equal(handed.waitingSince, service.clock.nowMs());
  const { body } = await step("accept");
  t.match(await seen(body.chat), { waitingSince: service.clock.nowMs(), unread: 0 });
  const closed = await step("close");
  t.match(await seen(closed.body.chat), {
    closedAt: service.clock.nowMs(),
    waitingSince: null,
    last: { text: "Thanks" },
  });

  const back = await service.enter("kim", { since: 0 });
  const frame = await back.until(({ type, chat }) => type === "chat" && chat.state === "closed");
  t.strictSame(frame.chat, desk.chats.get(id), "also for a desk that reconnects");
  t.strictSame(desk.faults, []);
  await service.settle();
  const archive = await service.call("GET", "/api/archive?q=thanks", { token });
  t.strictSame(archive.body.chats, [frame.chat], "also in the archive");
});

t.test("a bot's message counts while it is shown to the client", async (t) => {
  const service = await startWithBot(t);
  const desk = await followDesk(t, service, "kim", {});
  const { id } = await chatWithBot(service, "kim");
  const shown = async (): Promise<Line | null> => {
    await service.settle();
    await desk.untilCursor(service.app.runtime.feed.cursor);
    const chat = desk.chats.get(id) as DeskChat;
    t.strictSame((await serverView(service)).chats[id], chat);
    return lineOf(chat);
  };
  const waitingSince = (): number | null => (desk.chats.get(id) as DeskChat).waitingSince;
  t.strictSame(await shown(), ["client", "text", "Hello"]);
  t.equal(waitingSince(), null, "the client waits for the bot");
  await botSays(service, id, { type: "BUTTONS", text: "Yes or no", buttons: [{ text: "Yes", id: 1 }] });
  t.strictSame(await shown(), ["bot", "buttons", "Yes"]);
  await service.pass(1_000);
  await botInvites(service, id);
  await botTakes(service);
  t.strictSame(await shown(), ["bot", "buttons", "Yes"]);
  const invitedAtMs = service.clock.nowMs();
  t.equal(waitingSince(), invitedAtMs, "from here on for a person");
  await botSays(service, id, { type: "TEXT", text: "Somebody comes" });
  t.strictSame(await shown(), ["bot", "text", "Somebody comes"]);
  t.equal(waitingSince(), invitedAtMs);
  const { step, reply } = await chatAs(service, "kim", id);
  await step("accept");
  await botTakes(service);
  await botSays(service, id, { type: "TEXT", text: "One more thing" });
  t.strictSame(
    await shown(),
    ["bot", "text", "Somebody comes"],
    "a message that the client does not see does not count",
  );
  await reply("Hello, this is Kim");
  t.strictSame(await shown(), ["agent", "text", "Hello, this is Kim"]);
  t.equal(waitingSince(), null);
});
