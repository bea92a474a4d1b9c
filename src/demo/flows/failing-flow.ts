import { isTypingNotice } from "../cast/shop/agent-message.ts";
import { failingChannel } from "../demo-config.ts";
import { textAt } from "../json.ts";
import { nowMs } from "../time.ts";
import { AttemptList } from "./attempt-list.ts";
import type { Flow } from "./stage.ts";
import { beginChat, check, untilDelivered } from "./stage.ts";

export const failingTitle = "2. A customer system that fails twice";

const failuresBeforeSuccess = 2;
const mailboxFull = { status: 500, body: { error: { code: 17, message: "Mailbox is full" } } } as const;

/** A customer system that refuses the first attempts. Source: DEL-01, DEL-02, DEL-12. */
export const playFailingFlow: Flow = async (stage, customer, log) => {
  const { agent, shop } = stage;
  const attempts = new AttemptList(log);
  shop.play(failingChannel, log, ({ fields, messageId }) => {
    const isTaken = isTypingNotice(fields) || attempts.add(messageId, (count) => count > failuresBeforeSuccess);
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
