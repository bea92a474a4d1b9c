import type { PageCallback } from "../bridge.types.ts";

/** The global names of the page. */
export const page = globalThis as unknown as Record<string, unknown>;

/** Writes an error that the page's code throws to the console, so that the error does not stop the widget. Source: WJ-42. */
export function guard(run: () => void): void {
  try {
    run();
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the page's developer looks there. Source: WJ-42.
    console.error(error);
  }
}

/** Calls the function that the page has under that name at this moment. Source: WJ-41. */
export function fire(name: PageCallback, ...values: readonly unknown[]): void {
  guard(() => {
    const callback = page[name];
    if (typeof callback === "function") callback(...values);
  });
}
