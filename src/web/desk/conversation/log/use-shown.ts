import type { ReadonlySignal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Whether the page is visible. */
export function useShown(): ReadonlySignal<boolean> {
  const isShown = useSignal(document.visibilityState === "visible");
  useEffect(() => {
    const look = (): void => {
      isShown.value = document.visibilityState === "visible";
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isShown;
}
