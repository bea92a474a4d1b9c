import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Test } from "tap";
import { sessionCookieName } from "../../../src/edge/routes/desk/session/session-cookie.ts";
import type { Service } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import type { WatchedPage } from "../browser.ts";
import { openPage } from "../browser.ts";
import { lookAt, sizes, viewOf } from "../views.ts";

/** The inspector of an agent who is logged in, at a place like `#/chat/1/sequence`. */
export async function openSequencePage(
  browser: Browser,
  service: Service,
  place: string,
  { name = "ada", ...options }: BrowserContextOptions & { readonly name?: AgentName } = {},
): Promise<WatchedPage> {
  const { hostname } = new URL(service.url);
  const cookie = { name: sessionCookieName, value: await service.logIn(name), domain: hostname, path: "/" };
  const stored = { httpOnly: true, secure: false, sameSite: "Strict" as const, expires: -1 };
  return openPage(browser, `${service.url}/inspector/${place}`, {
    viewport: sizes.wide,
    storageState: { cookies: [{ ...cookie, ...stored }], origins: [] },
    ...options,
  });
}

const views = [
  viewOf("wide", "light", "all"),
  viewOf("wide", "dark", "colours"),
  viewOf("phone", "light", null),
  viewOf("phone", "dark", "all"),
];

/** Checks the page, wide and narrow, light and dark, for accessibility barriers. */
export async function shoot(t: Test, page: Page, name: string): Promise<void> {
  await lookAt(t, page, `inspector-${name}`, views);
  await page.setViewportSize(sizes.wide);
  await page.emulateMedia({ colorScheme: "light" });
}
