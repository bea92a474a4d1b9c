import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Browser } from "../../desk/data/browser.types.ts";
import { createInspectorApi } from "../data/api.ts";
import type { Door } from "../data/entry.ts";
import { SequenceView } from "../sequence/sequence-view.tsx";
import { open, route } from "./route.ts";

interface WorkplaceProps {
  readonly browser: Browser;
  readonly door: Door;
}

/** The list of actors beside the one that is open, or the sequence of a chat. */
export function Workplace({ door }: WorkplaceProps): JSX.Element {
  const api = useMemo(() => createInspectorApi(door.api), [door]);
  const { place } = route.value;
  if (place.view === "sequence") return <SequenceView chatId={place.chatId} api={api} open={open} />;
  return <main class="list">{place.view}</main>;
}
