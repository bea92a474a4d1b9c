import type { ChannelId, ChatId } from "../../../../machines/ids.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { ChatPlace, ChatView } from "../../../domain/chat/queries/chat-queries.ts";
import { readChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { ChannelViewer, Directory } from "../../../domain/directory.ts";
import { seesAllChannels } from "../../../domain/directory.ts";
import type { Store, StoredRows } from "../../../ports/store.ts";
import type { DeskCaller } from "./desk-caller.ts";

export const chatIdPattern = /^[1-9][0-9]{0,14}$/;

export interface VisibleChat<View extends ChatPlace = ChatView> {
  readonly id: ChatId;
  readonly view: View;
}

export interface ChatSources {
  readonly directory: Directory;
  readonly store: Store;
}

/** The same answer for an unknown chat and for a chat that the caller may not see. Source: AUTH-15. */
export const noSuchChat = fail("not_found", "There is no such chat.");

/** Finds a chat that the caller may see, else `noSuchChat`. Pass the durable rows if the chat is shown to the caller. */
export const findVisibleChat = (
  { directory, store }: ChatSources,
  caller: DeskCaller,
  idText: string,
  rows: StoredRows = store,
): Promise<Result<VisibleChat>> => findVisible(directory, caller, idText, (id) => readChat(rows, id));

/** As `findVisibleChat`, with the lookup `find`. Code that needs only the place of the chat finds it without reading the store. */
export async function findVisible<View extends ChatPlace>(
  directory: Directory,
  { profile }: DeskCaller,
  idText: string,
  find: (id: ChatId) => Promise<View | undefined>,
): Promise<Result<VisibleChat<View>>> {
  const id = asChatId(idText);
  const view = chatIdPattern.test(idText) ? await find(id) : undefined;
  return view !== undefined && directory.canSee(profile, view.context.channelId) ? ok({ id, view }) : noSuchChat;
}

/** Returns the channels for a search, null for all. A channel that the caller may not see is never searched. */
export function visibleChannels(
  directory: Directory,
  caller: ChannelViewer,
  asked: string | undefined,
): readonly ChannelId[] | null {
  if (asked === undefined && seesAllChannels(caller)) return null;
  return directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => (asked === undefined || id === asked) && directory.canSee(caller, id));
}
