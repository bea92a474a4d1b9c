import type { Asking } from "./asking/asking.ts";
import type { Parts } from "./parts.types.ts";

/** Shows the conversation as it is now, in this tab. */
export function showLines({ shown, conversation, keep }: Parts): void {
  const { chat, isChatting } = shown.model;
  const unread = conversation.countBehind(keep.seen());
  shown.change({ lines: conversation.lines(chat), unread });
  if (chat === null) return;
  const asked = isChatting || unread > 0 ? chat.id : null;
  if (keep.chat.read() !== asked) keep.chat.write(asked);
}

/** Marks everything shown as seen, and tells the service. */
export function seeLines(parts: Parts, ask: Asking["ask"]): void {
  const last = parts.conversation.last();
  if (last === undefined || parts.shown.model.unread === 0) return;
  parts.keep.see(last);
  ask({ type: "seen", chat: String(last.chat), seq: last.seq });
  showLines(parts);
}
