import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../../shared/ui/icon.tsx";
import type { Watch, WatchState } from "../data/watch.ts";
import { addressOf, route } from "./route.ts";

interface TopBarProps {
  readonly watch: Watch;
  readonly logOut: () => void;
}

export function TopBar({ watch, logOut }: TopBarProps): JSX.Element {
  const isActorOpen = route.value.place.view === "actor";
  return (
    <header class="top-bar">
      <a class="home" href={addressOf({ view: "list" })}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M10 10h12v12H10zM10 10L5 5M22 22l5 5" />
          <circle cx="16" cy="16" r="2.5" />
          <circle cx="5" cy="5" r="2" />
          <circle cx="27" cy="27" r="2" />
        </svg>
        Inspector
      </a>
      {isActorOpen && <LiveState watch={watch} />}
      <div class="top-bar-end">
        <CopyLink />
        <a class="button quiet" href="/desk/">
          Desk
        </a>
        <button type="button" class="quiet" onClick={logOut}>
          Log out
        </button>
      </div>
    </header>
  );
}

/** Copies the address of the current view, for a colleague. */
function CopyLink(): JSX.Element {
  const said = useSignal("");
  const { value: where } = route;
  useEffect(() => {
    said.value = "";
  }, [where]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.value = "Copied";
    } catch {
      // Only secure pages can use the clipboard. The browser's own address bar works everywhere.
      said.value = "Copy it from the address line";
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        <Icon name="link" />
        <span class="words">Copy link</span>
      </button>
      <span class="help" role="status">
        {said.value}
      </span>
    </>
  );
}

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
function LiveState({ watch }: { readonly watch: Watch }): JSX.Element {
  const { value: state } = watch.state;
  const { value: reason } = watch.reason;
  const isEnded = state === "behind" || state === "cut";
  return (
    <p class={`live-state presence ${state === "live" ? "there" : state}`} role="status">
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
