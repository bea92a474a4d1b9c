import type { MountWidget } from "../bridge.types.ts";
import { quarterPauseMs, triesMax } from "./limits.ts";

let failures = 0;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The body's script, tried again with growing pauses while it is wanted; nothing when it will not be had. The page is told once. */
export async function loadBody(url: string, isWanted: () => boolean): Promise<MountWidget | undefined> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries) await pause(quarterPauseMs * 4 ** tries);
    if (!isWanted()) break;
    try {
      // Browsers remember that an address failed: each try has one of its own.
      const body: { readonly mountWidget: MountWidget } = await import(`${url}?${failures}`);
      return body.mountWidget;
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: nobody else hears of it.
      if (!failures) console.warn("Chat not loaded yet.", error);
      failures += 1;
    }
  }
  return undefined;
}
