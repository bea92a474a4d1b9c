/** Whether a key pressed there is a letter of something. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]") !== null;
