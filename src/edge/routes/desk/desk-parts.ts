import type { Archive } from "../../../archive/archive.ts";
import type { OpenChats } from "../../../archive/open-chats.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { Calls } from "../../../domain/call/calls.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { ChatLogEncoder } from "../../../ports/chat-log-encoder.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { FileStore } from "../../../ports/file-store.ts";
import type { Log } from "../../../ports/log.ts";
import type { Store } from "../../../ports/store.ts";
import type { Telephony } from "../../../ports/telephony.ts";
import type { Thumbnailer } from "../../../ports/thumbnailer.ts";
import type { AgentQuotas } from "../../limits/agent-quotas.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { DiskWarnings } from "../../limits/disk-warnings.ts";
import type { Refusals } from "../../limits/refusals.ts";
import type { OwnOrigin } from "./request/own-origin.ts";

/** The dependencies of the desk's routes and sockets. */
export interface DeskParts {
  readonly runtime: Runtime;
  readonly calls: Calls;
  readonly telephony: Telephony;
  /** Whether a mail server is configured. */
  readonly hasMail: () => boolean;
  readonly store: Store;
  readonly files: FileStore;
  readonly thumbnailer: Thumbnailer;
  readonly chatLog: ChatLogEncoder;
  readonly accounts: Accounts;
  readonly archive: Archive;
  readonly openChats: OpenChats;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  readonly floors: DiskFloors;
  readonly agentQuotas: AgentQuotas;
  readonly refusals: Refusals;
  /** Absent if nothing is stored on a disk. */
  readonly diskWarnings?: DiskWarnings | undefined;
  readonly origin: OwnOrigin;
  /** Scheme, host and port under which the service is reached; known as soon as it listens. */
  publicUrl(): string;
  /** The first part of every new socket's id. */
  readonly processId: () => string;
}
