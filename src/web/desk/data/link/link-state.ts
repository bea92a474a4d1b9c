import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import { createTimer } from "../../../shared/live/timer.ts";

/** `silent`: connected, but nobody answers; `away`: not connected, trying; `refused`: the session has ended. */
export type LinkState = "connecting" | "live" | "silent" | "away" | "refused";

/** How the link stands, and since when the desk knows nothing of what happens. */
export interface LinkStates {
  readonly state: ReadonlySignal<LinkState>;
  /** Null while the desk knows, and in a gap that is too short to speak of. */
  readonly goneSinceMs: ReadonlySignal<number | null>;
  live(): void;
  /** Nobody has answered since then, for longer than anybody takes who is there. */
  doubted(sinceMs: number): void;
  /** Somebody has answered after all. */
  trusted(): void;
  lost(): void;
  refused(): void;
  /** A refused one begins anew. */
  begun(): void;
}

/** A shorter gap is nobody's business: the desk is back before it is read. */
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
