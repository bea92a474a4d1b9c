import type { ChatId } from "../../../../machines/ids.ts";
import { toDeskMessage } from "../../../codec/desk.ts";
import { assert } from "../../../core/assert.ts";
import type { TurnDone } from "../../../runtime/pending.ts";
import type { MessageView } from "../../../runtime/views.ts";
import { readMessage } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { DeskParts } from "./desk-parts.ts";

/** Answers 202 `{message}`: committed, and on its way to the customer system. */
export function answerMessage(desk: DeskParts, exchange: HttpExchange, chatId: ChatId, seq: number): void {
  const view = readMessage(desk.store, chatId, seq);
  assert(view !== undefined, `message ${seq} of chat ${chatId} was committed and is not stored`);
  answerView(exchange, view);
}

/** The same for a message that was stored just now: nothing is read. */
export function answerNewMessage(desk: DeskParts, exchange: HttpExchange, chatId: ChatId, outcome: TurnDone): void {
  const { message, delivery, messageSeq } = outcome;
  if (message === null) answerMessage(desk, exchange, chatId, messageSeq);
  else answerView(exchange, { message, delivery });
}

const answerView = (exchange: HttpExchange, { message, delivery }: MessageView): void =>
  exchange.answer(202, { body: JSON.stringify({ message: toDeskMessage(message, delivery) }) });
