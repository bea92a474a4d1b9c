import type { Browser, Page } from "playwright-core";
import type { Test } from "tap";
import type { FollowingDesk } from "../../desk/live/following-desk.ts";
import { followDesk } from "../../desk/live/following-desk.ts";
import { openFaultyLink } from "../../harness/faulty-link.ts";
import { asWidget, widget } from "../../visitors/visitor-channel.ts";
import { openPage, unseenScale } from "../browser.ts";
import type { DroppedLine } from "../dropped-line.ts";
import { watchLine } from "../dropped-line.ts";
import { watchLines } from "../shown-lines.ts";
import type { RestartingService } from "./restarting-service.ts";
import { startRestarting } from "./restarting-service.ts";
import { keepCallbacks, openSite } from "./site.ts";

/** A visitor's page with a failing connection to the service, and a desk with a failing connection. The service has the page's time. */
export interface DroppedPage extends DroppedLine {
  readonly page: Page;
  readonly service: RestartingService;
  readonly desk: FollowingDesk;
  /** The errors of the page that no failing connection explains. */
  complaints(): readonly string[];
  /** The number of drops of the page's connection up to now. */
  drops(): number;
  /** Restarts the service while `meanwhile` runs; resolves when both are done. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
  dropDesk(): void;
}

export const written = /(?:visitor|agent) says \d+-\d+\./g;

const patienceSeconds = 120;
const aboutLines = /WebSocket connection to|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/;

export async function openDroppedPage(t: Test, browser: Browser): Promise<DroppedPage> {
  const service = await startRestarting(t, {
    channels: asWidget({ webhooks: null, widget: { ...widget, contactsForm: false } }),
  });
  const link = await openFaultyLink(t, service.current().url);
  const deskLink = await openFaultyLink(t, service.current().url);
  const desk = await followDesk(t, service.current(), "kim", { url: deskLink.url, whenLost: service.whenUp });
  const site = await openSite(t, service.current(), { serviceUrl: link.url, script: keepCallbacks });
  const { page, complaints, context } = await openPage(browser, "about:blank", {
    deviceScaleFactor: unseenScale,
  });
  t.teardown(() => context.close());
  await page.clock.install();
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) {
      service.current().clock.advance(1_000);
      await page.clock.runFor(1_000);
    }
  };
  /** On a silent connection nothing happens in between, so all seconds pass in one step. */
  const passSilence = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) service.current().clock.advance(1_000);
    await page.clock.runFor(seconds * 1_000);
  };
  const line = watchLine(page, link, { pass, passSilence, patienceSeconds, isOnlySockets: true });
  await page.goto(site.url);
  await page.locator("svc-widget button").first().click();
  await page.locator("svc-widget textarea").waitFor();
  await watchLines(page, {
    root: 'document.querySelector("svc-widget").shadowRoot',
    lines: "ol",
    written,
  });
  // The connections that loaded the scripts may still be open. After this reset, each connection is a socket.
  link.strike({ type: "reset" });

  let drops = 0;
  return {
    ...line,
    page,
    service,
    desk,
    complaints: () => complaints.filter((complaint) => !aboutLines.test(complaint)),
    drops: () => drops,
    async drop(fault, moment, meanwhile) {
      await line.drop(fault, moment, meanwhile);
      drops += 1;
    },
    async restart(meanwhile) {
      await line.untilConnected("ready");
      await Promise.all([service.restart(), meanwhile()]);
      drops += 1;
      for (const one of [link, deskLink]) one.leadTo(service.current().url);
    },
    dropDesk: () => void deskLink.strike({ type: "reset" }),
  };
}
