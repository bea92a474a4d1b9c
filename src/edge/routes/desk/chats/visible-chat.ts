import type { ChatId } from "../../../../../machines/ids.ts";
import { asChatId } from "../../../../core/ids.ts";
import type { Failure } from "../../../../core/result.ts";
import type { ChatPlace, ChatView } from "../../../../domain/chat/queries/chat-queries.ts";
import { readChat } from "../../../../domain/chat/queries/chat-queries.ts";
import type { StoredRows } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { DeskCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";

export const chatIdPattern = /^[1-9][0-9]{0,14}$/;

export interface VisibleChat<View extends ChatPlace = ChatView> {
  readonly id: ChatId;
  readonly view: View;
}

/** The same answer for an unknown chat and for a chat that the caller may not see. Source: AUTH-15. */
export const noSuchChat: Failure = { code: "not_found", message: "There is no such chat." };

/**
 * Finds a chat that the caller may see; null after answering `noSuchChat`. Pass the durable rows if the chat is shown to the
 * caller.
 */
export async function findVisibleChat(
  desk: DeskParts,
  exchange: HttpExchange,
  caller: DeskCaller,
  idText: string,
  rows: StoredRows = desk.store,
): Promise<VisibleChat | null> {
  const found = await lookUpChat(desk, caller, idText, rows);
  if (found === null) exchange.answerFailure(noSuchChat);
  return found;
}

/**
 * As `findVisibleChat`, but without answering. For handlers that read a body: they must start reading before the chat is found,
 * and answer later.
 */
export const lookUpChat = (
  desk: DeskParts,
  caller: DeskCaller,
  idText: string,
  rows: StoredRows = desk.store,
): Promise<VisibleChat | null> => lookUp(desk, caller, idText, (id) => readChat(rows, id));

/**
 * As `lookUpChat`, with the lookup `find`. A handler that needs only the place of the chat can find it without reading the store.
 */
export async function lookUp<View extends ChatPlace>(
  { runtime }: Pick<DeskParts, "runtime">,
  { profile }: DeskCaller,
  idText: string,
  find: (id: ChatId) => Promise<View | undefined>,
): Promise<VisibleChat<View> | null> {
  const id = asChatId(idText);
  const view = chatIdPattern.test(idText) ? await find(id) : undefined;
  return view !== undefined && runtime.directory.canSee(profile, view.context.channelId) ? { id, view } : null;
}
