import type { DeskDelivery } from "../../../src/codec/desk/desk.ts";
import type { DeskDeliveryRecord } from "../../../src/codec/desk/desk-log.ts";
import type { SeenRequest } from "../../../src/demo/cast/customer-system.ts";
import type { SeenEvent } from "../../../src/demo/cast/owners-server.ts";
import type { Outage } from "../../system/harness/worlds/delivery-world.ts";
import type { Written } from "../written.ts";

/** A reply of an agent that was answered 202. */
export interface Replied {
  readonly text: string;
  readonly messageId: string;
  /** The last state that the desk received. */
  readonly delivery: DeskDelivery | null;
  readonly requests: readonly Pick<SeenRequest, "atMs" | "messageId">[];
}

/** The parts of a message that a desk must show correctly if it missed nothing. */
export interface SeenMessage {
  readonly seq: number;
  readonly text: string;
  readonly delivery: string | null;
}

export interface ChatHistory {
  readonly id: string;
  readonly stored: readonly SeenMessage[];
  /** Every frame in order. A message is sent again when its delivery changes. */
  readonly shown: readonly SeenMessage[];
}

export interface CallHistory {
  readonly phone: string;
  /** The number of requests for this call that the gateway received. */
  readonly asked: number;
  /** The status in the desk's list, or `null` if the list has no such call. */
  readonly status: string | null;
}

/** Everything that was answered, sent and shown while the service was killed, and the rows stored at the end. */
export interface MixedHistory {
  readonly kills: number;
  readonly written: readonly Omit<Written, "sent">[];
  /** Clients whose bot missed a message and still has the chat. */
  readonly untold: readonly string[];
  readonly replied: readonly Replied[];
  readonly files: readonly { readonly url: string; readonly isWhole: boolean; readonly shown: number }[];
  readonly calls: readonly CallHistory[];
  readonly chats: readonly ChatHistory[];
  /** How often the desk's cursor was unknown, and how often the desk received a message again. */
  readonly desk: { readonly resyncs: number; readonly repeats: number };
  /** Unexpected responses. */
  readonly surprises: readonly string[];
  /** Deliveries that are still in progress long after all systems around the service have recovered. */
  readonly left: readonly string[];
  readonly metrics: string;
  /** Actors with unfinished work in the store of the last process. */
  readonly restless: readonly string[];
  readonly events: readonly SeenEvent[];
  readonly log: readonly DeskDeliveryRecord[];
  readonly outages: readonly Outage[];
}
