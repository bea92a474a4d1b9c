import { monotonicFactory } from "ulid";
import { asDeliveryId } from "../../../core/ids.ts";
import type { HttpServer } from "../../server.ts";
import { DeskSockets } from "../../sockets/desk-sockets.ts";
import { acceptChatRoute } from "./accept-chat.ts";
import { chatRoute } from "./chat.ts";
import { chatMessagesRoute } from "./chat-messages.ts";
import { chatsRoute } from "./chats.ts";
import { closeChatRoute } from "./close-chat.ts";
import type { DeskParts } from "./desk-parts.ts";
import { resendDeliveryRoute } from "./resend-delivery.ts";
import { sessionRoute } from "./session.ts";

export interface Desk {
  /**
   * Closes every socket with 1001. To be called in the tick in which the server begins to drain, before the runtime stops: that the
   * agents are gone is handed to the runtime at once and is part of its last commits.
   */
  closeSockets(): void;
}

/** Puts the desk's API and `/ws/desk` on the server. */
export function registerDesk(server: Pick<HttpServer, "route" | "ws">, parts: DeskParts): Desk {
  const newUlid = monotonicFactory();
  const newDeliveryId = () => asDeliveryId(newUlid(parts.clock.nowMs()));
  const sockets = new DeskSockets(parts);
  sockets.register(server);
  server.route(sessionRoute(parts, sockets));
  server.route(chatsRoute(parts));
  server.route(chatRoute(parts));
  server.route(chatMessagesRoute(parts, newDeliveryId));
  server.route(acceptChatRoute(parts));
  server.route(closeChatRoute(parts));
  server.route(resendDeliveryRoute(parts));
  return { closeSockets: () => sockets.closeAll() };
}
