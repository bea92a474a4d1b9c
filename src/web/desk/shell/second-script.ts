import { signal } from "@preact/signals";

/** What is loaded right after the first rows, so that a click or a key finds it there. */
export const secondScript = signal<typeof import("./second.tsx") | "loading" | "failed">("loading");
let isAsked = false;

export function loadSecondScript(): void {
  if (isAsked) return;
  isAsked = true;
  secondScript.value = "loading";
  import("./second.tsx").then(
    (loaded) => (secondScript.value = loaded),
    () => {
      isAsked = false;
      secondScript.value = "failed";
    },
  );
}
