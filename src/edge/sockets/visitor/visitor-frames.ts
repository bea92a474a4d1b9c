import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import { encodeVisitorFrame } from "../../../codec/visitor/visitor-sent.ts";
import { readBackwards } from "../../../domain/chat/queries/visitor-queries.ts";
import type { VisitorParts } from "./visitor-parts.ts";

/**
 * Returns the frames of a chat's messages after `since`, in order, limited to the newest. They fill at most half of a page's
 * buffer, because the page would be closed at the limit, at each attempt.
 */
export async function readMessageFrames(
  chat: ChatContext,
  since: number,
  countMax: number,
  { store, runtime, limits }: Pick<VisitorParts, "store" | "runtime" | "limits">,
): Promise<readonly string[]> {
  const frames: string[] = [];
  let bytesLeft = limits.visitorBackpressureBytesMax / 2;
  for await (const page of readBackwards(store.durable, chat, since)) {
    const shown = page.map((message) => runtime.visitorFeed.toMessage(message, chat.channelId));
    for (const message of shown) {
      if (message === null) continue;
      const frame = encodeVisitorFrame({ type: "message", chatId: chat.id, message });
      bytesLeft -= Buffer.byteLength(frame);
      if (bytesLeft < 0 || frames.length === countMax) return frames.reverse();
      frames.push(frame);
    }
  }
  return frames.reverse();
}
