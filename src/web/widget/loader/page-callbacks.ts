import type { PageCallback } from "../bridge.types.ts";

/** The page's own names. */
export const page = globalThis as unknown as Record<string, unknown>;

/** What the page's code throws goes to the console and stops nothing of ours. Source: WJ-42. */
export function guard(run: () => void): void {
  try {
    run();
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the page's developer looks there. Source: WJ-42.
    console.error(error);
  }
}

/** Calls what the page has under that name at this moment. Source: WJ-41. */
export function fire(name: PageCallback, ...values: readonly unknown[]): void {
  guard(() => {
    const callback = page[name];
    if (typeof callback === "function") callback(...values);
  });
}
