import type { Desk } from "../../data/desk.ts";
import { factsOfFile } from "./file-facts.ts";
import type { Tray } from "./tray.ts";
import { createTray } from "./tray.ts";
import { uploadFile } from "./upload.ts";
import { createWriting } from "./writing.ts";

const trays = new WeakMap<Desk, Map<string, Tray>>();

/** The files of a chat, kept while another chat is open. */
export function trayOf(desk: Desk, chatId: string): Tray {
  const known = trays.get(desk) ?? new Map<string, Tray>();
  trays.set(desk, known);
  const found = known.get(chatId) ?? openTray(desk, chatId);
  known.set(chatId, found);
  return found;
}

const openTray = (desk: Desk, chatId: string): Tray =>
  createTray({
    chatId,
    newId: desk.browser.newId,
    bytesMax: () => bytesMaxIn(desk, chatId),
    upload: uploadFile,
    factsOf: factsOfFile,
    onSent(contents) {
      const afterSeq = desk.conversations.open(chatId).messages.peek().at(-1)?.seq ?? 0;
      for (const content of contents) desk.outbox.add({ chatId, isNote: false, content, afterSeq });
    },
    onComment: (comment) => createWriting(desk, chatId).takeBack("reply", comment),
  });

/** The channel's limit for files. When it is unknown, the service refuses files that are too large. Source: CH-60. */
function bytesMaxIn({ chats, surroundings }: Desk, chatId: string): number {
  const channelId = chats.of(chatId).peek()?.channelId;
  const channel = surroundings.peek().channels.find(({ id }) => id === channelId);
  return channel?.limits.uploadBytesMax ?? Number.POSITIVE_INFINITY;
}
