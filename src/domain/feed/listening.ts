import type { Clock } from "../../ports/clock.ts";
import type { Relay } from "./relay.ts";

const tellEveryMs = 5_000;
/** Longer than it takes the next word to come; a desk that hears little does not begin anew each time. */
const trustedMs = 60_000;

/** Whether desks of other nodes listen: then it is worth making frames for all of them at once. Nothing depends on it but what it costs. */
export interface Listening {
  readonly isElsewhere: boolean;
  /** A desk of this node was to be shown something. */
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
