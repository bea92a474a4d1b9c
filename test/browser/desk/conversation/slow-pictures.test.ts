import type { Page, Request } from "playwright-core";
import t from "tap";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { until } from "../../../delivery/through-service.ts";
import { fetchingHere, openPictureHost, png } from "../../../edge/pictures/picture-host.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { post } from "./conversation-world.ts";

const browser = await openBrowser(t);
const names = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** What the page asks the service for pictures: how many at once, at most and now. */
function watchPictures(page: Page): { readonly most: number; readonly now: number } {
  const counts = { most: 0, now: 0 };
  const isPicture = (url: string): boolean => /\/api\/.*\/picture/.test(url);
  page.on("request", (request) => {
    if (!isPicture(request.url())) return;
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
  });
  const end = (request: Request): void => {
    if (isPicture(request.url())) counts.now -= 1;
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return counts;
}

t.test(
  "[CH-58] pictures of a slow host leave the desk its connections, and those that are left go with it",
  async (t) => {
    let isSlow = true;
    const answers = names.map((name) => [
      `/${name}.png`,
      (response: { end(body: Buffer): void; setHeader(name: string, value: string): void }) => {
        if (isSlow) return;
        response.setHeader("content-type", "image/png");
        response.end(png);
      },
    ]);
    const host = await openPictureHost(t, Object.fromEntries(answers));
    const service = await startService(t, fetchingHere);
    await service.say("8", "Somebody else");
    for (const name of names)
      await post(service, { type: "sticker", file: `${host.url}/${name}.png`, file_name: `${name}.png`, emoji: name });
    const { page } = await openDeskPage(browser, service, "kim", "#/inbox/all/1");
    const counts = watchPictures(page);
    await page.goto(`${service.url}/desk/#/inbox/all/2`);
    await page.locator(".past img").nth(7).waitFor({ state: "attached" });
    await until(() => counts.now >= 2);
    const waitedMs = await page.evaluate(async () => {
      const startedMs = performance.now();
      await Promise.all([1, 2, 3].map((turn) => fetch(`/api/session?${turn}`, { cache: "no-store" })));
      return performance.now() - startedMs;
    });
    t.ok(waitedMs < 1_500, `the desk was answered within ${waitedMs} ms`);
    t.equal(counts.most, 2);
    await page.goto(`${service.url}/desk/#/inbox/all/1`);
    await page.locator(".past").getByText("Somebody else").waitFor();
    await until(() => counts.now === 0);
    t.pass("what is no longer seen is asked for no longer");
    isSlow = false;
    // The service gives up those that it had begun to fetch, and remembers for a while that they did not come.
    service.clock.advance(defaultLimits.pictureTimeoutMs);
    await page.goto(`${service.url}/desk/#/inbox/all/2`);
    // Which two had been asked for before is the page's own: those it came near to first.
    const shown = page.locator('.past img[src^="/api/"]');
    while (
      (await shown.evaluateAll(
        (images) => images.filter((image) => "naturalWidth" in image && image.naturalWidth).length,
      )) <
      names.length - 2
    )
      await page.evaluate(() => new Promise(requestAnimationFrame));
    t.equal(counts.most, 2);
  },
);
