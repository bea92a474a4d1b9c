import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { deliveries } from "../texts/en/deliveries.ts";

const text = textsOf("deliveries", deliveries);

/** The readable kind of a delivery. */
export function nameOfKind(kind: DeskDeliveryRecord["kind"]): string {
  switch (kind) {
    case "message":
      return text("message");
    case "mail":
      return text("mail");
    case "answer":
      return text("answerByMail");
    case "CLIENT_MESSAGE":
    case "AGENT_JOINED":
    case "AGENT_UNAVAILABLE":
      return text("botEvent", { event: kind });
    default:
      return text("eventNamed", { event: kind });
  }
}

/** The title of a row: the chat's client, or without a chat the kind. */
export const titleOf = ({ client, kind }: DeskDeliveryRecord): string => client?.name ?? nameOfKind(kind);

/** The content of a row: its first words, or its kind. */
export function contentOf({ client, kind, words }: DeskDeliveryRecord): string | null {
  if (words !== null) return kind === "message" ? words : text("kindAndWords", { kind: nameOfKind(kind), words });
  return client === null ? null : nameOfKind(kind);
}

/** A removed channel is shown by its id. */
export const nameOfChannel = (
  channels: readonly { readonly id: string; readonly name: string }[],
  id: string,
): string => channels.find((channel) => channel.id === id)?.name ?? id;

/** The result of the delivery, with the reason. */
export function describeOutcome({ state, attempts, error }: DeskDeliveryRecord): string {
  const n = attempts.length;
  switch (state) {
    case "pending":
      return text("waits");
    case "attempting":
      return n === 0 ? text("sending") : text("sendingAttempt", { count: n });
    case "delivered":
      return text("delivered", { n });
    case "failed":
      return error === null ? text("failed", { n }) : text("failedWhy", { n, reason: error.message });
  }
}

/** Events for bots are never resent, because they are useful only in time. Running deliveries are being sent already. Source: BOT-22, DEL-05, WH-38. */
export function canSendAgain({ state, kind }: DeskDeliveryRecord, isAdministrator: boolean): boolean {
  if (kind === "CLIENT_MESSAGE" || kind === "AGENT_JOINED" || kind === "AGENT_UNAVAILABLE") return false;
  if (state === "failed") return isAdministrator || kind === "message";
  return state === "delivered" && isAdministrator;
}
