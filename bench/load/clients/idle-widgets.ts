import { WebSocket } from "ws";
import { widgetChannelId } from "../service/service.ts";

/** Pages that have the widget and do nothing. */
export interface IdleWidgets {
  /** Resolves when every page has heard the mode. */
  whenTold(mode: "online" | "offline"): Promise<void>;
  close(): Promise<void>;
}

interface Page {
  readonly socket: WebSocket;
  mode: string;
}

const opensAtOnce = 100;
const lookEveryMs = 5;
const patienceMs = 60_000;

/** Each says hello as a browser's first visit and has its answer when this resolves. */
export async function openIdleWidgets(url: string, count: number): Promise<IdleWidgets> {
  const pages: Page[] = [];
  while (pages.length < count) {
    const batch = Array.from({ length: Math.min(opensAtOnce, count - pages.length) }, () => openPage(url));
    pages.push(...(await Promise.all(batch)));
  }
  return {
    async whenTold(mode) {
      const givenUpAtMs = performance.now() + patienceMs;
      while (pages.some((page) => page.mode !== mode)) {
        if (performance.now() > givenUpAtMs) throw new Error(`Not every page heard of ${mode} in ${patienceMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
    },
    async close() {
      await Promise.all(
        pages.map(
          ({ socket }) =>
            new Promise<void>((resolve) => {
              socket.once("close", () => resolve());
              socket.terminate();
            }),
        ),
      );
    },
  };
}

function openPage(url: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws/widget`, { perMessageDeflate: false });
    const page: Page = { socket, mode: "" };
    const hello = {
      type: "hello",
      widget: widgetChannelId,
      page: { url: "https://shop.example/wheels", title: "Wheels" },
    };
    socket.on("open", () => socket.send(JSON.stringify(hello)));
    socket.on("message", (data) => {
      const { type, mode } = JSON.parse(String(data));
      if (type === "ready" || type === "mode") page.mode = mode;
      if (type === "ready") resolve(page);
    });
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`A page's socket was closed with ${code}`)));
  });
}
