import type { Clock } from "../../ports/clock.ts";
import type { Relay } from "./relay.ts";

const tellEveryMs = 5_000;
/** Longer than the interval of announcements, so that a desk with few updates stays known. */
const trustedMs = 60_000;

/** Whether desks of other nodes listen: then it is worth encoding frames once for all of them. Only the cost depends on it. */
export interface Listening {
  readonly isElsewhere: boolean;
  /** Call it when a desk of this node receives an update. */
  note(): void;
}

export function createListening({ relay, clock }: { readonly relay: Relay; readonly clock: Clock }): Listening {
  let elsewhereUntilMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const tell = relay.elsewhere("listening", () => {
    elsewhereUntilMs = clock.nowMs() + trustedMs;
  });
  return {
    get isElsewhere() {
      return clock.nowMs() < elsewhereUntilMs;
    },
    note() {
      const nowMs = clock.nowMs();
      if (nowMs - toldAtMs < tellEveryMs) return;
      toldAtMs = nowMs;
      tell(null);
    },
  };
}
