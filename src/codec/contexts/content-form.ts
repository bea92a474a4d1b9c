import type { MediaFields, OutwardContent } from "../../../machines/chat/message.types.ts";
import type { chat } from "../proto/generated/contexts.js";
import { decodeButton } from "./chat-form.ts";
import { listOf } from "./context-reader.ts";

/** The content of a delivery. An empty list of buttons means that there are no buttons. */
export function decodeContent(stored: chat.MessageContent): OutwardContent {
  const content: OutwardContent = {
    type: stored.type as OutwardContent["type"],
    text: stored.text,
    media: stored.media ? decodeMedia(stored.media) : null,
  };
  const { buttons, fallback, cut } = stored;
  const isPlain = buttons.length === 0 && typeof fallback !== "string" && typeof cut !== "number";
  if (isPlain) return content;
  return {
    ...content,
    ...(buttons.length > 0 && { buttons: listOf(buttons as chat.MessageButton[], decodeButton) }),
    ...(typeof fallback === "string" && { fallback }),
    ...(typeof cut === "number" && { cut }),
  };
}

const texts = ["file", "thumb", "emoji", "file_name", "performer", "title"] as const;
const numbers = ["file_size", "duration", "width", "height", "latitude", "longitude"] as const;

function decodeMedia(stored: chat.MediaFields.$Properties): MediaFields {
  const media: { -readonly [Field in keyof MediaFields]: MediaFields[Field] } = {};
  for (const field of texts) {
    const text = stored[field];
    if (typeof text === "string") media[field] = text;
  }
  for (const field of numbers) {
    const number = stored[field];
    if (typeof number === "number") media[field] = number;
  }
  return media;
}
