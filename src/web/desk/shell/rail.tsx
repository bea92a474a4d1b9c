import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import type { IconName } from "../../shared/parts/icon.tsx";
import { Icon } from "../../shared/parts/icon.tsx";
import { shell } from "../texts/en/shell.ts";
import { useCommands } from "./commands/commands.ts";
import { failuresOf } from "./failures/open-failures.ts";
import { OwnMenu } from "./own-menu.tsx";
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
      aria-label={marked === null ? title : text(marked.words, { count: marked.count })}
      title={`${title} (${keys})`}
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
