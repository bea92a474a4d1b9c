import type { VisitorChat, VisitorMessage } from "../../../codec/visitor.ts";
import type { Contact } from "../bridge.types.ts";

/** What the page hears on its socket. Source: `src/edge/sockets/visitor-protocol.md`. */
export type HeardFrame =
  | ReadyFrame
  | { readonly type: "message"; readonly chatId: string; readonly message: VisitorMessage }
  | { readonly type: "chat"; readonly chat: VisitorChat }
  | { readonly type: "typing"; readonly chatId: string; readonly state: "typein" | "typeout" }
  | { readonly type: "mode"; readonly mode: "online" | "offline" }
  | { readonly type: "callback"; readonly callback: string | null }
  | { readonly type: "done"; readonly id: string; readonly seq?: number }
  | { readonly type: "failed"; readonly id: string; readonly reason: string; readonly retryAfter?: number };

export interface ReadyFrame {
  readonly type: "ready";
  readonly visitor: string;
  readonly number: number;
  readonly mode: "online" | "offline";
  readonly callback: string | null;
  readonly hasBot: boolean;
  readonly rate: { readonly perSecond: number; readonly burst: number };
  readonly fileBytesMax: number;
  readonly contact: Contact;
  readonly chat: VisitorChat | null;
}
