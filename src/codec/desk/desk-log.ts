import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { AttemptRecord, DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure, BotEvent, Cargo, FailureKind, WebhookEventName } from "../../../machines/tells.ts";
import { isNoChat } from "../../../machines/tells.ts";
import type { ChannelLogRow } from "../../ports/store.ts";
import { cutCodePoints } from "../text/text.ts";
import type { DeskDeliveryState } from "./desk.ts";
import { lineOf, nameOfNameless, toDeliveryState } from "./desk.ts";

interface LoggedError {
  readonly code: string;
  readonly message: string;
}

/** One attempt as the delivery log shows it. Source: DEL-28. */
export interface DeskAttempt {
  readonly number: number;
  readonly at: number;
  /** Null while it runs, and if its end was not recorded. */
  readonly durationMs: number | null;
  readonly status: number | null;
  readonly error: LoggedError | null;
  /** Secrets are masked; null for agents who are not administrators. */
  readonly address: string | null;
  readonly answer: string | null;
  readonly note: string | null;
}

/** A message on its way to a customer system, or an event to a bot, with every attempt. */
export interface DeskDeliveryRecord {
  readonly id: string;
  /** Null for an event that belongs to no chat. */
  readonly chatId: string | null;
  readonly channelId: string;
  /** The message's id, or the event's. Source: CH-41, BOT-11, WH-39. */
  readonly messageId: string;
  /** Null for an event that belongs to no message. */
  readonly messageSeq: number | null;
  readonly kind: "message" | "mail" | "answer" | BotEvent["event"] | WebhookEventName;
  /** Null for a delivery that belongs to no chat, and if the chat was deleted. */
  readonly client: DeliveryClient | null;
  /** The first words of the sent text; null if there is no text. */
  readonly words: string | null;
  readonly state: DeskDeliveryState;
  readonly attempts: readonly DeskAttempt[];
  readonly error: LoggedError | null;
  /** The kind of the error; null while the delivery has not failed. */
  readonly failure: FailureKind | null;
  readonly createdAt: number;
}

/** The client to whose chat a delivery belongs. */
export interface DeliveryClient {
  readonly number: number;
  readonly name: string;
}

export const toDeliveryClient = ({ number, name }: ClientFacts): DeliveryClient => ({
  number,
  name: name ?? nameOfNameless,
});

/**
 * One delivery with its body, for administrators. The body is that of an event for the owner's server; null for all other kinds.
 */
export interface DeskDeliveryDetails extends DeskDeliveryRecord {
  readonly request: { readonly body: string } | null;
}

/** An entry of a channel's delivery log that belongs to no attempt of a message. */
export interface DeskLogEntry {
  readonly at: number;
  readonly kind: ChannelLogRow["kind"];
  readonly text: string;
  readonly chatId: string | null;
  readonly messageSeq: number | null;
  readonly cause: string;
}

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

const toLoggedError = (failure: AttemptFailure | null): LoggedError | null =>
  failure === null ? null : { code: failure.code, message: failure.message };

export const toDeskLogEntry = (row: ChannelLogRow): DeskLogEntry => ({
  at: row.atMs,
  kind: row.kind,
  text: row.text,
  chatId: row.chatId,
  messageSeq: row.messageSeq === 0 ? null : row.messageSeq,
  cause: row.cause,
});
