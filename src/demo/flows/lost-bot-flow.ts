import { deadBotChannel, failingBotChannel } from "../demo-config.ts";
import type { FlowLog } from "../flow-log.ts";
import { inSeconds } from "../time.ts";
import { AttemptList } from "./attempt-list.ts";
import { BotScene } from "./bot-scene.ts";
import type { Customer, Flow, Stage } from "./stage.ts";
import { check, untilDelivered } from "./stage.ts";

export const failingBotTitle = "6. A bot that fails each time: the customer goes to the agents";
export const deadBotTitle = "7. A bot that takes requests and never answers: the customer goes to the agents";

/** Three requests of 3 s each, and the extra time of a busy machine. */
const handedOverByMs = 9_000 + 1_000;
const question = "Is somebody there?";
const reply = "Yes, I am Kim. The bot is out of order.";

export const playFailingBotFlow: Flow = (stage, customer, log) => playLostBot(failingBotChannel, stage, customer, log);

export const playDeadBotFlow: Flow = (stage, customer, log) => playLostBot(deadBotChannel, stage, customer, log);

/** A bot that fails or is dead; an agent takes over. Source: BOT-17, BOT-18, BOT-22. */
async function playLostBot(channelId: string, stage: Stage, customer: Customer, log: FlowLog) {
  const { agent } = stage;
  const comebacks = agent.socket.comebacks;
  const attempts = new AttemptList(log);
  const scene = new BotScene(stage, channelId, customer, log, ({ id }) => attempts.add(id, () => false));
  const askedAtMs = await scene.say(question);
  const chatId = await scene.untilOffered();
  const afterMs = attempts.sinceFirstMs;
  const begunAtMs = await agent.readAttempts(chatId, scene.events[0]?.id ?? "");
  const intervals = attempts.intervals(begunAtMs, askedAtMs);
  const why = await scene.untilLine(chatId, /bot failed/i);
  // No chat is handed over while the service is down.
  const isInTime = afterMs <= handedOverByMs || agent.socket.comebacks > comebacks;
  log.note(`The agents have the chat ${inSeconds(afterMs)} after the first request came, and read: "${why}"`);
  await agent.accept(chatId, log);
  const ending = await untilDelivered(agent, await agent.reply(chatId, reply, `lost-bot-${chatId}`, log));
  await agent.close(chatId, log);
  const { offsetsMs } = attempts;
  return [
    check("three requests, and no fourth request", attempts.count <= 3, offsetsMs),
    check("each at least 3 s after the one before", intervals.isKept, intervals),
    check("all for one event, and no later event", attempts.isOneMessage, attempts.isOneMessage),
    check("the agents have the chat within 9 s of the first request", isInTime, afterMs),
    check("the agents were shown the reason", why !== "", why),
    check("the customer system got the agent's answer", ending.state === "delivered", ending),
  ];
}
