/** Whether a key press on this target is text input. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]") !== null;
