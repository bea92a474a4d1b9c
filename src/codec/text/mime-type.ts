/** Type and subtype of RFC 6838, section 4.2. */
const mimePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

export const unknownMimeType = "application/octet-stream";

/** The type a `Content-Type` names, in lower case and without parameters; the unknown type when it names none. */
export function parseMimeType(contentType: string): string {
  const [essence = ""] = contentType.split(";", 1);
  const mimeType = essence.trim().toLowerCase();
  return mimePattern.test(mimeType) ? mimeType : unknownMimeType;
}

const kindOf = (mimeType: string): string => mimeType.slice(0, mimeType.indexOf("/"));

/** Shown in a page as it is; anything else is only ever saved. Source: CH-60. */
export const isShownInline = (mimeType: string): boolean => ["image", "audio", "video"].includes(kindOf(mimeType));

export type FileMessageType = "photo" | "video" | "audio" | "voice" | "document";

/** Which message a file becomes. Source: CH-59. */
export function messageTypeOf(mimeType: string, isVoice: boolean): FileMessageType {
  switch (kindOf(mimeType)) {
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
