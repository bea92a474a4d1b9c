import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Test } from "tap";
import { sessionCookieName } from "../../../src/edge/routes/desk/session/session-cookie.ts";
import { until } from "../../delivery/through-service.ts";
import type { Service } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import type { WatchedPage } from "../browser.ts";
import { openPage } from "../browser.ts";
import { lookAt, setSize, sizes, viewOf } from "../views.ts";

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

/** Each page is searched once for barriers. The other views are for the picture. */
const views = [
  viewOf("wide", "light", "all"),
  viewOf("wide", "dark", null),
  viewOf("middle", "light", null),
  viewOf("phone", "dark", null),
];
/** Barriers are searched in the two views that differ most. */
const mainViews = views.map((view) => (view.size === "phone" ? { ...view, search: "all" as const } : view));

/** Checks the page for accessibility barriers. A section has its heading once its code is loaded. */
export const shoot = (t: Test, page: Page, name: string): Promise<void> => look(t, page, name, views);

/** Checks a page whose layout or colours are its own: also dark and on a phone. */
export const shootMain = (t: Test, page: Page, name: string): Promise<void> => look(t, page, name, mainViews);

async function look(t: Test, page: Page, name: string, seen: typeof views): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await lookAt(t, page, `desk-${name}`, seen);
  await setSize(page, sizes.wide);
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
