import type { MailCargo, StartAttemptEffect } from "../../machines/delivery/delivery.types.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Attempted } from "./attempts.ts";
import type { ChatLogMailParts } from "./chat-log-mail.ts";
import { composeChatLog } from "./chat-log-mail.ts";

export interface MailAttemptParts extends ChatLogMailParts {
  readonly mailer: Mailer;
}

/** One attempt to send the log of a closed chat. Source: WH-27. */
export async function attemptMail(
  { chatId, deliveryId, timeoutMs }: StartAttemptEffect,
  cargo: MailCargo,
  parts: MailAttemptParts,
): Promise<Attempted> {
  const mail = await composeChatLog(chatId, cargo, parts);
  if (mail === null) {
    const message = "The chat is not kept any more.";
    return { skipped: { kind: "no_target", code: "no_target", message } };
  }
  return parts.mailer.send({ ...mail, to: cargo.to, messageId: deliveryId, timeoutMs });
}
