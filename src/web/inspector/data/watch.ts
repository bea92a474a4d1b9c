import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { LinkEnd, ReconnectingLink } from "../../shared/live/reconnecting-link.ts";
import { openReconnectingLink } from "../../shared/live/reconnecting-link.ts";

/**
 * `off`: nobody is watched; `away`: not connected, trying; `behind`: the service ended it because this page was too slow; `cut`: for
 * another reason, which stands beside it; `refused`: the session has ended.
 */
export type WatchState = "off" | "connecting" | "live" | "away" | "behind" | "cut" | "refused";

/** `/ws/inspect`: what actors do, as they do it. */
export interface Watch {
  readonly state: ReadonlySignal<WatchState>;
  /** Why the service ended it, in its own words. */
  readonly reason: ReadonlySignal<string>;
  /** Watches this actor alone, or nobody. */
  watch(actor: string | null): void;
  /** Tries at once. */
  retry(): void;
  stop(): void;
}

export interface WatchParts {
  readonly browser: Pick<Browser, "after" | "openSocket" | "random" | "on">;
  /** A step of the actor that is watched. */
  readonly heard: (step: InspectedStep) => void;
  /** The service tells every step from here on: what came before is to be read. Runs for each connection, and when steps were left out. */
  readonly caughtUp: () => void;
}

/** A connection that is given up from here, since the service watches nobody for it: it says why. */
const notTaken = 4400;
/** The silence and the wait for an answer together are less than the 5 s in which whoever watches is to know that nothing comes any more. */
const times = { readyMaxMs: 10_000, silenceMs: 2_000, answerMaxMs: 2_500, pauseMinMs: 500, pauseMaxMs: 10_000 };

/** A link of its own for each actor, as long as somebody is watched. */
export function createWatch({ browser, heard, caughtUp }: WatchParts): Watch {
  const state = signal<WatchState>("off");
  const reason = signal("");
  let watched: string | null = null;
  let link: ReconnectingLink | null = null;

  const open = (actor: string): ReconnectingLink =>
    openReconnectingLink<Frame>({
      browser,
      path: `/ws/inspect?watch=${encodeURIComponent(actor)}`,
      times,
      hello: () => ({ type: "beat" }),
      isReady: ({ type }) => type === "beat",
      heard(frame, isFirst) {
        if (frame.parley !== undefined) {
          if (frame.parley.actor === actor) heard(frame.parley);
        } else if (frame.type === "error") link?.giveUp({ code: notTaken, reason: frame.message ?? "" });
        else if (isFirst || (frame.type === "parley.gap" && state.peek() === "live")) {
          state.value = "live";
          caughtUp();
        }
      },
      connecting() {
        if (state.peek() === "off" || state.peek() === "refused") state.value = "connecting";
      },
      meaningOf,
      ended: ({ code, reason: words }) =>
        batch(() => {
          reason.value = words;
          state.value = stateAfter(code);
        }),
      hurriesAfter: ["passing", "slow", "refused"],
    });
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

/** What a close of the service means. Source: `src/edge/sockets/close-codes.ts`. */
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

/** As far as it is read here. Source: `src/codec/inspect/inspect-answer-frame.ts`. */
interface Frame {
  readonly type: string;
  readonly message?: string;
  readonly parley?: InspectedStep;
}
