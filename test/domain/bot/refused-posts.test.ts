import t from "tap";
import { message, messagesOf, otherBot, post, says, startWithBot } from "../../edge/b-bot/provider.ts";
import { channelLog } from "../../harness/customer.ts";
import type { Service } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";

/** The lines about refused posts that the agents of a chat see, and those of the channel's log with their chats. */
async function notesOf(service: Service, chatId: string) {
  await service.settle();
  const prefix = /^A post of the bot was refused: /;
  const said = (await messagesOf(service, chatId)).filter(({ from, text }) => from === "system" && prefix.test(text));
  return {
    chat: said.map(({ text }) => text.replace(prefix, "")),
    log: (await channelLog(service)).map(({ chatId: named, text }) => [named, text.replace(prefix, "")]),
  };
}

t.test("[BOT-30] a refused post leaves its reason in the chat and in the channel's log", async (t) => {
  const channels = { MOBILEAPP1: { bot }, OTHERAPP01: { bot: otherBot } };
  const service = await startWithBot(t, { channels });
  await service.say("7", "Hello", "OTHERAPP01");
  const button = { text: "Yes" };
  const buttons = "Field message.buttons must have 1 to 3 buttons, got 4.";
  const type = 'Field message.type must be TEXT, MARKDOWN or BUTTONS, got "VIDEO".';
  const event = 'Event "CLIENT_MESSAGE" is not accepted here: expected BOT_MESSAGE or INVITE_AGENT.';
  const fourButtons = { type: "BUTTONS", buttons: [button, button, button, button] };
  const elsewhere = "The bot is not connected to the channel of chat 2.";
  const unknown = "There is no chat with the chat_id 99.";
  for (const [body, status] of [
    [message(fourButtons), 400],
    [{ ...message({ type: "VIDEO" }), chat_id: undefined, client_id: 1 }, 400],
    [{ event: "CLIENT_MESSAGE", chat_id: 1 }, 405],
    [says("Hi", { chat_id: "2" }), 403],
    [says("Hi", { chat_id: "99" }), 400],
    ["{", 400],
  ] as const)
    t.equal((await post(service, body)).status, status);
  const { chat, log } = await notesOf(service, "1");
  t.strictSame(chat, [buttons, type, event]);
  const broken = log.at(-1)?.[1];
  t.match(broken, /JSON/);
  t.strictSame(log, [
    ["1", buttons],
    ["1", type],
    ["1", event],
    [null, elsewhere],
    [null, unknown],
    [null, broken],
  ]);
  t.strictSame((await notesOf(service, "2")).chat, [], "no bot writes into a chat of another channel");

  for (let at = 0; at < 20; at += 1) await post(service, message(fourButtons));
  t.equal((await notesOf(service, "1")).chat.length, 10, "a bot that repeats its mistake does not fill the chat");
  service.clock.advance(60 * 60_000);
  await post(service, message(fourButtons));
  t.equal((await notesOf(service, "1")).chat.length, 11);
});

t.test("a post that is refused before its body is read leaves a line in the channel's log", async (t) => {
  const oauth = { tokenUrl: "https://bot.example.com/oauth", clientId: "c", clientSecret: "s3cr3t" };
  const service = await startWithBot(t, { channels: { MOBILEAPP1: { bot: { ...bot, oauth } } } });
  t.equal((await post(service, says("Hi"))).status, 401);
  const { chat, log } = await notesOf(service, "1");
  t.strictSame([chat, log], [[], [[null, "The Authorization header is missing, expired or wrong."]]]);
});
