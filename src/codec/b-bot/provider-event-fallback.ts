import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { BotContent, OutwardContent } from "../../../machines/chat/message.types.ts";

/**
 * The part of a bot's message that a channel of this kind can show; `null` if it can show nothing. A Chat API channel shows only
 * text. Source: BOT-38.
 */
export function fallbackOf(content: BotContent, channelKind: ChannelSettings["kind"]): OutwardContent | null {
  switch (channelKind) {
    case "api": {
      const text = content.type === "text" ? content.text : content.fallback;
      return text === undefined ? null : { type: "text", text, media: null };
    }
    // The widget shows every type, so it needs no fallback.
    case "widget":
      return null;
  }
}
