import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { createTimer } from "../../../shared/live/timer.ts";

/** `silent`: connected, but without a response; `away`: not connected, retrying; `refused`: the session has ended. */
export type LinkState = "connecting" | "live" | "silent" | "away" | "refused";

/** The state of the link, and the time since which the desk receives no changes. */
export interface LinkStates {
  readonly state: ReadonlySignal<LinkState>;
  /** Null while the desk receives changes, and in a gap that is too short to show. */
  readonly goneSinceMs: ReadonlySignal<number | null>;
  live(): void;
  /** The service has not responded in time since then. */
  doubted(sinceMs: number): void;
  /** The service has responded after all. */
  trusted(): void;
  lost(): void;
  refused(): void;
  /** A refused link starts again. */
  begun(): void;
}

/** A shorter gap is not shown, because the desk is back before anyone can read the text. */
const hushMs = 1_500;

export function createLinkStates(browser: Pick<Browser, "after" | "nowMs">): LinkStates {
  const state = signal<LinkState>("connecting");
  const goneSinceMs = signal<number | null>(null);
  const hush = createTimer(browser);
  const known = (now: "live" | "refused"): void =>
    batch(() => {
      hush.stop();
      state.value = now;
      goneSinceMs.value = null;
    });
  const say = (sinceMs: number): void => {
    goneSinceMs.value ??= sinceMs;
  };
  return {
    state,
    goneSinceMs,
    live: () => known("live"),
    refused: () => known("refused"),
    doubted: (sinceMs) =>
      batch(() => {
        if (state.peek() === "live") state.value = "silent";
        say(sinceMs);
      }),
    trusted() {
      if (state.peek() === "silent") known("live");
    },
    lost() {
      const sinceMs = browser.nowMs();
      if (state.peek() !== "away") hush.set(hushMs, () => say(sinceMs));
      state.value = "away";
    },
    begun() {
      if (state.peek() === "refused") state.value = "connecting";
    },
  };
}
