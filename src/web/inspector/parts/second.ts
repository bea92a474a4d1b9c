import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const tickMs = 1_000;
const second = signal(Date.now());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, updated every second while a part of the page uses it. */
export function useSecond(): number {
  useEffect(() => {
    users += 1;
    if (users === 1) {
      second.value = Date.now();
      timer = setInterval(() => {
        second.value = Date.now();
      }, tickMs);
    }
    return () => {
      users -= 1;
      if (users === 0) clearInterval(timer);
    };
  }, []);
  return second.value;
}
