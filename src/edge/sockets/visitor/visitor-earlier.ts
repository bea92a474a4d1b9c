import type { ChatId } from "../../../../machines/ids.ts";
import { encodeEarlierFrame, encodeVisitorMessageFrame } from "../../../codec/visitor/visitor-frame.ts";
import { asChatId } from "../../../core/ids.ts";
import { undamaged } from "../../../core/rows/undamaged.ts";
import type { ChatView } from "../../../domain/chat/chat-queries.ts";
import { readChat } from "../../../domain/chat/chat-queries.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import type { VisitorLink } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";

/** Of one chat; of more the newest. */
const messagesMax = 200;
/** Chats looked at for one that has something to show: a client may have some of other channels, or some without a word. */
const chatsPassedMax = 50;

/**
 * Sends what was said in the newest chat of the visitor before `before` that is over, then `done` and whether there are chats before it.
 * Only the visitor's own; of each message what the visitor's page is shown of one that is new. Source: AUTH-15.
 */
export async function sendEarlier(
  link: VisitorLink,
  visitor: Visitor,
  { id, before }: { readonly id: string; readonly before?: string },
  parts: VisitorParts,
): Promise<void> {
  const client = parts.store.durable.read("client", [visitor.conversation]);
  const limit = chatsPassedMax + 1;
  const rows =
    client === undefined
      ? []
      : await parts.store.scan("clientChat", {
          prefix: [client.client.number],
          ...(before !== undefined && { after: [client.client.number, Number(before)] as const }),
          reverse: true,
          limit,
        });
  const own = rows
    .slice(0, chatsPassedMax)
    .map(({ key }) => undamaged(() => readChat(parts.store.durable, asChatId(String(key[1])))));
  for (const [index, chat] of own.entries()) {
    if (chat === undefined || chat.conversation !== visitor.conversation || chat.state !== "closed") continue;
    const frames = framesOf(chat, chat.context.id, parts);
    if (frames.length === 0) continue;
    for (const frame of frames) link.send(frame);
    link.send(encodeEarlierFrame(id, index + 1 < rows.length));
    return;
  }
  link.send(encodeEarlierFrame(id, false));
}

/** A page that is sent more than its buffer holds would be closed. */
function framesOf({ context }: ChatView, chatId: ChatId, { store, runtime, limits }: VisitorParts): readonly string[] {
  const frames: string[] = [];
  let bytesLeft = limits.visitorBackpressureBytesMax / 2;
  for (let seq = context.lastSeq; seq > 0 && frames.length < messagesMax; seq -= 1) {
    const stored = undamaged(() => store.durable.read("message", [Number(chatId), seq]));
    const message = stored === undefined ? null : runtime.visitorFeed.toMessage(stored, context.channelId);
    if (message === null) continue;
    const frame = encodeVisitorMessageFrame(chatId, message);
    bytesLeft -= Buffer.byteLength(frame);
    if (bytesLeft < 0) break;
    frames.push(frame);
  }
  return frames.reverse();
}
