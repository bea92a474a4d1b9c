import type { ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";

const text = textsOf("settings-you", settingsYou);

/** The types that the service accepts. */
export const photoTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
const bytesMax = 10 * 1024 * 1024;

export const unreadable = (): string => text("photoUnreadable");
const tooLarge = (): string => text("photoTooLarge");

/** The reason why a file cannot become a photo; null when the page finds none. */
export function refusePhoto({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!photoTypes.some((known) => known === type)) return text("photoWrongType");
  if (size === 0) return unreadable();
  return size > bytesMax ? tooLarge() : null;
}

/** The reason why the service refused the photo. */
export function photoFailure({ code, message, said = "" }: ApiFailure): string {
  if (code === "payload_too_large") return tooLarge();
  if (code === "insufficient_storage") return text("photoDiskFull");
  if (code !== "invalid_request") return message;
  return /pixels/.test(said) ? text("photoTooManyPixels") : unreadable();
}
