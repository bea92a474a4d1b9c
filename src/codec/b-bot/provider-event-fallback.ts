import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { BotContent, OutwardContent } from "../../../machines/chat/message.types.ts";

/**
 * What a channel of this kind can show of what a bot says; `null` when that is nothing. A Chat API channel shows text alone.
 * Source: BOT-38.
 */
export function fallbackOf(content: BotContent, channelKind: ChannelSettings["kind"]): OutwardContent | null {
  switch (channelKind) {
    case "api": {
      const text = content.type === "text" ? content.text : content.fallback;
      return text === undefined ? null : { type: "text", text, media: null };
    }
    // The widget shows every type itself: nothing is sent instead.
    case "widget":
      return null;
  }
}
