import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";

/** What is on its way, for people. */
export function nameOfKind(kind: DeskDeliveryRecord["kind"]): string {
  switch (kind) {
    case "message":
      return "Message";
    case "mail":
      return "Chat log by mail";
    case "answer":
      return "Answer by mail";
    case "CLIENT_MESSAGE":
    case "AGENT_JOINED":
    case "AGENT_UNAVAILABLE":
      return `Bot: ${kind}`;
    default:
      return `Event: ${kind}`;
  }
}

/** What a row is about: whose chat it is, and where it belongs to none, what it is. */
export const titleOf = ({ client, kind }: DeskDeliveryRecord): string => client?.name ?? nameOfKind(kind);

/** What is on its way in a row: its first words, or what it is. */
export function contentOf({ client, kind, words }: DeskDeliveryRecord): string | null {
  if (words !== null) return kind === "message" ? words : `${nameOfKind(kind)}: ${words}`;
  return client === null ? null : nameOfKind(kind);
}

/** A channel that is not there any more is called by its id. */
export const nameOfChannel = (
  channels: readonly { readonly id: string; readonly name: string }[],
  id: string,
): string => channels.find((channel) => channel.id === id)?.name ?? id;

/** What became of it, with the reason. */
export function describeOutcome({ state, attempts, error }: DeskDeliveryRecord): string {
  const count = attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`;
  switch (state) {
    case "pending":
      return "Waiting for its turn";
    case "attempting":
      return attempts.length === 0 ? "Being sent" : `Being sent, attempt ${attempts.length}`;
    case "delivered":
      return `Delivered, ${count}`;
    case "failed":
      return `Not delivered after ${count}${error === null ? "" : `: ${error.message}`}`;
  }
}

/** Bots are told a thing in its time or not at all; what is on its way is sent already. Source: BOT-22, DEL-05, WH-38. */
export function canSendAgain({ state, kind }: DeskDeliveryRecord, isAdministrator: boolean): boolean {
  if (kind === "CLIENT_MESSAGE" || kind === "AGENT_JOINED" || kind === "AGENT_UNAVAILABLE") return false;
  if (state === "failed") return isAdministrator || kind === "message";
  return state === "delivered" && isAdministrator;
}
