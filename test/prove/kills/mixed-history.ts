import type { DeskDelivery } from "../../../src/codec/desk/desk.ts";
import type { DeskDeliveryRecord } from "../../../src/codec/desk/desk-log.ts";
import type { SeenRequest } from "../../system/harness/peers/customer-system.ts";
import type { SeenEvent } from "../../system/harness/peers/webhook-receiver.ts";
import type { Outage } from "../../system/harness/worlds/delivery-world.ts";
import type { Written } from "../written.ts";

/** A reply of an agent that was answered 202. */
export interface Replied {
  readonly text: string;
  readonly messageId: string;
  /** As the desk was shown it last. */
  readonly delivery: DeskDelivery | null;
  readonly requests: readonly Pick<SeenRequest, "atMs" | "messageId">[];
}

/** A message, as far as a desk that missed nothing must agree. */
export interface SeenMessage {
  readonly seq: number;
  readonly text: string;
  readonly delivery: string | null;
}

export interface ChatHistory {
  readonly id: string;
  readonly stored: readonly SeenMessage[];
  /** Every frame in order; a message comes again when its delivery changes. */
  readonly shown: readonly SeenMessage[];
}

export interface CallHistory {
  readonly phone: string;
  /** How often the gateway was asked for it. */
  readonly asked: number;
  /** As the desk lists it; `null` where it knows of no call. */
  readonly status: string | null;
}

/** Everything that was answered, sent and shown while the service was killed, and what is stored in the end. */
export interface MixedHistory {
  readonly kills: number;
  readonly written: readonly Omit<Written, "sent">[];
  /** Clients whose bot was neither told of each message nor has left. */
  readonly untold: readonly string[];
  readonly replied: readonly Replied[];
  readonly files: readonly { readonly url: string; readonly isWhole: boolean; readonly shown: number }[];
  readonly calls: readonly CallHistory[];
  readonly chats: readonly ChatHistory[];
  /** The desk came with a cursor that was not known, or was shown again what it had. */
  readonly desk: { readonly resyncs: number; readonly repeats: number };
  /** Answers that nothing explains. */
  readonly surprises: readonly string[];
  /** What is still on its way long after everything around the service has recovered. */
  readonly left: readonly string[];
  readonly metrics: string;
  /** What is not at rest in the store that the last process left. */
  readonly restless: readonly string[];
  readonly events: readonly SeenEvent[];
  readonly log: readonly DeskDeliveryRecord[];
  readonly outages: readonly Outage[];
}
