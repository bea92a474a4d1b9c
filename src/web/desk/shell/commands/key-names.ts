const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys with their names on the keyboard: `mod+k` is "Ctrl K", on a Mac "⌘ K". */
export const showKeys = (keys: string): string =>
  keys.replace(/^mod\+(.)$/, (_whole, key: string) => `${isMac ? "⌘" : "Ctrl"} ${key.toUpperCase()}`);
