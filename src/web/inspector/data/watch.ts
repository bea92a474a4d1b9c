import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { LinkEnd, ReconnectingLink } from "../../shared/live/reconnecting-link.ts";
import { openReconnectingLink } from "../../shared/live/reconnecting-link.ts";

/**
 * `off`: no actor is watched; `away`: not connected, retrying; `behind`: the service closed the connection because this page was too slow;
 * `cut`: the service closed it for another reason, which is in `reason`; `refused`: the session has ended.
 */
export type WatchState = "off" | "connecting" | "live" | "away" | "behind" | "cut" | "refused";

/** `/ws/inspect`: the steps of actors, live. */
export interface Watch {
  readonly state: ReadonlySignal<WatchState>;
  /** The service's reason for the close, in its own words. */
  readonly reason: ReadonlySignal<string>;
  /** Watches only this actor, or none. */
  watch(actor: string | null): void;
  /** Reconnects at once. */
  retry(): void;
  stop(): void;
}

/** The page closes a connection with this code when the service refuses the watch. The service's message says why. */
const notTaken = 4400;
/** `silenceMs` and `answerMaxMs` together are below 5 s: within that time the reader must see that the connection is dead. */
const times = { readyMaxMs: 10_000, silenceMs: 2_000, answerMaxMs: 2_500, pauseMinMs: 500, pauseMaxMs: 10_000 };

/** Opens a separate link for each watched actor. */
export function createWatch({
  browser,
  heard,
  caughtUp,
}: {
  readonly browser: Browser;
  /** Receives each step of the watched actor. */
  readonly heard: (step: InspectedStep) => void;
  /** From now on the service sends every step; earlier ones must be read. Called for each connection, and after omitted steps. */
  readonly caughtUp: () => void;
}): Watch {
  const state = signal<WatchState>("off");
  const reason = signal("");
  let watched: string | null = null;
  let link: ReconnectingLink | null = null;

  const open = (actor: string): ReconnectingLink =>
    openReconnectingLink<Frame>(
      browser,
      {
        path: `/ws/inspect?watch=${encodeURIComponent(actor)}`,
        times,
        hello: () => ({ type: "beat" }),
        isReady: ({ type }) => type === "beat",
        meaningOf,
        hurriesAfter: ["passing", "slow", "refused"],
      },
      {
        connecting() {
          if (state.peek() === "off" || state.peek() === "refused") state.value = "connecting";
        },
        heard(frame, isFirst) {
          if (frame.parley !== undefined) {
            if (frame.parley.actor === actor) heard(frame.parley);
          } else if (frame.type === "error") link?.giveUp({ code: notTaken, reason: frame.message ?? "" });
          else if (isFirst || (frame.type === "parley.gap" && state.peek() === "live")) {
            state.value = "live";
            caughtUp();
          }
        },
        ended: ({ code, reason: words }) =>
          batch(() => {
            reason.value = words;
            state.value = stateAfter(code);
          }),
      },
    );
  const watch = (actor: string | null): void => {
    if (actor === watched) return;
    watched = actor;
    link?.stop();
    state.value = "off";
    link = actor === null ? null : open(actor);
  };
  return {
    state,
    reason,
    watch,
    retry() {
      link?.check();
      link?.retry();
    },
    stop: () => watch(null),
  };
}

/** The meaning of the service's close code. Source: `src/edge/sockets/close-codes.ts`. */
function stateAfter(code: number): "refused" | "behind" | "cut" | "away" {
  if (code === 4401 || code === 4403) return "refused";
  if (code === 4409) return "behind";
  return code >= 4000 || code === 1013 ? "cut" : "away";
}

function meaningOf(code: number): LinkEnd {
  const state = stateAfter(code);
  if (state === "refused") return state;
  return state === "away" ? "passing" : "slow";
}

/** The fields that this page reads. Source: `src/codec/inspect/inspect-answer-frame.ts`. */
interface Frame {
  readonly type: string;
  readonly message?: string;
  readonly parley?: InspectedStep;
}
