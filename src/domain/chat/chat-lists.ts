import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import { hasFailedMessages } from "../../../machines/chat/steps/lane-steps.ts";
import type { Listing, MarkedList } from "../../actors/actor-definition.ts";

/** The extra state under which the table of chats by state lists chats with failed messages. */
export const failedList = "failed";

/** A chat is listed by its client and by its state; a closed chat is queued for the archive. */
export function listChat({
  context: { id, channelId, client },
  state,
  listedState,
  write,
}: Listing<ChatContext>): void {
  const number = Number(id);
  if (listedState === null) write({ table: "clientChat", key: [client.number, number], row: { channelId } });
  else write({ table: "chatState", key: [listedState, number], row: null });
  write({ table: "chatState", key: [state, number], row: { channelId } });
  if (state === "closed") write({ table: "archiveQueue", key: [number], row: { isRemoval: false } });
}

/** Lists a chat while it has failed messages that nobody has handled. */
export const failedChats: MarkedList<ChatContext> = {
  isMarked: hasFailedMessages,
  list: ({ context: { id, channelId }, write }, isMarked) => {
    write({ table: "chatState", key: [failedList, Number(id)], row: isMarked ? { channelId } : null });
  },
};
