import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { LanguageSelect } from "../../shared/language/language-select.tsx";
import { textsOf } from "../../shared/language/texts.ts";
import { Avatar } from "../parts/avatar.tsx";
import { inspectorAddress, useIsInspecting } from "../parts/chart-link.tsx";
import { agentPicture } from "../parts/pictures.ts";
import { shell } from "../texts/en/shell.ts";
import { useCommands } from "./commands/commands.ts";
import { logOut } from "./log-out.ts";
import { placeOf } from "./route.ts";
import { useDesk } from "./use-desk.ts";

const text = textsOf("shell", shell);

/** The agent's presence for clients; unknown without a connection. */
function presenceOf(isGone: boolean, isAvailable: boolean): { readonly word: string; readonly tone: string } {
  if (isGone) return { word: text("offline"), tone: "gone" };
  return isAvailable ? { word: text("here"), tone: "here" } : { word: text("away"), tone: "away" };
}

/** The agent's name, the switch for availability, and the logout. */
export function OwnMenu(): JSX.Element {
  const desk = useDesk();
  const { agent } = desk.surroundings.value;
  const isAvailable = desk.available.value;
  const isOpen = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const change = (): void => desk.setAvailable(!desk.available.value);
  useCommands(
    [
      { id: "availability", title: text("switchPresence"), group: text("everywhere"), keys: "g v", run: change },
      { id: "log-out", title: text("logOut"), group: text("everywhere"), run: () => void logOut(desk) },
    ],
    [desk],
  );
  const isGone = desk.link.goneSinceMs.value !== null;
  const { word, tone } = presenceOf(isGone, isAvailable);
  return (
    <div class="rail-end">
      <button
        type="button"
        class={`own ${tone}`}
        aria-expanded={isOpen.value}
        aria-haspopup="true"
        popovertarget="own-menu"
        title={text("namePresence", { name: agent.name, presence: word })}
      >
        <Avatar name={agent.name} picture={agentPicture(agent.id, agent.photo)} />
        <span class="dot" />
        <span class="hush">{text("nameBefore", { name: agent.name })}</span>
        {word}
        <span class="hush">{text(isGone ? "openMenuGone" : "openMenu")}</span>
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
          {text("takeChats")}
          <kbd>g v</kbd>
          <span class="toggle" />
        </button>
        <a href={placeOf(["settings", "me"])} onClick={() => menu.current?.hidePopover()}>
          {text("account")}
        </a>
        {useIsInspecting() && (
          <a href={inspectorAddress()} target="_blank" rel="noopener" onClick={() => menu.current?.hidePopover()}>
            {text("inspector")}
          </a>
        )}
        <a href="/docs/" target="_blank" rel="noopener" onClick={() => menu.current?.hidePopover()}>
          {text("documentation")}
        </a>
        <LanguageSelect label={text("language")} />
        <button type="button" onClick={() => void logOut(desk)}>
          {text("logOut")}
        </button>
      </div>
    </div>
  );
}
