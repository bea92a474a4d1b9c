import { encodeEarlierFrame } from "../../../codec/visitor/visitor-frame.ts";
import { listEarlierChats } from "../../../domain/chat/queries/visitor-queries.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readMessageFrames } from "./visitor-frames.ts";
import type { VisitorLink } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";

/** The limit for one chat; of more messages, the newest are sent. */
const messagesMax = 200;

/**
 * Sends the messages of the visitor's newest closed chat before `before`, then `done` with whether earlier chats exist.
 * Only the visitor's own chats; each message has the same form as a new one. Source: AUTH-15.
 */
export async function sendEarlier(
  link: VisitorLink,
  visitor: Visitor,
  { id, before }: { readonly id: string; readonly before?: string },
  parts: VisitorParts,
): Promise<void> {
  const beforeNumber = before === undefined ? undefined : Number(before);
  for (const { chat, hasMore } of await listEarlierChats(parts.store, visitor.conversation, beforeNumber)) {
    const frames = await readMessageFrames(chat.context, 0, messagesMax, parts);
    if (frames.length === 0) continue;
    for (const frame of frames) link.send(frame);
    link.send(encodeEarlierFrame(id, hasMore));
    return;
  }
  link.send(encodeEarlierFrame(id, false));
}
