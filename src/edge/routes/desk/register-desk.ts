import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { newDeliveryId } from "../../../domain/bot/bot-notice.ts";
import type { Route } from "../../router.ts";
import type { HttpServer } from "../../server.ts";
import { DeskSockets } from "../../sockets/desk-sockets.ts";
import { fileRoutes } from "../files/file-routes.ts";
import { Transfers } from "../files/transfers.ts";
import { acceptChatRoute } from "./accept-chat.ts";
import { archiveRoute } from "./archive.ts";
import { assignChatRoute } from "./assign-chat.ts";
import { blacklistChatRoute } from "./blacklist-chat.ts";
import { callChatRoute } from "./call-chat.ts";
import { cannedRepliesRoute } from "./canned-replies.ts";
import { cannedReplyRoute } from "./canned-reply.ts";
import { channelLogRoute } from "./channel-log.ts";
import { chatRoute } from "./chat.ts";
import { chatMessagesRoute } from "./chat-messages.ts";
import { chatsRoute } from "./chats.ts";
import { closeChatRoute } from "./close-chat.ts";
import { contactRoute } from "./contact.ts";
import { deliveriesRoute } from "./deliveries.ts";
import { deliveryRoute } from "./delivery.ts";
import type { DeskParts } from "./desk-parts.ts";
import { dismissFailedRoute } from "./dismiss-failed.ts";
import { failuresRoute } from "./failures.ts";
import { failuresSeenRoute } from "./failures-seen.ts";
import { noteRoute } from "./note.ts";
import { offlineAnswersRoute, resendAnswerRoute } from "./offline-answers.ts";
import { offlineMessageRoute } from "./offline-message.ts";
import { offlineMessagesRoute } from "./offline-messages.ts";
import { ownSessionRoute } from "./own-session.ts";
import { passwordRoute } from "./password.ts";
import { reopenChatRoute } from "./reopen-chat.ts";
import { resendDeliveryRoute } from "./resend-delivery.ts";
import { sessionRoute } from "./session.ts";
import { sessionsRoute } from "./sessions.ts";
import { transferRoute } from "./transfer.ts";
import { typingRoute } from "./typing.ts";

export interface Desk {
  /** Those of all files, whoever sends or asks for them. */
  readonly transfers: Transfers;
  /**
   * Closes every socket with 1001. To be called in the tick in which the server begins to drain, before the runtime stops: that the
   * agents are gone is handed to the runtime at once and is part of its last commits.
   */
  closeSockets(): void;
  /** Takes up who may see what. To be called when channels and agents are configured, before the first socket is served. */
  start(): Promise<void>;
  /** Closes the sockets of an agent whose sessions have ended; resolves when its channels know. */
  endAgent(agentId: AgentId, cause: string): Promise<Result<void>>;
}

/** Puts the desk's API and `/ws/desk` on the server. */
export function registerDesk(server: Pick<HttpServer, "route" | "ws">, parts: DeskParts): Desk {
  const sockets = new DeskSockets(parts);
  sockets.register(server);
  const transfers = new Transfers(parts.limits);
  for (const route of [...deskRoutes(parts, sockets), ...fileRoutes(parts, transfers)]) server.route(route);
  return {
    transfers,
    closeSockets: () => sockets.closeAll(),
    start: () => sockets.start(),
    endAgent: (agentId, cause) => sockets.endAgent(agentId, cause),
  };
}

function deskRoutes(parts: DeskParts, sockets: DeskSockets): readonly Route[] {
  const newReplyId = () => newDeliveryId(parts.clock.nowMs());
  return [
    sessionRoute(parts, sockets),
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
