import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { LanguageSelect } from "../../shared/language/language-select.tsx";
import { textsOf } from "../../shared/language/texts.ts";
import type { IconName } from "../../shared/ui/icon.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { named } from "../../shared/ui/tooltip.ts";
import { Avatar } from "../parts/avatar.tsx";
import { inspectorAddress, useIsInspecting } from "../parts/chart-link.tsx";
import { agentPicture } from "../parts/pictures.ts";
import { shell } from "../texts/en/shell.ts";
import { useCommands } from "./commands/commands.ts";
import { KeyCaps } from "./commands/key-caps.tsx";
import { failuresOf } from "./failures/open-failures.ts";
import { logOut } from "./log-out.ts";
import { go, placeOf, route } from "./route.ts";
import { useLeftToDo } from "./steps/left-open.ts";
import { useDesk } from "./use-desk.ts";

const text = textsOf("shell", shell);

interface Place {
  readonly section: "inbox" | "archive" | "left" | "deliveries" | "settings";
  /** The text key of the command that leads there. */
  readonly go: "goInbox" | "goArchive" | "goLeft" | "goDeliveries" | "goSettings";
  readonly icon: IconName;
  readonly keys: string;
}

const places: readonly Place[] = [
  { section: "inbox", go: "goInbox", icon: "inbox", keys: "g i" },
  { section: "archive", go: "goArchive", icon: "archive", keys: "g a" },
  { section: "left", go: "goLeft", icon: "left", keys: "g l" },
  { section: "deliveries", go: "goDeliveries", icon: "deliveries", keys: "g d" },
  { section: "settings", go: "goSettings", icon: "settings", keys: "g s" },
];

/** The navigation between the sections, with the agent's own menu at its end. */
export function Rail(): JSX.Element {
  const { section } = route.value;
  const left = useLeftToDo();
  const failures = failuresOf(useDesk());
  const marks: Readonly<Record<string, PlaceMark>> = {
    inbox: { count: failures.count.value, words: "inboxMarked", kind: "failing" },
    left: { count: left, words: "leftMarked", kind: "" },
    deliveries: { count: failures.unseen.failures.value.count, words: "deliveriesMarked", kind: "failing" },
  };
  useCommands(
    places.map(({ section: name, go: title, keys }) => ({
      id: `go ${name}`,
      title: text(title),
      keys,
      group: text("everywhere"),
      run: () => go(placeOf([name])),
    })),
    [],
  );
  return (
    <nav class="rail" aria-label={text("sections")}>
      {places.map((place) => (
        <RailPlace key={place.section} place={place} isHere={place.section === section} mark={marks[place.section]} />
      ))}
      <OwnMenu />
    </nav>
  );
}

interface PlaceMark {
  readonly count: number;
  /** The text key that names the counted things. */
  readonly words: "inboxMarked" | "leftMarked" | "deliveriesMarked";
  readonly kind: "failing" | "";
}

const shownMax = 99;

function RailPlace({
  place: { section, icon, keys },
  isHere,
  mark,
}: {
  readonly place: Place;
  readonly isHere: boolean;
  readonly mark: PlaceMark | undefined;
}): JSX.Element {
  const title = text(section);
  const marked = mark !== undefined && mark.count > 0 ? mark : null;
  return (
    <a
      class="rail-place"
      href={placeOf([section])}
      aria-current={isHere ? "page" : undefined}
      {...named(marked === null ? title : text(marked.words, { count: marked.count }), `${title} (${keys})`)}
    >
      <Icon name={icon} />
      {marked !== null && (
        <span class={`count ${marked.kind}`}>
          {marked.kind === "failing" && "!"}
          {marked.count > shownMax ? `${shownMax}+` : marked.count}
        </span>
      )}
    </a>
  );
}

/** The agent's presence for clients; unknown without a connection. */
function presenceOf(isGone: boolean, isAvailable: boolean): { readonly word: string; readonly tone: string } {
  if (isGone) return { word: text("offline"), tone: "gone" };
  return isAvailable ? { word: text("here"), tone: "here" } : { word: text("away"), tone: "away" };
}

/** The agent's name, the switch for availability, and the logout. */
function OwnMenu(): JSX.Element {
  const desk = useDesk();
  const { agent } = desk.surroundings.value;
  const isAvailable = desk.available.value;
  const isOpen = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const change = (): void => desk.setAvailable(!desk.available.value);
  useCommands(
    [
      { id: "availability", title: text("switchPresence"), group: text("everywhere"), keys: "g v", run: change },
      {
        id: "log-out",
        title: text("logOut"),
        group: text("everywhere"),
        isDestructive: true,
        run: () => void logOut(desk.api, desk.stop),
      },
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
        class="menu own-menu"
        popover="auto"
        onToggle={(event) => (isOpen.value = event.newState === "open")}
      >
        <header>
          <p>{agent.name}</p>
          <p class="help">{agent.email}</p>
        </header>
        <button type="button" role="switch" aria-checked={isAvailable} onClick={change}>
          {text("takeChats")}
          <KeyCaps keys="g v" />
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
        <button type="button" onClick={() => void logOut(desk.api, desk.stop)}>
          {text("logOut")}
        </button>
      </div>
    </div>
  );
}
