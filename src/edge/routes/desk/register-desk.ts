import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../../machines/ids.ts";
import type { Archive } from "../../../archive/archive.ts";
import type { OpenChats } from "../../../archive/open-chats.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { Calls } from "../../../domain/call/calls.ts";
import { newDeliveryId } from "../../../domain/new-ids.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { WaitingSetting } from "../../../domain/waiting-limits.ts";
import type { ChatLogEncoder } from "../../../ports/chat-log-encoder.ts";
import type { FileStore } from "../../../ports/file-store.ts";
import type { Store } from "../../../ports/store.ts";
import type { Telephony } from "../../../ports/telephony.ts";
import type { Thumbnailer } from "../../../ports/thumbnailer.ts";
import type { AgentQuotas } from "../../limits/agent-quotas.ts";
import type { Bounds } from "../../limits/bounds.ts";
import type { HttpServer } from "../../server/server.ts";
import { DeskSockets } from "../../sockets/desk/desk-sockets.ts";
import { readFile } from "../files/serve-file.ts";
import { Transfers } from "../files/transfers.ts";
import { uploadFile } from "../files/upload-file.ts";
import type { Operation } from "../operation.ts";
import { addOperations } from "../operation.ts";
import { searchArchive } from "./archive.ts";
import { cannedReplyOperations } from "./canned-replies.ts";
import { listChats, readChatOperation, readOpenChats } from "./chat-list.ts";
import { messageOperations } from "./chat-messages.ts";
import { chatStepOperations } from "./chat-steps.ts";
import { deliveryOperations } from "./deliveries.ts";
import { listDeliveries } from "./delivery-list.ts";
import { Callers } from "./desk-caller.ts";
import { offlineMessageOperations } from "./offline-messages.ts";
import type { OwnProcess } from "./request/own-origin.ts";
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
  /** Revokes an API key durably and closes its sockets. */
  endKey(agentId: AgentId, keyId: string, cause: string): Promise<Result<void>>;
}

/** Registers the desk's API and `/ws/desk` on the server. */
export function registerDesk(
  server: HttpServer,
  parts: {
    readonly domain: DeskDomain;
    readonly stored: { readonly store: Store; readonly files: FileStore };
    readonly tasks: { readonly thumbnailer: Thumbnailer; readonly chatLog: ChatLogEncoder };
    readonly telephony: Telephony;
    /** Whether a mail server is configured. */
    readonly hasMail: () => boolean;
    readonly bounds: Bounds;
    readonly own: OwnProcess;
  },
): Desk {
  const { domain, stored, tasks, telephony, hasMail, bounds, own } = parts;
  const { store, files } = stored;
  const { limits, clock, log, origin, publicUrl } = own;
  const { runtime, accounts, waiting } = domain;
  const { feed, directory, departments, providers } = runtime;
  const sockets = new DeskSockets({ runtime, accounts, store, bounds, own });
  sockets.register(server);
  const transfers = new Transfers(limits);
  const callers = new Callers({ directory, accounts, origin });
  const { floors, agentQuotas, diskWarnings } = bounds;
  const surroundings = {
    feed,
    sockets,
    directory,
    departments,
    providers,
    telephony,
    limits,
    publicUrl,
    waiting,
    diskWarnings,
  };
  const keeping = { files, thumbnailer: tasks.thumbnailer, log };
  const surroundingsOf = (profile: AgentProfile) => readSurroundings(surroundings, profile);
  const chatList = { directory, store, openChats: domain.openChats };
  addOperations(server, { callers, limits }, [
    ...sessionOperations({
      callers,
      accounts,
      directory,
      origin,
      sockets,
      readSurroundings: surroundingsOf,
      readOpenChats: (profile, chatsMax) => readOpenChats(chatList, profile, chatsMax, limits),
    }),
    ...cannedReplyOperations(accounts.cannedReplies),
    ...chatOperations({ domain, store, agentQuotas, chatLog: tasks.chatLog, hasMail, own }),
    uploadFile({ directory, store, keeping, clock, publicUrl, bounds: { floors, agentQuotas, transfers } }),
    readFile({ callers, store, files, log, transfers }),
  ]);
  return {
    transfers,
    socketCount: () => sockets.count,
    closeSockets: (reason) => sockets.closeAll(reason),
    start: () => sockets.start(),
    endAgent: (agentId, cause) => sockets.endAgent(agentId, cause),
    endKey(agentId, keyId, cause) {
      const revoke = async (): Promise<Result<void>> => ok(await accounts.revokeKey(agentId, keyId));
      return sockets.endSessions({ agentId, isChosen: (id) => id === keyId }, revoke, cause);
    },
  };
}

/** The actors, and what is kept of agents and chats. */
interface DeskDomain {
  readonly runtime: Runtime;
  readonly accounts: Accounts;
  readonly calls: Calls;
  readonly archive: Archive;
  readonly openChats: OpenChats;
  readonly waiting: WaitingSetting;
}

function chatOperations(parts: {
  readonly domain: Omit<DeskDomain, "waiting">;
  readonly store: Store;
  readonly agentQuotas: AgentQuotas;
  readonly chatLog: ChatLogEncoder;
  readonly hasMail: () => boolean;
  readonly own: OwnProcess;
}): readonly Operation[] {
  const { domain, store, agentQuotas, chatLog, hasMail, own } = parts;
  const { runtime, openChats, archive, calls } = domain;
  const { clock, limits } = own;
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
