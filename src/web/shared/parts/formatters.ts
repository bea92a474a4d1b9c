import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The times wait at most this long for a pause of the page. */
const pauseMaxMs = 1_000;
const areWanted = signal(false);
const want = (): void => {
  areWanted.value = true;
};

/** Whether times and large numbers may be formatted. The first formatter of a page takes long to make, so it follows the first picture. */
export function useFormatters(): boolean {
  useEffect(() => {
    if (areWanted.peek()) return;
    if ("requestIdleCallback" in window) requestIdleCallback(want, { timeout: pauseMaxMs });
    else setTimeout(want);
  }, []);
  return areWanted.value;
}
