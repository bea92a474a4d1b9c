/** Type and subtype of RFC 6838, section 4.2. */
const mimePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

export const unknownMimeType = "application/octet-stream";

/** The type in a `Content-Type`, in lower case and without parameters; the unknown type if there is none. */
export function parseMimeType(contentType: string): string {
  const [essence = ""] = contentType.split(";", 1);
  const mimeType = essence.trim().toLowerCase();
  return mimePattern.test(mimeType) ? mimeType : unknownMimeType;
}

/** The pictures, sounds and films that browsers show. An SVG is not among them: it can look like a page of the company. */
const shownTypes: ReadonlySet<string> = new Set([
  ...["png", "jpeg", "gif", "webp", "avif"].map((name) => `image/${name}`),
  ...["aac", "flac", "mp4", "mpeg", "ogg", "opus", "wav", "webm", "x-m4a", "x-wav"].map((name) => `audio/${name}`),
  ...["mp4", "mpeg", "ogg", "quicktime", "webm"].map((name) => `video/${name}`),
]);

/** Whether a page shows a file of this type directly. All other files are only offered for download. Source: CH-60. */
export const isShownInline = (mimeType: string): boolean => shownTypes.has(mimeType);

export type FileMessageType = "photo" | "video" | "audio" | "voice" | "document";

/** The type of the message for a file. Source: CH-59. */
export function messageTypeOf(mimeType: string, isVoice: boolean): FileMessageType {
  if (!isShownInline(mimeType)) return "document";
  switch (mimeType.slice(0, mimeType.indexOf("/"))) {
    case "image":
      return "photo";
    case "video":
      return "video";
    case "audio":
      return isVoice ? "voice" : "audio";
    default:
      return "document";
  }
}
