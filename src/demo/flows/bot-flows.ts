import { contactText, goodbyeText, hoursText, menuText, pricesText, thanksText } from "../cast/dialogue.ts";
import {
  acceptTimeoutMs,
  botChannel,
  deadBotChannel,
  failingBotChannel,
  loneBotChannel,
  slowBotChannel,
} from "../demo-config.ts";
import { inSeconds, nowMs } from "../time.ts";
import { AttemptList } from "./attempt-list.ts";
import { BotScene } from "./bot-scene.ts";
import type { Conversation, Flow } from "./stage.ts";
import { check, untilDelivered, untilSaid } from "./stage.ts";

const friendlyReply = "Hello Dan, Kim here. What can I do for you?";
const rest = "My bell does not ring.";

/** A friendly bot hands over to an agent. Source: BOT-10, BOT-24, BOT-38, BOT-43, BOT-44, BOT-49. */
const playBotFlow: Flow = async (stage, customer, log) => {
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
  const ending = await untilDelivered(agent, await agent.reply(chatId, friendlyReply, `bot-${chatId}`, log));
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

const slowReply = "Hello Eve, I am here.";

/** A slow bot with access tokens. Source: BOT-17, BOT-33, AUTH-08 to AUTH-10. */
const playSlowBotFlow: Flow = async (stage, customer, log) => {
  const { agent } = stage;
  const scene = new BotScene(stage, slowBotChannel, customer, log);
  const comebacks = agent.socket.comebacks;
  const answerMs = [await scene.ask("Hello", menuText), await scene.ask("hours", hoursText)];
  log.note(`The answers came after ${answerMs.map(inSeconds).join(" and ")}: in time, so no request was sent twice.`);
  await scene.ask("human please", goodbyeText);
  const chatId = await scene.untilOffered();
  await agent.accept(chatId, log);
  await scene.untilEvent("AGENT_JOINED");
  const ending = await untilDelivered(agent, await agent.reply(chatId, slowReply, `slow-bot-${chatId}`, log));
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

const contact = "Please call me at 555 010 020.";
const loneReply = "Hello Hal, shall I call you now?";
/** The transcript starts its clock when a request is sent, and the service when it receives the request. */
const toleranceMs = 100;

/** A bot whose invitation nobody accepts in time. Source: BOT-45, BOT-47, BOT-44. */
const playLoneBotFlow: Flow = async (stage, customer, log) => {
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
  const ending = await untilDelivered(agent, await agent.reply(chatId, loneReply, `lone-bot-${chatId}`, log));
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

/** Three requests of 3 s each, and the extra time of a busy machine. */
const handedOverByMs = 9_000 + 1_000;
const question = "Is somebody there?";
const lostReply = "Yes, I am Kim. The bot is out of order.";

/** A bot that fails or is dead; an agent takes over. Source: BOT-17, BOT-18, BOT-22. */
const lostBotFlow =
  (channelId: string): Flow =>
  async (stage, customer, log) => {
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
    const ending = await untilDelivered(agent, await agent.reply(chatId, lostReply, `lost-bot-${chatId}`, log));
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
  };

export const botConversations: readonly Conversation[] = [
  {
    name: "bot",
    title: "4. A friendly bot: a menu, an answer in markdown, and an agent who takes over",
    customerName: "Dan",
    flow: playBotFlow,
  },
  {
    name: "slow-bot",
    title: "5. A slow bot: it takes 2 s for each request, and wants an access token with each",
    customerName: "Eve",
    flow: playSlowBotFlow,
  },
  {
    name: "failing-bot",
    title: "6. A bot that fails each time: the customer goes to the agents",
    customerName: "Fay",
    flow: lostBotFlow(failingBotChannel),
  },
  {
    name: "dead-bot",
    title: "7. A bot that takes requests and never answers: the customer goes to the agents",
    customerName: "Gus",
    flow: lostBotFlow(deadBotChannel),
  },
  {
    name: "lone-bot",
    title: "8. A bot that invites an agent, but no agent accepts",
    customerName: "Hal",
    flow: playLoneBotFlow,
  },
];
