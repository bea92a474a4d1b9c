import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { monotonicUs } from "../profile/profile.ts";
import { widgetChannelId } from "../service/service.ts";
import type { Crowd } from "./crowd/crowd.ts";
import { startPages } from "./crowd/crowd.ts";
import type { Closed, ExpectedMode, PagesHeard } from "./crowd/crowd.types.ts";
import { logIn } from "./desk-agent.ts";

/** Pages that have the widget and do nothing. */
export interface IdlePages {
  /** Opens the desk of an agent who has logged in but sent nothing. So the pages have no agent yet. */
  openDesk(): Promise<SilentDesk>;
  /** Disconnects the pages. */
  end(): Promise<void>;
}

interface SilentDesk {
  /** The agent comes online. Resolves with what the pages received, when all have received the mode or after a timeout. */
  come(): Promise<PagesHeard & Closed>;
  close(): Promise<void>;
}

/** The service's default limit of pages per address. */
const pagesOfAddress = 2_000;
const lookEveryMs = 20;
const patienceMs = 60_000;

const hello = JSON.stringify({
  type: "hello",
  widget: widgetChannelId,
  page: { url: "https://shop.example/wheels", title: "Wheels" },
});

/** Opens pages that each send the hello of a first visit. Resolves when all have their answer. */
export async function openIdlePages(url: string, count: number): Promise<IdlePages> {
  const pages = startPages();
  const addresses = Array.from({ length: Math.ceil(count / pagesOfAddress) }, (_, at) => `127.0.0.${at + 2}`);
  await pages.open({ url, path: "/ws/widget", count, hellos: [hello], addresses });
  return {
    async openDesk() {
      const agent = await logIn(url);
      const desk = new WebSocket(`${url.replace("http", "ws")}/ws/desk`);
      await new Promise((resolve, reject) => desk.on("open", resolve).on("error", reject));
      return {
        async come() {
          await pages.expect({ mode: "online", startUs: monotonicUs() });
          desk.send(JSON.stringify({ type: "hello", token: agent.token, available: true }));
          return whenTold(pages, count);
        },
        async close() {
          desk.terminate();
          await agent.close();
        },
      };
    },
    end: () => pages.end(),
  };
}

async function whenTold(pages: Crowd<ExpectedMode, PagesHeard>, count: number): Promise<PagesHeard & Closed> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const heard = await pages.report();
    if (heard.told + heard.closed >= count || performance.now() > untilMs) return heard;
    await delay(lookEveryMs);
  }
}
