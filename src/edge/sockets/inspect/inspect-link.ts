import type { InOrder } from "../../../core/in-order.ts";
import type { Wake } from "../../../ports/clock.ts";
import type { InspectorSeat } from "../../../ports/inspector.ts";
import type { LiveLink } from "../live-link.ts";
import type { InspectCaller } from "./inspect-admission.ts";

/** The data of the upgrade request. */
export interface InspectUpgrade {
  readonly caller: InspectCaller;
  /** The topics that it watches from the start. */
  readonly watchedFirst: readonly string[];
}

interface SeatedInspector {
  readonly seat: InspectorSeat;
  /** Its requests, which are processed in order. */
  readonly order: InOrder;
  /** The number of invalid frames. */
  badFrames: number;
}

interface LiveInspector extends SeatedInspector {
  readonly name: "live";
}

/** It was too slow and receives nothing more. It ends when the peer has read the waiting bytes. */
interface ClosingInspector extends SeatedInspector {
  readonly name: "closing";
  readonly reason: string;
  /** Drops a peer that reads nothing. */
  readonly dropWake: Wake;
}

export type InspectSession = LiveInspector | ClosingInspector;

/** One inspector's socket. */
export type InspectLink = LiveLink<InspectUpgrade, InspectSession>;
