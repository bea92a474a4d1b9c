import type { MessageContent } from "../chat/message.types.ts";

/** A client's message as text for the bot: surface B has no media type. Source: BOT-14. */
export function textForBot({ type, text, media }: MessageContent): string {
  if (type === "location") return joined(text, `${media?.latitude},${media?.longitude}`);
  return joined(text, media?.file ?? "");
}

const joined = (comment: string, place: string): string =>
  comment === "" || place === "" ? comment + place : `${comment}\n${place}`;
