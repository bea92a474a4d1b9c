import type { JSX } from "preact";
import { Icon } from "../../shared/parts/icon.tsx";
import { clientPanelId, clientPanelOpen } from "./panes.ts";
import { placeOf, route } from "./route.ts";

/** The way from a chat back to the list; to be seen only where one pane is shown at a time. */
export function BackToList(): JSX.Element {
  const { section, parts, query } = route.value;
  const list = section === "inbox" ? [section, parts[0] ?? "waiting"] : [section];
  const place = placeOf(list, Object.fromEntries(query));
  return (
    <a class="button quiet back-to-list" href={place} aria-label="Back to the list">
      <Icon name="back" />
    </a>
  );
}

/** Opens the client's panel; to be seen only where the panel has no column of its own. */
export function ClientPanelButton(): JSX.Element {
  const isOpen = clientPanelOpen.value;
  return (
    <button
      type="button"
      class="quiet client-panel-button"
      aria-expanded={isOpen}
      aria-controls={clientPanelId}
      onClick={() => (clientPanelOpen.value = !isOpen)}
    >
      <Icon name="panel" />
      Client
    </button>
  );
}
