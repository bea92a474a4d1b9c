import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import type { Watch, WatchState } from "../data/watch.ts";
import { inspectorShell } from "../texts/en/inspector-shell.ts";

const text = textsOf("inspector-shell", inspectorShell);

const keys = {
  off: "liveOff",
  connecting: "liveConnecting",
  live: "liveOn",
  away: "liveAway",
  behind: "liveBehind",
  cut: "liveCut",
  refused: "liveRefused",
} as const satisfies Readonly<Record<WatchState, string>>;

/** Shows whether the page is up to date. */
export function LiveState({ watch }: { readonly watch: Watch }): JSX.Element {
  const { value: state } = watch.state;
  const { value: reason } = watch.reason;
  const isEnded = state === "behind" || state === "cut";
  return (
    <p class={`live-state ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {isEnded
        ? text("liveEnded", { state: text(keys[state]), reason: reason === "" ? text("serviceEnded") : reason })
        : text(keys[state])}
      {(isEnded || state === "away") && (
        <button type="button" onClick={watch.retry}>
          {text("tryNow")}
        </button>
      )}
    </p>
  );
}
