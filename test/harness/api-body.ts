import type { DeskAgent, DeskChat, DeskMessage } from "../../src/codec/desk.ts";

/** The parts an answer of the desk's API can have; which are there depends on the call. */
export interface ApiBody {
  readonly token: string;
  readonly agent: DeskAgent;
  readonly chat: DeskChat;
  readonly chats: readonly DeskChat[];
  readonly cursor: string | null;
  readonly message: DeskMessage;
  readonly messages: readonly DeskMessage[];
  readonly error: { readonly code: string; readonly message: string };
}
