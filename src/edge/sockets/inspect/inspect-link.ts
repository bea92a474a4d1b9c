import type { InOrder } from "../../../core/in-order.ts";
import type { Wake } from "../../../ports/clock.ts";
import type { InspectorSeat } from "../../../ports/inspector.ts";
import type { LiveLink } from "../live-link.ts";
import type { InspectCaller } from "./inspect-admission.ts";

/** What the upgrade said. */
export interface InspectUpgrade {
  readonly caller: InspectCaller;
  /** What it watches from the first moment on. */
  readonly watchedFirst: readonly string[];
}

interface SeatedInspector {
  readonly seat: InspectorSeat;
  /** What it asks: behind what is still being read. */
  readonly order: InOrder;
  /** Frames that were not taken. */
  badFrames: number;
}

interface LiveInspector extends SeatedInspector {
  readonly name: "live";
}

/** It was too slow, and is shown nothing more: it ends when what waits is taken. */
interface ClosingInspector extends SeatedInspector {
  readonly name: "closing";
  readonly reason: string;
  /** Ends one that takes nothing. */
  readonly dropWake: Wake;
}

export type InspectSession = LiveInspector | ClosingInspector;

/** One inspector's socket. */
export type InspectLink = LiveLink<InspectUpgrade, InspectSession>;
