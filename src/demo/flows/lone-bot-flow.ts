import { contactText, goodbyeText, thanksText } from "../cast/dialogue.ts";
import { acceptTimeoutMs, loneBotChannel } from "../demo-config.ts";
import { inSeconds } from "../time.ts";
import { BotScene } from "./bot-scene.ts";
import type { Flow } from "./stage.ts";
import { check, untilDelivered, untilSaid } from "./stage.ts";

export const loneBotTitle = "8. A bot that invites an agent, but no agent accepts";

const contact = "Please call me at 555 010 020.";
const reply = "Hello Hal, shall I call you now?";
/** The transcript starts its clock when a request is sent, and the service when it receives the request. */
const toleranceMs = 100;

/** A bot whose invitation nobody accepts in time. Source: BOT-45, BOT-47, BOT-44. */
export const playLoneBotFlow: Flow = async (stage, customer, log) => {
  const { agent } = stage;
  const scene = new BotScene(stage, loneBotChannel, customer, log);
  const comebacks = agent.socket.comebacks;
  await scene.ask("human please", goodbyeText);
  const chatId = await scene.untilOffered();
  log.note(`The chat is offered to the agents. No agent accepts it within ${inSeconds(acceptTimeoutMs)}.`);
  const unavailable = await scene.untilEvent("AGENT_UNAVAILABLE");
  const afterMs = unavailable.atMs - (scene.events[0]?.atMs ?? 0);
  const isDue = afterMs >= acceptTimeoutMs - toleranceMs || agent.socket.comebacks > comebacks;
  await scene.untilHeard(contactText);
  log.note(`The bot was notified ${inSeconds(afterMs)} after Hal asked, and continues without an agent.`);
  const thanksMs = await scene.ask(contact, thanksText);
  log.note(`The bot answered after ${inSeconds(thanksMs)}. Kim finds the chat, reads what was said and takes it.`);
  await agent.accept(chatId, log);
  const joined = await scene.untilEvent("AGENT_JOINED");
  const seen = await untilSaid(agent, chatId, contact);
  const ending = await untilDelivered(agent, await agent.reply(chatId, reply, `lone-bot-${chatId}`, log));
  await agent.close(chatId, log);
  const counts = [goodbyeText, contactText, thanksText].map((text) => scene.countHeard(text));
  return [
    check("the bot was notified that no agent had accepted in time", isDue, afterMs),
    check(
      "once",
      scene.count("AGENT_UNAVAILABLE") === 1,
      scene.events.map(({ name }) => name),
    ),
    check(
      "it asked for contact details, and received them",
      counts.every((count) => count === 1),
      counts,
    ),
    check("they were stored for the agent", seen === contact, seen),
    check("an agent joined later, and the bot was notified", joined.chatId === chatId, joined.chatId),
    check("the customer system got the agent's answer", ending.state === "delivered", ending),
  ];
};
