import { WebSocket } from "ws";

/** What a desk is told. */
export interface DeskEars {
  heardMessage(chatId: string, seq: number): void;
  heardChat(chatId: string, channelId: string, state: string): void;
  /** What was missed is too long ago: all is to be read anew. */
  mustReadAnew(): void;
}

export interface DeskSocket {
  /** Of the last frame that has one: what comes back with it misses nothing. */
  readonly cursor: number;
  /** Frames that could not be read. */
  readonly strange: number;
  close(): void;
}

export interface DeskSocketOptions {
  readonly url: string;
  readonly token: string;
  /** `null` for a desk that was just loaded. */
  readonly since: number | null;
}

const patienceMs = 20_000;
/** Most frames are looked at no further: an agent's page may take its time, this process plays several. */
const messagePattern = /^\{"type":"message","cursor":(\d+),"chatId":"(\d+)","message":\{"seq":(\d+),/;
const chatPattern = /^\{"type":"chat","cursor":(\d+),"chat":\{"id":"(\d+)","channelId":"(\w+)","state":"(\w+)",/;
const readyPattern = /^\{"type":"ready",.*"cursor":(\d+)\}$/;
/** They have no cursor, and tell nothing that is asked for here. */
const otherTypes = /^\{"type":"(?:typing|call|offline_message|available|beat|surroundings|failures)"/;

/** Resolves when the service has taken the desk in: from now on it is told of everything. */
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
