import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Avatar } from "../parts/avatar.tsx";
import { inspectorAddress, useIsInspecting } from "../parts/chart-link.tsx";
import { agentPicture } from "../parts/pictures.ts";
import { useCommands } from "./commands.ts";
import { logOut } from "./log-out.ts";
import { placeOf } from "./route.ts";
import { useDesk } from "./use-desk.ts";

/** Whose desk it is, whether clients are promised this agent, and the way out. */
export function OwnMenu(): JSX.Element {
  const desk = useDesk();
  const { agent } = desk.surroundings.value;
  const isAvailable = desk.available.value;
  const isOpen = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const change = (): void => desk.setAvailable(!desk.available.value);
  useCommands(
    [
      { id: "availability", title: "Switch between available and away", group: "Everywhere", keys: "g v", run: change },
      { id: "log-out", title: "Log out", group: "Everywhere", run: () => void logOut(desk) },
    ],
    [desk],
  );
  const word = isAvailable ? "Here" : "Away";
  return (
    <div class="rail-end">
      <button
        type="button"
        class={`own ${isAvailable ? "" : "away"}`}
        aria-expanded={isOpen.value}
        aria-haspopup="true"
        popovertarget="own-menu"
        title={`${agent.name}: ${word}`}
      >
        <Avatar name={agent.name} picture={agentPicture(agent.id, agent.photo)} />
        <span class="dot" />
        <span class="hush">{agent.name}: </span>
        {word}
        <span class="hush">. Open the menu</span>
      </button>
      <div
        ref={menu}
        id="own-menu"
        class="own-menu"
        popover="auto"
        onToggle={(event) => (isOpen.value = event.newState === "open")}
      >
        <header>
          <p>{agent.name}</p>
          <p class="help">{agent.email}</p>
        </header>
        <button type="button" role="switch" aria-checked={isAvailable} onClick={change}>
          Take new chats
          <kbd>g v</kbd>
          <span class="toggle" />
        </button>
        <a href={placeOf(["settings", "me"])} onClick={() => menu.current?.hidePopover()}>
          Your account and sessions
        </a>
        {useIsInspecting() && (
          <a href={inspectorAddress()} target="_blank" rel="noopener" onClick={() => menu.current?.hidePopover()}>
            Inspector
          </a>
        )}
        <button type="button" onClick={() => void logOut(desk)}>
          Log out
        </button>
      </div>
    </div>
  );
}
