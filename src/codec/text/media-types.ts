import type { MediaType } from "../../../machines/chat/message.types.ts";

/** The types of messages besides text that a customer or an agent can send. Source: CH-53. */
export const mediaTypes = [
  "video",
  "audio",
  "voice",
  "photo",
  "sticker",
  "document",
  "location",
] as const satisfies readonly MediaType[];
