import type { VisitorChat, VisitorMessage } from "../../../codec/visitor/visitor.ts";
import type { RequestFrame } from "./frames.types.ts";
import type { Line, LineFile, LocalReason } from "./model.types.ts";
import type { Request } from "./requests/requests.ts";

/** The position of a message: the number of its chat, and its number in the chat. */
export interface Place {
  readonly chat: number;
  readonly seq: number;
}

interface Stored extends Place {
  readonly line: Line;
}

/** A message that was written in this tab, until the service sends it back. */
interface Own {
  readonly id: string;
  readonly frame: RequestFrame;
  readonly line: Line;
}

const linesMax = 1_000;

const isBehind = (one: Place, other: Place): boolean =>
  one.chat > other.chat || (one.chat === other.chat && one.seq > other.seq);

/** Keeps each message once and in its place, even if it is received several times or from several sources. */
export class Conversation {
  #stored: readonly Stored[] = [];
  #own: readonly Own[] = [];

  /**
   * Returns stored lines, then lines that are being sent. Only the last line with buttons has live buttons, until it is answered.
   * Source: BOT-42.
   */
  lines(chat: VisitorChat | null): readonly Line[] {
    const lines = [...this.#stored, ...this.#own].map(({ line }) => line);
    const last = lines.findLastIndex(({ from, buttons }) => from === "client" || buttons.length > 0);
    const isInChat = chat !== null && this.#stored[last]?.chat === Number(chat.id);
    if (!isInChat || chat.state === "closed") return lines;
    return lines.map((line, index) => (index === last && line.from !== "client" ? { ...line, isLive: true } : line));
  }

  /** Returns the place of the first stored message. */
  first(): Place | undefined {
    return this.#stored[0];
  }

  /** Returns the place of the last stored message, in one chat if `chat` is given. */
  last(chat?: number): Place | undefined {
    return this.#stored.findLast((one) => chat === undefined || one.chat === chat);
  }

  /** Counts the messages of other people after a place. */
  countBehind(place: Place): number {
    return this.#stored.filter((one) => one.line.from !== "client" && isBehind(one, place)).length;
  }

  /** Returns whether the message was written in this tab and the service has not sent it back yet. */
  isAwaited(id: string): boolean {
    return this.#own.some((own) => own.id === id);
  }

  /** Adds a message of the visitor. */
  write({ id, frame, text }: Request, atMs: number): void {
    this.#own = [...this.#own, { id, frame, line: ownLine(id, frame, text, atMs) }];
  }

  /** Marks a message as stored at `seq`, or as failed. */
  settle(id: string, reason: string | LocalReason | null, seq: number): void {
    this.#change((own) => own.id === id, { state: reason === null ? "sent" : "failed", reason, seq });
  }

  /** Returns the content of a failed line, to send it again with this id; `undefined` without such a line. */
  retry(key: string, id: string): { readonly frame: RequestFrame; readonly text: string } | undefined {
    const failed = this.#own.find(({ line }) => line.key === key && line.state === "failed");
    if (failed === undefined) return undefined;
    this.#own = this.#own.map((own) => (own === failed ? { ...own, id } : own));
    this.#change((own) => own.id === id, { state: "sending", reason: null });
    return { frame: failed.frame, text: failed.line.text };
  }

  discard(key: string): void {
    this.#own = this.#own.filter(({ line }) => line.key !== key || line.state !== "failed");
  }

  /** Takes a message of the service. Returns whether it was written in this tab and the service had not sent it before. */
  hear(chatId: string, message: VisitorMessage): boolean {
    const { requestId, seq } = message;
    const place = { chat: Number(chatId), seq };
    const own = this.#own.find(({ id }) => id === requestId);
    if (own !== undefined) this.#own = this.#own.filter((one) => one !== own);
    const before = this.#stored.filter((one) => !isBehind(one, place));
    const last = before.at(-1);
    if (last?.chat !== place.chat || last.seq !== seq)
      this.#stored = [
        ...before,
        { ...place, line: lineOf(chatId, message, own?.line) },
        ...this.#stored.slice(before.length),
      ].slice(-linesMax);
    return own !== undefined;
  }

  /** Removes another visitor's messages. Messages that are being sent stay, unless another person wrote them. */
  clear(isStranger: boolean): void {
    this.#stored = [];
    if (isStranger) this.#own = [];
  }

  #change(isMeant: (own: Own) => boolean, changes: Partial<Line>): void {
    this.#own = this.#own.map((own) => (isMeant(own) ? { ...own, line: { ...own.line, ...changes } } : own));
  }
}

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
function ownLine(key: string, frame: RequestFrame, text: string | undefined, atMs: number): Line {
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
function lineOf(chatId: string, message: VisitorMessage, own: Line | undefined): Line {
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
