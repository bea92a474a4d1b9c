import type { MountWidget } from "../bridge.types.ts";
import { quarterPauseMs, triesMax } from "./limits.ts";

let failures = 0;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads the body's script. Retries with growing pauses. Returns `undefined` if all tries fail. Logs only the first failure. */
export async function loadBody(url: string): Promise<MountWidget | undefined> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries) await pause(quarterPauseMs * 4 ** tries);
    try {
      // Browsers remember that an address failed, so each try uses a different address.
      const body: { readonly mountWidget: MountWidget } = await import(`${url}?${failures}`);
      return body.mountWidget;
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the failure is reported nowhere else.
      if (!failures) console.warn("Chat not loaded yet.", error);
      failures += 1;
    }
  }
  return undefined;
}
