/** Type and subtype of RFC 6838, section 4.2. */
const mimePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

export const unknownMimeType = "application/octet-stream";

/** The type in a `Content-Type`, in lower case and without parameters; the unknown type if there is none. */
export function parseMimeType(contentType: string): string {
  const [essence = ""] = contentType.split(";", 1);
  const mimeType = essence.trim().toLowerCase();
  return mimePattern.test(mimeType) ? mimeType : unknownMimeType;
}

const kindOf = (mimeType: string): string => mimeType.slice(0, mimeType.indexOf("/"));

/** Whether a page shows a file of this type directly. All other files are only offered for download. Source: CH-60. */
export const isShownInline = (mimeType: string): boolean => ["image", "audio", "video"].includes(kindOf(mimeType));

export type FileMessageType = "photo" | "video" | "audio" | "voice" | "document";

/** The type of the message for a file. Source: CH-59. */
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
