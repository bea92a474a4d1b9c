import type { FileFacts, MessageContent } from "../../../machines/chat/message.types.ts";
import type { ConversationKey } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Commits, FileRow } from "../../ports/store.ts";
import type { ChannelNow } from "../directory.ts";
import type { Post } from "../effects.ts";
import { newMessageId } from "../new-ids.ts";
import { botSituationOf } from "./customer-inbox.ts";
import type { Done, VisitorLetter, VisitorText } from "./visitor-inbox.ts";
import { invitedBy, markOf } from "./visitor-inbox.ts";

/** A file that a visitor sends; its bytes are on the disk. */
export interface VisitorFile extends Pick<VisitorText, "invitation"> {
  readonly content: MessageContent;
  readonly file: FileFacts;
  /** The hash of the bytes. */
  readonly hash: string;
}

/** Receives the files of visitors. */
export interface VisitorFiles {
  /**
   * Stores a message of the chat and the rows of its file in one commit. A repeated request changes nothing; its id identifies
   * name, type and bytes. `done` is called once, in the tick of the commit and before the message is shown.
   */
  send(letter: VisitorLetter, channel: ChannelNow, sent: VisitorFile, done: Done): void;
}

export const createVisitorFiles = ({ post, clock }: { readonly post: Post; readonly clock: Clock }): VisitorFiles => ({
  send(letter, channel, { content, file, hash, invitation }, done) {
    const { visitor, requestId, cause } = letter;
    const nowMs = clock.nowMs();
    const { bot } = channel.settings;
    post.submit({
      target: { kind: "sought", ...visitor, senderIdKind: "string" },
      event: {
        type: "message.received",
        nowMs,
        sender: { senderIdKind: "string" },
        message: { id: newMessageId(), externalId: requestId, content },
        isFromWidget: true,
        file,
        ...(invitation !== null && invitedBy(invitation)),
        ...(bot !== null && { bot: botSituationOf(channel, bot, content, nowMs) }),
      },
      cause,
      idempotency: markOf(letter, `file ${JSON.stringify([content.type, file.name, file.mimeType, file.bytes, hash])}`),
      done,
    });
  },
});

/**
 * Stores the rows of a file whose bytes are already on the disk. Stores nothing when `isWanted` returns false, or the chat was
 * deleted meanwhile. Returns whether the rows were stored. Source: CH-60.
 */
export async function keepUpload(
  store: Commits,
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
