import type { JSX } from "preact";
import type { IconName } from "../../shared/parts/icon.tsx";
import { Icon } from "../../shared/parts/icon.tsx";
import { useCommands } from "./commands/commands.ts";
import { failuresOf } from "./failures/open-failures.ts";
import { OwnMenu } from "./own-menu.tsx";
import { go, placeOf, route } from "./route.ts";
import { useLeftToDo } from "./steps/left-open.ts";
import { useDesk } from "./use-desk.ts";

interface Place {
  readonly section: string;
  readonly title: string;
  readonly icon: IconName;
  readonly keys: string;
}

const places: readonly Place[] = [
  { section: "inbox", title: "Inbox", icon: "inbox", keys: "g i" },
  { section: "archive", title: "Archive", icon: "archive", keys: "g a" },
  { section: "left", title: "Left messages", icon: "left", keys: "g l" },
  { section: "deliveries", title: "Deliveries", icon: "deliveries", keys: "g d" },
  { section: "settings", title: "Settings", icon: "settings", keys: "g s" },
];

/** The way between the sections; whose desk it is stands at its end. */
export function Rail(): JSX.Element {
  const { section } = route.value;
  const left = useLeftToDo();
  const failures = failuresOf(useDesk());
  const marks: Readonly<Record<string, PlaceMark>> = {
    inbox: { count: failures.count.value, words: "not delivered", kind: "failing" },
    left: { count: left, words: "to do", kind: "" },
    deliveries: { count: failures.unseen.failures.value.count, words: "failed", kind: "failing" },
  };
  useCommands(
    places.map(({ section: name, title, keys }) => ({
      id: `go ${name}`,
      title: `Go to ${title.toLowerCase()}`,
      keys,
      group: "Everywhere",
      run: () => go(placeOf([name])),
    })),
    [],
  );
  return (
    <nav class="rail" aria-label="Sections">
      {places.map((place) => (
        <RailPlace key={place.section} place={place} isHere={place.section === section} mark={marks[place.section]} />
      ))}
      <OwnMenu />
    </nav>
  );
}

interface PlaceMark {
  readonly count: number;
  /** What there are so many of. */
  readonly words: string;
  readonly kind: "failing" | "";
}

const shownMax = 99;

function RailPlace({
  place: { section, title, icon, keys },
  isHere,
  mark,
}: {
  readonly place: Place;
  readonly isHere: boolean;
  readonly mark: PlaceMark | undefined;
}): JSX.Element {
  const marked = mark !== undefined && mark.count > 0 ? mark : null;
  return (
    <a
      class="rail-place"
      href={placeOf([section])}
      aria-current={isHere ? "page" : undefined}
      aria-label={marked === null ? title : `${title}, ${marked.count} ${marked.words}`}
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
