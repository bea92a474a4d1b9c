import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { named } from "../../shared/ui/tooltip.ts";
import { shell } from "../texts/en/shell.ts";
import { placeOf, route } from "./route.ts";

const text = textsOf("shell", shell);

/** The button from a chat back to the list. It is visible only if one pane is shown at a time. */
export function BackToList(): JSX.Element {
  const { section, parts, query } = route.value;
  const list = section === "inbox" ? [section, parts[0] ?? "waiting"] : [section];
  const place = placeOf(list, Object.fromEntries(query));
  return (
    <a class="button icon-button back-to-list" href={place} {...named(text("backToList"))}>
      <Icon name="back" />
    </a>
  );
}

/** Opens the client's panel; visible only when the panel has no separate column. */
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
      {text("client")}
    </button>
  );
}

/**
 * Whether the client's panel covers the conversation. Under 1100 px the panel has no separate column; above that it is
 * always visible and this value is not used. The panel closes when another chat is opened.
 */
export const clientPanelOpen = signal(false);

/** The panel's element, for `aria-controls`. */
export const clientPanelId = "client-panel";

/** A chat that was just accepted in the list. Its conversation takes the focus for writing and resets this value. */
export const chatToWriteIn = signal<string | null>(null);
