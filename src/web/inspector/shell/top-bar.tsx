import type { JSX } from "preact";
import type { Watch } from "../data/watch.ts";
import { CopyLink } from "./copy-link.tsx";
import { LiveState } from "./live-state.tsx";
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
