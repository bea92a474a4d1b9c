import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { newDeliveryId } from "../../../domain/bot/bot-notice.ts";
import type { HttpServer } from "../../server/server.ts";
import { DeskSockets } from "../../sockets/desk/desk-sockets.ts";
import { readFile } from "../files/serve-file.ts";
import { Transfers } from "../files/transfers.ts";
import { uploadFile } from "../files/upload-file.ts";
import type { Operation } from "../operation.ts";
import { addOperations } from "../operation.ts";
import { searchArchive } from "./archive.ts";
import { cannedReplyOperations } from "./canned-replies.ts";
import { listChats, readChatOperation } from "./chat-list.ts";
import { messageOperations } from "./chat-messages.ts";
import { chatStepOperations } from "./chat-steps.ts";
import { deliveryOperations } from "./deliveries.ts";
import { listDeliveries } from "./delivery-list.ts";
import { Callers } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { offlineMessageOperations } from "./offline-messages.ts";
import { sessionOperations } from "./session/session.ts";
import { readSurroundings } from "./session/surroundings.ts";

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
  const { runtime, accounts, origin, limits } = parts;
  const { directory } = runtime;
  const sockets = new DeskSockets(parts);
  sockets.register(server);
  const transfers = new Transfers(limits);
  const callers = new Callers({ directory, accounts, origin });
  const { departments, providers } = runtime;
  const { telephony, publicUrl, diskWarnings, store, clock, files, thumbnailer, log, floors, agentQuotas } = parts;
  const surroundings = { directory, departments, providers, telephony, limits, publicUrl, diskWarnings };
  const keeping = { files, thumbnailer, log };
  const surroundingsOf = (profile: AgentProfile) => readSurroundings(surroundings, profile);
  addOperations(server, { callers, limits }, [
    ...sessionOperations({ callers, accounts, directory, origin, sockets, readSurroundings: surroundingsOf }),
    ...cannedReplyOperations(accounts.cannedReplies),
    ...chatOperations(parts),
    uploadFile({ directory, store, keeping, clock, publicUrl, bounds: { floors, agentQuotas, transfers } }),
    readFile({ callers, store, files, log, transfers }),
  ]);
  return {
    transfers,
    socketCount: () => sockets.count,
    closeSockets: (reason) => sockets.closeAll(reason),
    start: () => sockets.start(),
    endAgent: (agentId, cause) => sockets.endAgent(agentId, cause),
  };
}

function chatOperations(parts: DeskParts): readonly Operation[] {
  const { runtime, store, clock, limits, openChats, archive, calls, agentQuotas, chatLog, hasMail } = parts;
  const { directory, departments, post, feed } = runtime;
  const newReplyId = () => newDeliveryId(clock.nowMs());
  const placesMax = limits.conversationsInMemoryMax;
  return [
    listChats({ directory, store, openChats }, limits),
    readChatOperation({ directory, store }),
    ...messageOperations({ directory, store, post, clock, newDeliveryId: newReplyId, placesMax }),
    ...chatStepOperations({ directory, departments, post, store, clock, calls, agentQuotas }),
    listDeliveries({ directory, store }),
    ...deliveryOperations({ directory, post, feed, store, chatLog, clock }),
    ...offlineMessageOperations({ directory, store, post, feed, clock, hasMail }),
    searchArchive({ archive, directory, store }, limits),
  ];
}
