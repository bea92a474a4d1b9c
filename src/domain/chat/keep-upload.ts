import type { ConversationKey } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import type { FileRow, Store } from "../../ports/store.ts";

/**
 * Stores the rows of a file whose bytes are already on the disk. Stores nothing when `isWanted` returns false, or the chat was
 * deleted meanwhile. Returns whether the rows were stored. Source: CH-60.
 */
export async function keepUpload(
  store: Pick<Store, "commit">,
  conversation: ConversationKey,
  { token, ...row }: FileRow & { readonly token: string },
  isWanted: () => boolean,
): Promise<boolean> {
  const actor = [chatAddress(row.chatId)] as const;
  const needs = { conversations: [conversation], rows: [{ table: "actor", key: actor } as const] };
  let isKept = isWanted();
  for (let isLocked = false; !isLocked; ) {
    await store.commit(needs, (rows) => {
      // Another process has the chat's lock for some milliseconds.
      isLocked = rows.hasLock(conversation);
      if (!isLocked) return [];
      isKept &&= rows.read("actor", actor) !== undefined;
      if (!isKept) return [];
      return [
        { table: "file", key: [token], row },
        { table: "chatFile", key: [Number(row.chatId), token], row: {} },
      ];
    });
  }
  return isKept;
}
