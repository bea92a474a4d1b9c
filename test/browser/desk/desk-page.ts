import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Test } from "tap";
import { sessionCookieName } from "../../../src/edge/routes/desk/session/session-cookie.ts";
import { until } from "../../delivery/through-service.ts";
import type { Service } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import type { WatchedPage } from "../browser.ts";
import { openPage } from "../browser.ts";
import { lookAt, sizes, viewOf } from "../views.ts";

/** The desk of an agent who is logged in, at a place like `#/inbox/mine`; resolves when it is connected. */
export async function openDeskPage(
  browser: Browser,
  service: Pick<Service, "url" | "logIn">,
  name: AgentName,
  place = "",
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { hostname } = new URL(service.url);
  const cookie = { name: sessionCookieName, value: await service.logIn(name), domain: hostname, path: "/" };
  const stored = { httpOnly: true, secure: false, sameSite: "Strict" as const, expires: -1 };
  const opened = await openPage(browser, `${service.url}/desk/${place}`, {
    viewport: sizes.wide,
    storageState: { cookies: [{ ...cookie, ...stored }], origins: [] },
    ...options,
  });
  await opened.page.locator(".workplace").waitFor();
  return opened;
}

/** The sizes and themes to check. Barriers are searched in the views that differ most. */
const views = [
  viewOf("wide", "light", "all"),
  viewOf("wide", "dark", null),
  viewOf("middle", "light", null),
  viewOf("phone", "dark", "all"),
];

/**
 * Checks the page at each size, light and dark, for accessibility barriers. A section has its heading once its code is
 * loaded.
 */
export async function shoot(t: Test, page: Page, name: string): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await lookAt(t, page, `desk-${name}`, views);
  await page.setViewportSize(sizes.wide);
  await page.emulateMedia({ colorScheme: "light" });
}

const picturesRoute = "/api/chats/:id/pictures/:picture";

/** Waits until the service has answered that a picture cannot be shown. Until then the initials are shown. */
export async function untilPictureRefused({ logLines }: Pick<Service, "logLines">): Promise<void> {
  await until(() => logLines.some(({ route, status }) => route === picturesRoute && Number(status) >= 400));
}

/** Waits until the status for clients is `wanted` (`"1"` or `"0"`). A page shows a new status before the service has it. */
export async function untilStatus({ status, settle }: Service, wanted: string): Promise<void> {
  await until(async () => {
    await settle();
    return (await status()) === wanted;
  });
}
