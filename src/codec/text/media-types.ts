import type { MediaType } from "../../../machines/chat/message.types.ts";

/** What a customer or an agent can send besides text. Source: CH-53. */
export const mediaTypes = [
  "video",
  "audio",
  "voice",
  "photo",
  "sticker",
  "document",
  "location",
] as const satisfies readonly MediaType[];
