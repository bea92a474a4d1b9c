import { goodbyeText, hoursText, menuText } from "../cast/dialogue.ts";
import { slowBotChannel } from "../demo-config.ts";
import { inSeconds } from "../time.ts";
import { BotScene } from "./bot-scene.ts";
import type { Flow } from "./stage.ts";
import { check, untilDelivered } from "./stage.ts";

export const slowBotTitle = "5. A slow bot: it takes 2 s for each request, and wants an access token with each";

const reply = "Hello Eve, I am here.";

/** A slow bot with access tokens. Source: BOT-17, BOT-33, AUTH-08 to AUTH-10. */
export const playSlowBotFlow: Flow = async (stage, customer, log) => {
  const { agent } = stage;
  const scene = new BotScene(stage, slowBotChannel, customer, log);
  const comebacks = agent.socket.comebacks;
  const answerMs = [await scene.ask("Hello", menuText), await scene.ask("hours", hoursText)];
  log.note(`The answers came after ${answerMs.map(inSeconds).join(" and ")}: in time, so no request was sent twice.`);
  await scene.ask("human please", goodbyeText);
  const chatId = await scene.untilOffered();
  await agent.accept(chatId, log);
  await scene.untilEvent("AGENT_JOINED");
  const ending = await untilDelivered(agent, await agent.reply(chatId, reply, `slow-bot-${chatId}`, log));
  await agent.close(chatId, log);
  const counts = [menuText, hoursText, goodbyeText].map((text) => scene.countHeard(text));
  const sent = {
    requests: scene.events.length,
    written: scene.count("CLIENT_MESSAGE"),
    joined: scene.count("AGENT_JOINED"),
  };
  const isInTime = sent.requests === sent.written + sent.joined || agent.socket.comebacks > comebacks;
  const issued = scene.bot.issued;
  log.note(
    `The bot issued ${issued} access tokens, each valid for 8 s, and used them for its own requests to the service.`,
  );
  return [
    check(
      "the customer system got each of the bot's answers once",
      counts.every((count) => count === 1),
      counts,
    ),
    check(
      "each answer took the bot 2 s",
      answerMs.every((ms) => ms >= 2_000),
      answerMs,
    ),
    check("no request was repeated", isInTime, sent),
    check(
      "the token was renewed in time, and the service accepted it from the bot",
      issued >= 2 && scene.bot.refusals === 0,
      scene.bot.refusals,
    ),
    check("the agent took over", sent.joined === 1 && ending.state === "delivered", { sent, ending }),
  ];
};
