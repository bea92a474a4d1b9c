import type { JSX } from "preact";
import type { IconName } from "../parts/icon.tsx";
import { Icon } from "../parts/icon.tsx";
import { useCommands } from "./commands.ts";
import { useLeftToDo } from "./left-open.ts";
import { OwnMenu } from "./own-menu.tsx";
import { go, placeOf, route } from "./route.ts";

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
  const counts: Readonly<Record<string, number>> = { left: useLeftToDo() };
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
        <a
          key={place.section}
          class="rail-place"
          href={placeOf([place.section])}
          aria-current={place.section === section ? "page" : undefined}
          aria-label={counts[place.section] ? `${place.title}, ${counts[place.section]} to do` : place.title}
          title={`${place.title} (${place.keys})`}
        >
          <Icon name={place.icon} />
          {counts[place.section] ? <span class="count">{counts[place.section]}</span> : null}
        </a>
      ))}
      <OwnMenu />
    </nav>
  );
}
