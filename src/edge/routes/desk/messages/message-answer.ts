import type { ChatId } from "../../../../../machines/ids.ts";
import type { TurnDone } from "../../../../actors/pending.ts";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { toDeskMessage } from "../../../../codec/desk/desk.ts";
import { assert } from "../../../../core/assert.ts";
import { readMessage } from "../../../../domain/chat/queries/chat-queries.ts";
import { messageOf } from "../../../../domain/host.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { DeskParts } from "../desk-parts.ts";

/** Answers 202 `{message}`: the message is committed and will be delivered to the customer system. */
export async function answerMessage(
  desk: DeskParts,
  exchange: HttpExchange,
  chatId: ChatId,
  seq: number,
): Promise<void> {
  const message = await showMessage(desk, chatId, seq);
  exchange.answer(202, { body: JSON.stringify({ message }) });
}

/** As `answerMessage`, for the message of a turn. */
export async function answerNewMessage(
  desk: DeskParts,
  exchange: HttpExchange,
  chatId: ChatId,
  outcome: TurnDone,
): Promise<void> {
  const message = await showNewMessage(desk, chatId, outcome);
  exchange.answer(202, { body: JSON.stringify({ message }) });
}

/** Returns the message of a turn. If the turn repeats an earlier one, the message is read from the store. */
export async function showNewMessage(desk: DeskParts, chatId: ChatId, outcome: TurnDone): Promise<DeskMessage> {
  const brought = messageOf(outcome);
  if (brought === null) return showMessage(desk, chatId, outcome.answer);
  return toDeskMessage(brought.message, brought.delivery);
}

async function showMessage({ store }: DeskParts, chatId: ChatId, seq: number): Promise<DeskMessage> {
  const view = await readMessage(store.durable, chatId, seq);
  assert(view !== undefined, `message ${seq} of chat ${chatId} was committed and is not stored`);
  return toDeskMessage(view.message, view.delivery);
}
