import type { DeskAgent, DeskChat, DeskMessage } from "../../src/codec/desk/desk.ts";
import type { DeskOfflineMessage } from "../../src/codec/desk/desk-offline.ts";
import type { FrameSocket, FrameSocketOptions } from "./frame-socket.ts";
import { openFrameSocket } from "./frame-socket.ts";
import type { Ending } from "./temporary-folder.ts";

export interface HelloOptions {
  readonly token: string;
  readonly available?: boolean;
  readonly since?: number;
}

/** A frame as a desk reads it. Its type decides which parts it has. */
export interface DeskFrame {
  readonly type: string;
  readonly cursor: number;
  readonly agent: DeskAgent;
  readonly chat: DeskChat;
  readonly chatId: string;
  readonly message: DeskMessage;
  readonly offlineMessage: DeskOfflineMessage;
  readonly state: string;
  readonly value: boolean;
}

/** A desk's end of its socket. */
export type DeskClient = FrameSocket<DeskFrame>;

export const openDesk = (t: Ending, url: string, options: FrameSocketOptions = {}): Promise<DeskClient> =>
  openFrameSocket(t, url, "/ws/desk", options);
