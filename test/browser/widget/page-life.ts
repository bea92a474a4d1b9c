import type { Page } from "playwright-core";

/** Adds the script line to the page, as a single-page app does; resolves when the script has run. */
export const addScript = (page: Page, src: string): Promise<void> =>
  page.evaluate(
    (src) =>
      new Promise<void>((resolve, reject) => {
        const script = document.createElement("script");
        script.src = src;
        script.onload = () => resolve();
        script.onerror = reject;
        document.head.append(script);
        script.remove();
      }),
    src,
  );

export interface Sockets {
  opened: number;
  open: number;
}

/** Counts the page's sockets in its network. */
export function watchSockets(page: Page): Sockets {
  const sockets = { opened: 0, open: 0 };
  page.on("websocket", (socket) => {
    sockets.opened += 1;
    sockets.open += 1;
    socket.on("close", () => {
      sockets.open -= 1;
    });
  });
  return sockets;
}

/** Waits for a fact that the page does not know. */
export async function untilHere(page: Page, fact: () => boolean): Promise<void> {
  while (!fact()) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
