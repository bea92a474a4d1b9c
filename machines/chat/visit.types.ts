import type { CallSummary } from "../call/call.types.ts";
import type { AgentId, DeliveryId } from "../ids.ts";
import type { CrmFacts } from "./crm.types.ts";
import type { PageFacts } from "./visitor.types.ts";

/** Facts of a chat beside its messages. */
export interface ChatVisit {
  /** Where the client reads messages: at the customer system, or in the widget on the client's own page. */
  readonly surface: "api" | "widget";
  /** The page where the chat began. Source: WH-19. */
  readonly firstPage: PageFacts | null;
  /** The answer of the owner's server; `null` until then. Source: WH-30. */
  readonly crm: CrmFacts | null;
  /** The last call. */
  readonly call: CallSummary | null;
  /** Source: WH-20. */
  readonly rate: ChatRate | null;
  /** An agent pressed Reply, now or earlier; closing is not accepting. Source: WJ-35. */
  readonly isAccepted: boolean;
  /** Time of the client's first unanswered message. The bot answers while it has the chat alone; later only people do. */
  readonly waitingSinceMs: number | null;
  /** Messages after the last exchanged one: notes, events, hidden ones. Too low in a chat that began before they were counted. */
  readonly linesBehind: number;
  /** Messages that were not delivered and not dealt with yet, the latest failure last. */
  readonly failed: readonly FailedMessage[];
  /** Nobody closed it: it waited too long. Absent in every other chat. */
  readonly isExpired?: true;
}

/** It stays until it is resent and delivered, is dismissed, or the client is answered. */
export interface FailedMessage {
  readonly deliveryId: DeliveryId;
  readonly seq: number;
  /** The author; 0 for a bot. */
  readonly agentId: AgentId;
  readonly atMs: number;
  /** The chat's last message at that time: later messages are written with the failure in view. */
  readonly knownSeq: number;
}

export type ChatRate = "positive" | "negative";
