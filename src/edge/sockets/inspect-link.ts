import type { Wake } from "../../ports/clock.ts";
import type { InspectorSeat } from "../../ports/inspector.ts";
import type { InspectCaller } from "./inspect-admission.ts";
import { LiveLink } from "./live-link.ts";

/** What a socket carries: the server underneath copies fields, not objects of a class. */
export interface InspectHolder {
  readonly link: InspectLink;
}

/** One inspector's socket. */
export class InspectLink extends LiveLink<InspectHolder> {
  readonly caller: InspectCaller;
  /** What it watches from the first moment on. */
  readonly watchedFirst: readonly string[];
  seat: InspectorSeat | null = null;
  /** Frames that were not taken. */
  badFrames = 0;
  /** Why it is shown nothing more; null while it is not too slow. */
  cutReason: string | null = null;
  cutWake: Wake | null = null;
  /** Asked before each ping: whether whoever watches may stay. */
  onBeat: (() => void) | null = null;

  constructor(id: string, caller: InspectCaller, watchedFirst: readonly string[]) {
    super(id);
    this.caller = caller;
    this.watchedFirst = watchedFirst;
  }

  override ping(): void {
    this.onBeat?.();
    super.ping();
  }
}
