import { goodbyeText, menuText, pricesText } from "../cast/dialogue.ts";
import { botChannel } from "../demo-config.ts";
import { inSeconds, nowMs } from "../time.ts";
import { BotScene } from "./bot-scene.ts";
import type { Flow } from "./stage.ts";
import { check, untilDelivered, untilSaid } from "./stage.ts";

export const botTitle = "4. A friendly bot: a menu, an answer in markdown, and an agent who takes over";

const reply = "Hello Dan, Kim here. What can I do for you?";
const rest = "My bell does not ring.";

/** A friendly bot hands over to an agent. Source: BOT-10, BOT-24, BOT-38, BOT-43, BOT-44, BOT-49. */
export const playBotFlow: Flow = async (stage, customer, log) => {
  const { agent } = stage;
  const scene = new BotScene(stage, botChannel, customer, log);
  const menuMs = await scene.ask("Hello", menuText);
  log.note(
    `The first answer came after ${inSeconds(menuMs)}: this channel shows plain text, so only the text of the buttons was sent.`,
  );
  const pricesMs = await scene.ask("prices", pricesText);
  log.note(
    `The second answer came after ${inSeconds(pricesMs)}, the plain text of a markdown message. Now Dan wants a person.`,
  );
  const askedAtMs = await scene.say("human please");
  const chatId = await scene.untilOffered();
  log.note(
    `The chat was offered to the agents ${inSeconds(nowMs() - askedAtMs)} after Dan asked. Kim accepts, and the bot is notified.`,
  );
  await agent.accept(chatId, log);
  await scene.untilEvent("AGENT_JOINED");
  const ending = await untilDelivered(agent, await agent.reply(chatId, reply, `bot-${chatId}`, log));
  const sentBefore = scene.count("CLIENT_MESSAGE");
  await scene.say(rest);
  const seen = await untilSaid(agent, chatId, rest);
  log.note("Dan now writes only with Kim: the bot receives nothing.");
  await agent.close(chatId, log);
  const counts = [menuText, pricesText, goodbyeText].map((text) => scene.countHeard(text));
  const sent = { written: scene.count("CLIENT_MESSAGE"), joined: scene.count("AGENT_JOINED") };
  return [
    check(
      "the customer system got each of the bot's answers once",
      counts.every((count) => count === 1),
      counts,
    ),
    check("the bot was notified once that an agent joined", sent.joined === 1, sent),
    check("the customer system got the agent's answer", ending.state === "delivered", ending),
    check(
      "after that, only the agent received the customer's messages",
      seen === rest && sent.written === sentBefore,
      sent,
    ),
  ];
};
