import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { AttemptRecord, DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure, Cargo } from "../../../machines/tells.ts";
import { isNoChat } from "../../../machines/tells.ts";
import type { ChannelLogRow } from "../../ports/store.ts";
import type { Sent } from "../schema/frame.ts";
import { cutCodePoints } from "../text/text.ts";
import { lineOf, nameOfNameless, toDeliveryState } from "./desk.ts";
import type { deliveryDetails, deliverySchema, logEntrySchema } from "./desk-answer-schemas.ts";

/** A message on its way to a customer system, or an event to a bot, with every attempt. */
export type DeskDeliveryRecord = Sent<typeof deliverySchema>;
/** One attempt as the delivery log shows it. Source: DEL-28. */
export type DeskAttempt = DeskDeliveryRecord["attempts"][number];
/** The client to whose chat a delivery belongs. */
export type DeliveryClient = NonNullable<DeskDeliveryRecord["client"]>;
type LoggedError = DeskDeliveryRecord["error"];
/** One delivery with its body, for administrators. */
export type DeskDeliveryDetails = Sent<typeof deliveryDetails>;
/** An entry of a channel's delivery log that belongs to no attempt of a message. */
export type DeskLogEntry = Sent<typeof logEntrySchema>;

export const toDeliveryClient = ({ number, name }: ClientFacts): DeliveryClient => ({
  number,
  name: name ?? nameOfNameless,
});

/**
 * A delivery as the log shows it, including texts that the chat hides. Addresses are only for administrators.
 * `machineState` is the state of the delivery's machine. Source: DEL-14, DEL-28, AUTH-14.
 */
export function toDeskDeliveryRecord(
  context: DeliveryContext,
  machineState: string,
  isAdministrator: boolean,
  client: DeliveryClient | null,
): DeskDeliveryRecord {
  const { id, chatId, channelId, messageId, messageSeq, cargo } = context;
  const state = toDeliveryState(machineState);
  return {
    id,
    chatId: isNoChat(chatId) ? null : chatId,
    channelId,
    messageId: messageId ?? id,
    messageSeq: messageSeq === 0 ? null : messageSeq,
    kind: kindOf(cargo),
    client,
    words: wordsOf(cargo),
    state,
    attempts: context.attempts.map((attempt) => toDeskAttempt(attempt, isAdministrator)),
    error: state === "failed" ? toLoggedError(context.error) : null,
    failure: state === "failed" ? (context.error?.kind ?? null) : null,
    createdAt: context.createdAtMs,
  };
}

const wordsCodePointsMax = 120;

function wordsOf(cargo: Cargo): string | null {
  const words = cargo.kind === "message" ? lineOf(cargo.content) : textOf(cargo);
  return words === "" ? null : cutCodePoints(words, wordsCodePointsMax);
}

const textOf = (cargo: Cargo): string =>
  cargo.kind === "bot_event" && cargo.event.event === "CLIENT_MESSAGE" ? cargo.event.text : "";

/** Names in a query that mean a group of kinds. */
export const deliveryGroups = ["webhook", "bot"] as const;

/** Whether a delivery is of the kind or the group that a query names. */
export function isOfKind(cargo: Cargo, wanted: string): boolean {
  if (wanted === "webhook") return cargo.kind === "webhook";
  if (wanted === "bot") return cargo.kind === "bot_event";
  return kindOf(cargo) === wanted;
}

function kindOf(cargo: Cargo): DeskDeliveryRecord["kind"] {
  switch (cargo.kind) {
    case "message":
      return cargo.kind;
    case "mail":
      return "answer" in cargo ? "answer" : cargo.kind;
    case "bot_event":
      return cargo.event.event;
    case "webhook":
      return cargo.event;
  }
}

const toDeskAttempt = (attempt: AttemptRecord, isAdministrator: boolean): DeskAttempt => ({
  number: attempt.number,
  at: attempt.startedAtMs,
  durationMs: attempt.durationMs,
  status: attempt.httpStatus,
  error: toLoggedError(attempt.failure),
  address: isAdministrator ? attempt.address : null,
  answer: attempt.answer,
  note: attempt.note,
});

const toLoggedError = (failure: AttemptFailure | null): LoggedError =>
  failure === null ? null : { code: failure.code, message: failure.message };

export const toDeskLogEntry = (row: ChannelLogRow): DeskLogEntry => ({
  at: row.atMs,
  kind: row.kind,
  text: row.text,
  chatId: row.chatId,
  messageSeq: row.messageSeq === 0 ? null : row.messageSeq,
  cause: row.cause,
});
