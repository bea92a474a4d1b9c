import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Test } from "tap";
import { sessionCookieName } from "../../../src/edge/routes/desk/session/session-cookie.ts";
import type { Service } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import type { WatchedPage } from "../browser.ts";
import { findBarriers, openPage, takePicture } from "../browser.ts";
import { sizes } from "../desk/desk-page.ts";

const screenshots = join(tmpdir(), "parley-screenshots");

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
  { size: "wide", colorScheme: "light", isSearched: true },
  { size: "wide", colorScheme: "dark", isSearched: true },
  { size: "phone", colorScheme: "light", isSearched: false },
  { size: "phone", colorScheme: "dark", isSearched: true },
] as const;

/** Pictures of what is to be seen, wide and narrow, light and dark; nobody may meet a barrier. */
export async function shoot(t: Test, page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  for (const { size, colorScheme, isSearched } of views) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme });
    await takePicture(page, { path: join(screenshots, `inspector-${name}-${size}-${colorScheme}.png`) });
    if (isSearched) t.same(await findBarriers(page), [], `${name}, ${size}, ${colorScheme}`);
  }
  await page.setViewportSize(sizes.wide);
  await page.emulateMedia({ colorScheme: "light" });
}
