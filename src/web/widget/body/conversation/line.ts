import type { VisitorMessage } from "../../../../codec/visitor/visitor.ts";
import type { RequestFrame } from "../frames.types.ts";
import type { Line, LineFile } from "../model.types.ts";

const plain = {
  chat: "",
  parts: [],
  buttons: [],
  isLive: false,
  agent: null,
  file: null,
  place: null,
  reason: null,
} as const;

/** Returns the line of a message that the visitor has just written. */
export function ownLine(key: string, frame: RequestFrame, text: string | undefined, atMs: number): Line {
  const said = text ?? ("text" in frame ? frame.text : "");
  const line = { ...plain, key, from: "client", type: "text", text: said, seq: 0, atMs, state: "sending" } as const;
  if (frame.type !== "file") return line;
  const { name, blob } = frame;
  return { ...line, type: typeOf(blob), file: { url: "", name, bytes: blob.size, blob } };
}

/** Returns the type that the service will give the file. Source: CH-59. */
function typeOf({ type }: Blob): string {
  const [kind = ""] = type.split("/");
  if (kind === "image") return "photo";
  return kind === "video" || kind === "audio" ? kind : "document";
}

/** Returns the line of a message of the service; `own` is the line that it had while it was being sent. */
export function lineOf(chatId: string, message: VisitorMessage, own: Line | undefined): Line {
  const { seq, requestId, at, latitude, longitude } = message;
  return {
    ...plain,
    ...message,
    chat: chatId,
    key: own?.key ?? requestId ?? `${chatId}.${seq}`,
    atMs: at,
    file: fileOf(message, own),
    place: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
    state: "sent",
  };
}

function fileOf(
  { file: url, file_name: name, file_size: bytes }: VisitorMessage,
  own: Line | undefined,
): LineFile | null {
  if (url === undefined) return null;
  return { url, name: name ?? "", bytes: bytes ?? 0, blob: own?.file?.blob ?? null };
}
