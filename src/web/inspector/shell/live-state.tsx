import type { JSX } from "preact";
import type { Watch, WatchState } from "../data/watch.ts";

const words: Readonly<Record<WatchState, string>> = {
  off: "Not watching",
  connecting: "Connecting…",
  live: "Live",
  away: "Reconnecting…",
  behind: "Behind",
  cut: "Cut off",
  refused: "Not allowed",
};

/** Shows whether the page is up to date. */
export function LiveState({ watch }: { readonly watch: Watch }): JSX.Element {
  const { value: state } = watch.state;
  const { value: reason } = watch.reason;
  const isEnded = state === "behind" || state === "cut";
  return (
    <p class={`live-state ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {words[state]}
      {isEnded && `: ${reason === "" ? "the service ended the connection." : reason}`}
      {(isEnded || state === "away") && (
        <button type="button" onClick={watch.retry}>
          Try now
        </button>
      )}
    </p>
  );
}
