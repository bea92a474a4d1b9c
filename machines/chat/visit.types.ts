import type { CallSummary } from "../call/call.types.ts";
import type { AgentId, DeliveryId } from "../ids.ts";
import type { CrmFacts } from "./crm.types.ts";
import type { PageFacts } from "./visitor.types.ts";

/** What is known of a chat beside what is said in it. */
export interface ChatVisit {
  /** Where the client reads what is written: at the customer system, or in the widget on its own page. */
  readonly surface: "api" | "widget";
  /** The page where the chat began. Source: WH-19. */
  readonly firstPage: PageFacts | null;
  /** What the owner's server answered; `null` until it did. Source: WH-30. */
  readonly crm: CrmFacts | null;
  /** The last call. */
  readonly call: CallSummary | null;
  /** Source: WH-20. */
  readonly rate: ChatRate | null;
  /** An agent pressed Reply, then or later; closing is not accepting. Source: WJ-35. */
  readonly isAccepted: boolean;
  /** Time of the client's first message that nobody has answered; the bot answers while it has the chat alone, then only people do. */
  readonly waitingSinceMs: number | null;
  /** Messages behind what was said last: notes, events, hidden ones. May be less than there are in a chat that began before they were counted. */
  readonly linesBehind: number;
  /** Messages that were not delivered and that nobody has dealt with, the latest failure last. */
  readonly failed: readonly FailedMessage[];
  /** Nobody closed it: it waited too long. Absent from every other chat. */
  readonly isExpired?: true;
}

/** It stays until it is sent again and delivered, is dismissed, or the client is answered. */
export interface FailedMessage {
  readonly deliveryId: DeliveryId;
  readonly seq: number;
  /** Who wrote it; 0 for a bot. */
  readonly agentId: AgentId;
  readonly atMs: number;
  /** The chat's last message at that time: what is written behind it is written in view of the failure. */
  readonly knownSeq: number;
}

export type ChatRate = "positive" | "negative";
