import type { ApiFailure } from "../../../shared/api/api.ts";

/** As the service takes them. */
export const photoTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
const bytesMax = 10 * 1024 * 1024;

export const unreadable = "This picture cannot be read: it is damaged. Choose another one.";
const tooLarge = "This picture is too large. Choose one of 10 MB at most.";

/** Why a file cannot become a photo, as far as a page can tell; null when it can. */
export function refusePhoto({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!photoTypes.some((known) => known === type)) return "Choose a picture: PNG, JPEG, GIF or WebP.";
  if (size === 0) return unreadable;
  return size > bytesMax ? tooLarge : null;
}

/** Why the service did not take it. */
export function photoFailure({ code, message, said = "" }: ApiFailure): string {
  if (code === "payload_too_large") return tooLarge;
  if (code === "insufficient_storage") return "The service's disk is full: no picture is taken now. Try again later.";
  if (code !== "invalid_request") return message;
  return /pixels/.test(said) ? "This picture has too many pixels. Make it smaller, or choose another one." : unreadable;
}
