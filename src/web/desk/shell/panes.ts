import { signal } from "@preact/signals";

/**
 * Whether the client's panel covers the conversation. Under 1100 px the panel has no separate column; above that it is
 * always visible and this value is not used. The panel closes when another chat is opened.
 */
export const clientPanelOpen = signal(false);

/** The panel's element, for `aria-controls`. */
export const clientPanelId = "client-panel";

/** A chat that was just accepted in the list. Its conversation takes the focus for writing and resets this value. */
export const chatToWriteIn = signal<string | null>(null);
