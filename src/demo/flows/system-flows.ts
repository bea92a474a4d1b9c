import { isTypingNotice } from "../cast/shop.ts";
import { deadChannel, failingChannel } from "../demo-config.ts";
import { textAt } from "../json.ts";
import { inSeconds, nowMs } from "../time.ts";
import { AttemptList } from "./attempt-list.ts";
import type { Conversation, Flow } from "./stage.ts";
import { beginChat, check, untilDelivered } from "./stage.ts";

const failuresBeforeSuccess = 2;
const mailboxFull = { status: 500, body: { error: { code: 17, message: "Mailbox is full" } } } as const;

/** A customer system that refuses the first attempts. Source: DEL-01, DEL-02, DEL-12. */
const playFailingFlow: Flow = async (stage, customer, log) => {
  const { agent, shop } = stage;
  const attempts = new AttemptList(log);
  shop.play(failingChannel, log, (message) => {
    const isTaken =
      isTypingNotice(message) || attempts.add(message.messageId, (count) => count > failuresBeforeSuccess);
    return isTaken ? "ok" : mailboxFull;
  });
  const { chatId } = await beginChat(stage, failingChannel, customer, "Do you open on Sunday?", log);
  const askedAtMs = nowMs();
  const message = await agent.reply(chatId, "Yes, from ten to four.", `failing-${chatId}`, log);
  const first = await untilDelivered(agent, message);
  const inSeries = attempts.count;
  const begunAtMs = await agent.readAttempts(chatId, textAt(message, "id"));
  const intervals = attempts.intervals(begunAtMs, askedAtMs);
  let last = first;
  if (first.state === "failed") {
    log.note(
      "The service was killed during the last attempt, so it is unknown whether the message arrived: the agent sends it again.",
    );
    await agent.resend(first.deliveryId, log);
    last = await untilDelivered(agent, message, first.attempts);
  }
  await agent.close(chatId, log);
  const { offsetsMs } = attempts;
  return [
    check("at most three attempts, never more", inSeries <= 3 && first.attempts <= 3, { offsetsMs, first }),
    check("each at least 3 s after the one before", intervals.isKept, intervals),
    check("all of one message", attempts.isOneMessage, attempts.isOneMessage),
    check("the agent was shown that it is delivered", last.state === "delivered", last),
  ];
};

const errorShownByMs = 9_000;

/** A dead customer system; the agent sends the failed message again. Source: DEL-04, DEL-05, DEL-17, DEL-24. */
const playDeadFlow: Flow = async (stage, customer, log) => {
  const { agent, shop } = stage;
  const { comebacks } = agent.socket;
  const attempts = new AttemptList(log);
  let isDead = true;
  shop.play(deadChannel, log, (message) => {
    const isTaken = isTypingNotice(message) ? !isDead : attempts.add(message.messageId, () => !isDead);
    return isTaken ? "ok" : "close";
  });
  const { chatId } = await beginChat(stage, deadChannel, customer, "Can I still change my address?", log);
  const askedAtMs = nowMs();
  const message = await agent.reply(chatId, "Yes, what is the new one?", `dead-${chatId}`, log);
  const failed = await untilDelivered(agent, message);
  const shownAfterMs = attempts.sinceFirstMs;
  // Only after a restart of the service may the error come later.
  const isInTime = shownAfterMs <= errorShownByMs || agent.socket.comebacks > comebacks;
  const inSeries = attempts.count;
  const begunAtMs = await agent.readAttempts(chatId, textAt(message, "id"));
  const intervals = attempts.intervals(begunAtMs, askedAtMs);
  log.note(`The agent is shown, ${inSeconds(shownAfterMs)} after the first attempt came: "${failed.problem}"`);
  log.note("The customer system runs again. The agent presses Send again.");
  isDead = false;
  await agent.resend(failed.deliveryId, log);
  const again = await untilDelivered(agent, message, failed.attempts);
  await agent.close(chatId, log);
  const { offsetsMs } = attempts;
  return [
    check("three attempts, and no automatic fourth attempt", inSeries <= 3 && failed.attempts === 3, {
      offsetsMs,
      failed,
    }),
    check("each at least 3 s after the one before", intervals.isKept, intervals),
    check("an error was shown to the agent", failed.state === "failed" && failed.problem !== "", failed),
    check("within 9 s of the first attempt", isInTime, shownAfterMs),
    check("sent again, the same message arrived", again.state === "delivered" && attempts.isOneMessage, again),
  ];
};

export const systemConversations: readonly Conversation[] = [
  { name: "failing", title: "2. A customer system that fails twice", customerName: "Bo", flow: playFailingFlow },
  {
    name: "dead",
    title: "3. A customer system that does not respond, until the agent sends the message again",
    customerName: "Cleo",
    flow: playDeadFlow,
  },
];
