import { signal } from "@preact/signals";

/** The time, moved on every few seconds for all that is shown relative to it. */
export const now = signal(Date.now());
const everyMs = 5_000;
setInterval(() => {
  if (document.visibilityState === "visible") now.value = Date.now();
}, everyMs);
