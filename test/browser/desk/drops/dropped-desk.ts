import type { Browser, Page } from "playwright-core";
import type { Test } from "tap";
import { sessionCookieName } from "../../../../src/edge/routes/desk/session/session-cookie.ts";
import { openFaultyLink } from "../../../harness/faulty-link.ts";
import { openPage, unseenScale } from "../../browser.ts";
import type { DroppedLine } from "../../dropped-line.ts";
import { watchLine } from "../../dropped-line.ts";
import { watchLines } from "../../shown-lines.ts";

/** An agent's desk at one chat, with a connection that fails. */
export interface DroppedDesk extends DroppedLine {
  readonly page: Page;
  /** The errors of the page that no failing connection explains. */
  complaints(): readonly string[];
}

export const written = /(?:Kim|Lee|Client) says \d+\./g;

const patienceSeconds = 300;
const aboutLines =
  /WebSocket connection to|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_CONTENT_LENGTH|ERR_INCOMPLETE|ERR_INVALID_HTTP|status of (400|503|505)/;

export async function openDroppedDesk(
  t: Test,
  browser: Browser,
  serviceUrl: string,
  desk: { readonly token: string; readonly place: string },
): Promise<DroppedDesk> {
  const link = await openFaultyLink(t, serviceUrl);
  const cookie = { name: sessionCookieName, value: desk.token, domain: "127.0.0.1", path: "/", expires: -1 };
  const stored = { httpOnly: true, secure: false, sameSite: "Strict" as const };
  const { page, context, complaints } = await openPage(browser, "about:blank", {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: unseenScale,
    storageState: { cookies: [{ ...cookie, ...stored }], origins: [] },
  });
  t.teardown(() => context.close());
  await page.clock.install();
  const pass = (seconds: number): Promise<void> => page.clock.runFor(seconds * 1_000);
  const line = watchLine(page, link, { pass, passSilence: pass, patienceSeconds, isOnlySockets: false });
  await page.goto(`${link.url}/desk/${desk.place}`);
  await page.locator("[data-seq]").first().waitFor();
  await page.locator(".composer textarea").waitFor();
  await watchLines(page, { root: "document.body", lines: "[data-seq], [data-unsent]", written });
  return { ...line, page, complaints: () => complaints.filter((complaint) => !aboutLines.test(complaint)) };
}

/** The numbers of the messages shown, in order. */
export const seqsShown = (page: Page): Promise<readonly number[]> =>
  page.locator("[data-seq]").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("data-seq"))));
