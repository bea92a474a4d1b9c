import type { ChatId } from "../../../../machines/ids.ts";
import { toDeskMessage } from "../../../codec/desk.ts";
import { assert } from "../../../core/assert.ts";
import { readMessage } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { DeskParts } from "./desk-parts.ts";

/** Answers 202 `{message}`: committed, and on its way to the customer system. */
export function answerMessage(desk: DeskParts, exchange: HttpExchange, chatId: ChatId, seq: number): void {
  const view = readMessage(desk.store, chatId, seq);
  assert(view !== undefined, `message ${seq} of chat ${chatId} was committed and is not stored`);
  exchange.answer(202, { body: JSON.stringify({ message: toDeskMessage(view.message, view.delivery) }) });
}
