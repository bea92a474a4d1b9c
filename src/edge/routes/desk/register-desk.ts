import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { newDeliveryId } from "../../../domain/bot/bot-notice.ts";
import type { Route } from "../../server/router.ts";
import type { HttpServer } from "../../server/server.ts";
import { DeskSockets } from "../../sockets/desk/desk-sockets.ts";
import { fileRoutes } from "../files/file-routes.ts";
import { Transfers } from "../files/transfers.ts";
import { archiveRoute } from "./archive/archive.ts";
import { acceptChatRoute } from "./chats/accept-chat.ts";
import { assignChatRoute } from "./chats/assign-chat.ts";
import { blacklistChatRoute } from "./chats/blacklist-chat.ts";
import { callChatRoute } from "./chats/call-chat.ts";
import { chatRoute } from "./chats/chat.ts";
import { chatsRoute } from "./chats/chats.ts";
import { closeChatRoute } from "./chats/close-chat.ts";
import { contactRoute } from "./chats/contact.ts";
import { dismissFailedRoute } from "./chats/dismiss-failed.ts";
import { reopenChatRoute } from "./chats/reopen-chat.ts";
import { transferRoute } from "./chats/transfer.ts";
import { typingRoute } from "./chats/typing.ts";
import { channelLogRoute } from "./deliveries/channel-log.ts";
import { deliveriesRoute } from "./deliveries/deliveries.ts";
import { deliveryRoute } from "./deliveries/delivery.ts";
import { failuresRoute } from "./deliveries/failures.ts";
import { failuresSeenRoute } from "./deliveries/failures-seen.ts";
import { resendDeliveryRoute } from "./deliveries/resend-delivery.ts";
import type { DeskParts } from "./desk-parts.ts";
import { offlineAnswersRoute, resendAnswerRoute } from "./left/offline-answers.ts";
import { offlineMessageRoute } from "./left/offline-message.ts";
import { offlineMessagesRoute } from "./left/offline-messages.ts";
import { cannedRepliesRoute } from "./messages/canned-replies.ts";
import { cannedReplyRoute } from "./messages/canned-reply.ts";
import { chatMessagesRoute } from "./messages/chat-messages.ts";
import { noteRoute } from "./messages/note.ts";
import { ownSessionRoute } from "./session/own-session.ts";
import { passwordRoute } from "./session/password.ts";
import { optionalSessionRoute, sessionRoute } from "./session/session.ts";
import { sessionsRoute } from "./session/sessions.ts";

export interface Desk {
  /** The number of open sockets. */
  socketCount(): number;
  /** The transfers of all files, uploads and downloads. */
  readonly transfers: Transfers;
  /**
   * Closes every socket with 1001. When the service stops, call it in the tick in which the server begins to drain, before the
   * runtime stops. The runtime is then notified at once that the agents have disconnected, and its last commits include this.
   */
  closeSockets(reason?: string): void;
  /** Loads the rights of agents. Call it after channels and agents are configured and before the first socket is served. */
  start(): Promise<void>;
  /** Closes the sockets of an agent whose sessions have ended; resolves when its channels are notified. */
  endAgent(agentId: AgentId, cause: string): Promise<Result<void>>;
}

/** Registers the desk's API and `/ws/desk` on the server. */
export function registerDesk(server: Pick<HttpServer, "route" | "ws">, parts: DeskParts): Desk {
  const sockets = new DeskSockets(parts);
  sockets.register(server);
  const transfers = new Transfers(parts.limits);
  for (const route of [...deskRoutes(parts, sockets), ...fileRoutes(parts, transfers)]) server.route(route);
  return {
    transfers,
    socketCount: () => sockets.count,
    closeSockets: (reason) => sockets.closeAll(reason),
    start: () => sockets.start(),
    endAgent: (agentId, cause) => sockets.endAgent(agentId, cause),
  };
}

function deskRoutes(parts: DeskParts, sockets: DeskSockets): readonly Route[] {
  const newReplyId = () => newDeliveryId(parts.clock.nowMs());
  return [
    sessionRoute(parts, sockets),
    optionalSessionRoute(parts),
    passwordRoute(parts, sockets),
    sessionsRoute(parts, sockets),
    ownSessionRoute(parts, sockets),
    cannedRepliesRoute(parts),
    cannedReplyRoute(parts),
    chatsRoute(parts),
    chatRoute(parts),
    chatMessagesRoute(parts, newReplyId),
    acceptChatRoute(parts),
    typingRoute(parts),
    transferRoute(parts),
    assignChatRoute(parts),
    blacklistChatRoute(parts),
    noteRoute(parts),
    callChatRoute(parts),
    contactRoute(parts),
    closeChatRoute(parts),
    reopenChatRoute(parts),
    dismissFailedRoute(parts),
    deliveriesRoute(parts),
    deliveryRoute(parts),
    resendDeliveryRoute(parts),
    failuresRoute(parts),
    failuresSeenRoute(parts),
    channelLogRoute(parts),
    offlineMessagesRoute(parts),
    offlineMessageRoute(parts),
    offlineAnswersRoute(parts),
    resendAnswerRoute(parts),
    archiveRoute(parts),
  ];
}
