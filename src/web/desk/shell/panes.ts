import { signal } from "@preact/signals";

/**
 * Whether the client's panel lies over the conversation: under 1100 px it has no column of its own. Above that it is
 * always there and this says nothing. It closes by itself when another chat is opened.
 */
export const clientPanelOpen = signal(false);

/** The panel's element, for `aria-controls`. */
export const clientPanelId = "client-panel";

/** The chat that was taken from the list, to be written in at once: what shows it takes the focus and forgets the wish. */
export const chatToWriteIn = signal<string | null>(null);
