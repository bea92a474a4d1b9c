import { WebSocket } from "ws";

/** Receives the frames of a desk. */
export interface DeskEars {
  heardMessage(chatId: string, seq: number): void;
  heardChat(chatId: string, channelId: string, state: string): void;
  /** The missed frames are too old, so the desk must reread everything. */
  mustReadAnew(): void;
}

export interface DeskSocket {
  /** The cursor of the last frame that has one. A desk that connects again with it misses nothing. */
  readonly cursor: number;
  /** Frames that could not be read. */
  readonly strange: number;
  close(): void;
}

export interface DeskSocketOptions {
  readonly url: string;
  readonly token: string;
  /** The cursor; `null` for a newly loaded desk. */
  readonly since: number | null;
}

const patienceMs = 20_000;
/** Most frames are not parsed, because this process runs several desks. */
const messagePattern = /^\{"type":"message","cursor":(\d+),"chatId":"(\d+)","message":\{"seq":(\d+),/;
const chatPattern = /^\{"type":"chat","cursor":(\d+),"chat":\{"id":"(\d+)","channelId":"(\w+)","state":"(\w+)",/;
const readyPattern = /^\{"type":"ready",.*"cursor":(\d+)\}$/;
/** These frames have no cursor and are not used here. */
const otherTypes = /^\{"type":"(?:typing|call|offline_message|available|beat|surroundings|failures)"/;

/** Resolves when the service has accepted the desk, which receives everything from then on. */
export function openDeskSocket({ url, token, since }: DeskSocketOptions, ears: DeskEars): Promise<DeskSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/desk`, { perMessageDeflate: false });
  let cursor = since ?? 0;
  let strange = 0;
  const opened: DeskSocket = {
    get cursor() {
      return cursor;
    },
    get strange() {
      return strange;
    },
    close: () => socket.terminate(),
  };
  const read = (frame: string): void => {
    const [, messageCursor, ofChat = "", seq] = messagePattern.exec(frame) ?? [];
    if (messageCursor !== undefined) {
      cursor = Number(messageCursor);
      ears.heardMessage(ofChat, Number(seq));
      return;
    }
    const [, chatCursor, chatId = "", channelId = "", state = ""] = chatPattern.exec(frame) ?? [];
    if (chatCursor !== undefined) {
      cursor = Number(chatCursor);
      ears.heardChat(chatId, channelId, state);
      return;
    }
    if (frame.startsWith('{"type":"resync"')) ears.mustReadAnew();
    else if (!otherTypes.test(frame)) strange += 1;
  };
  return new Promise((resolve, reject) => {
    const refuse = (problem: string): void => reject(new Error(`A desk at ${url} could not be opened: ${problem}`));
    const timer = setTimeout(() => refuse(`nothing came within ${patienceMs / 1000} s`), patienceMs);
    const hello = { type: "hello", token, available: true, ...(since === null ? {} : { since }) };
    socket.once("open", () => socket.send(JSON.stringify(hello)));
    socket.on("error", (error) => refuse(error.message));
    socket.once("close", (code) => refuse(`closed with ${code}`));
    socket.on("message", (data) => {
      const frame = String(data);
      const [, readyCursor] = readyPattern.exec(frame) ?? [];
      if (readyCursor === undefined) return read(frame);
      if (since === null) cursor = Number(readyCursor);
      clearTimeout(timer);
      resolve(opened);
    });
  });
}
