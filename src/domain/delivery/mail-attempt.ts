import type { LogMailCargo, MailCargo, StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { Mailer, OutboundMail } from "../../ports/mailer.ts";
import type { ChatLogMailParts } from "../chat/chat-log-mail.ts";
import { composeChatLog } from "../chat/chat-log-mail.ts";
import type { Attempted } from "./attempts.ts";
import { readDelivery } from "./delivery-queries.ts";

export interface MailAttemptParts extends ChatLogMailParts {
  readonly mailer: Mailer;
}

/** One attempt to send the log of a closed chat, or an agent's answer to a left message. Source: WH-27. */
export async function attemptMail(
  effect: StartAttemptEffect,
  cargo: MailCargo,
  parts: MailAttemptParts,
  isLate: () => boolean,
): Promise<Attempted> {
  const { deliveryId, timeoutMs } = effect;
  const mail = await ("answer" in cargo
    ? composeAnswer(effect, cargo.answer, parts)
    : composeLog(effect, cargo, parts));
  if (mail === null) {
    const message = "The text of the mail is no longer stored.";
    return { skipped: { kind: "no_target", code: "no_target", message } };
  }
  if (isLate()) return { isWithdrawn: true };
  return parts.mailer.send({ ...mail, to: cargo.to, messageId: deliveryId, timeoutMs });
}

type Composed = Pick<OutboundMail, "subject" | "text" | "dateMs" | "isByPerson"> | null;

const composeLog = ({ chatId }: StartAttemptEffect, cargo: LogMailCargo, parts: MailAttemptParts): Promise<Composed> =>
  composeChatLog(chatId, cargo, parts);

/** The date is the time of writing, so that each attempt sends the same mail. */
async function composeAnswer(
  { deliveryId }: StartAttemptEffect,
  { subject, text }: { readonly subject: string; readonly text: string },
  { store }: MailAttemptParts,
): Promise<Composed> {
  const delivery = await readDelivery(store, deliveryId);
  if (delivery === undefined) return null;
  const { createdAtMs: dateMs } = delivery.context;
  return { subject, text: text.endsWith("\n") ? text : `${text}\n`, dateMs, isByPerson: true };
}
