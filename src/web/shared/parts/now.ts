import { signal } from "@preact/signals";

/** The present time, updated every few seconds for all texts that are relative to it. */
export const now = signal(Date.now());
const everyMs = 5_000;
setInterval(() => {
  if (document.visibilityState === "visible") now.value = Date.now();
}, everyMs);
