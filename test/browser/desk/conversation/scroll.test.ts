import type { Page, Request } from "playwright-core";
import t from "tap";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { until } from "../../../delivery/through-service.ts";
import { fetchingHere, openPictureHost, png } from "../../../edge/pictures/picture-host.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { chatIdOf, goTo } from "../inbox/inbox-page.ts";
import { button, message, post, step } from "./conversation-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startService(t, fetchingHere);
const { page } = await openDeskPage(browser, service, "kim", "#/inbox/all");

/** Resolves when the log is at its end, after one or two frames; only a failing test waits longer. */
const untilAtEnd = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const it = document.querySelector(".past .scroll");
    return it !== null && it.scrollHeight - it.scrollTop - it.clientHeight < 2;
  });

t.test("a log starts and stays at its end, and nothing moves while an agent reads above it", async (t) => {
  for (let count = 1; count <= 260; count += 1) await service.say("7", `Line ${count}\nwith more`);
  await step(service, "kim", "accept");
  await goTo(page, "#/inbox/mine/1");
  await message(page, "Line 260").waitFor();
  await untilAtEnd(page);
  await service.say("7", "Line 261");
  await message(page, "Line 261").waitFor();
  await untilAtEnd(page);

  const scroller = page.locator(".past .scroll");
  await scroller.evaluate((it) => it.scrollBy(0, -1_500));
  // Now the page has noticed the scroll. Before that, a new message would scroll to the end again.
  await button(page, "To the newest").waitFor();
  const [log, toEnd] = await Promise.all([scroller, button(page, "To the newest")].map((part) => part.boundingBox()));
  t.ok((log?.y ?? 0) + (log?.height ?? 0) <= (toEnd?.y ?? 0), "the button covers no message");
  const read = page.locator("[data-seq='230']");
  const before = await read.boundingBox();
  await service.say("7", "Line 262");
  await service.say("7", "Line 263");
  await button(page, "2 new messages").waitFor();
  t.equal((await read.boundingBox())?.y, before?.y);

  const place = await scroller.evaluate((it) => {
    it.scrollTo(0, 700);
    const rows = [...it.querySelectorAll<HTMLElement>("[data-seq]")];
    const seen = rows.find((row) => row.getBoundingClientRect().top > 300);
    return {
      first: Number(rows[0]?.dataset["seq"]),
      seen: seen?.dataset["seq"] ?? "",
      y: seen?.getBoundingClientRect().top ?? 0,
    };
  });
  await page.locator(`[data-seq='${place.first - 1}']`).waitFor({ state: "attached" });
  const after = await page.locator(`[data-seq='${place.seen}']`).boundingBox();
  t.ok(Math.abs((after?.y ?? 0) - place.y) < 3, `the visible part does not move: ${place.y} ${after?.y}`);
  const top = page.locator("[data-seq]").first();
  while (Number(await top.getAttribute("data-seq")) > 1) await scroller.evaluate((it) => it.scrollTo(0, 0));
  await page.getByText("Line 1\n", { exact: false }).first().waitFor();
  await button(page, "2 new messages").click();
  await untilAtEnd(page);
  await button(page, "2 new messages").waitFor({ state: "detached" });
});

t.test("a line above new messages marks them", async (t) => {
  await service.say({ id: "8", name: "Ann" }, "Old");
  const id = await chatIdOf(service, "Ann");
  await step(service, "kim", "accept", undefined, id);
  await step(service, "kim", "messages", { type: "text", text: "Answer" }, id);
  await service.say({ id: "8", name: "Ann" }, "Fresh");
  await service.say({ id: "8", name: "Ann" }, "Fresher");
  await goTo(page, `#/inbox/mine/${id}`);
  await message(page, "Fresher").waitFor();
  // The chat, which knows what is new, arrives in other frames than its messages.
  const line = page.locator(".unread-line");
  await line.waitFor();
  const rows = await page.locator(".rows > li:not(.day)").allInnerTexts();
  t.equal(rows.indexOf("New"), rows.findIndex((text) => text.includes("Fresh")) - 1);
  await page.reload();
  await message(page, "Fresher").waitFor();
  await page.locator(".chat-header h1").waitFor();
  // Effects of the drawing run after the next frame, and this callback runs after those effects.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  t.equal(await line.count(), 0, "the new messages were seen before");
});

t.test("a chat that cannot be loaded or does not exist shows a message", async (t) => {
  await service.say({ id: "9", name: "Bob" }, "Hello");
  const id = await chatIdOf(service, "Bob");
  const messages = `**/api/chats/${id}/messages*`;
  await page.route(messages, (route) => route.fulfill({ status: 500, body: "" }));
  await goTo(page, `#/inbox/all/${id}`);
  await page.getByText("The messages could not be loaded.").waitFor();
  await page.unroute(messages);
  await button(page, "Try again").click();
  await message(page, "Hello").waitFor();
  await goTo(page, "#/inbox/all/99");
  await page.getByText("There is no such chat, or it is not for you.").waitFor();
  t.equal(await page.locator("[data-seq]").count(), 0);
});

const names = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Counts the page's simultaneous requests for pictures: the most so far, and now. */
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
  "[CH-58] pictures of a slow host do not use up the desk's connections, and are no longer loaded after the chat is left",
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
    await service.say({ id: "10", name: "Cem" }, "Somebody else");
    for (const name of names) {
      const sticker = { type: "sticker", file: `${host.url}/${name}.png`, file_name: `${name}.png`, emoji: name };
      await post(service, sticker, { id: "11", name: "Dan" });
    }
    const [cem, dan] = [await chatIdOf(service, "Cem"), await chatIdOf(service, "Dan")];
    await goTo(page, `#/inbox/all/${cem}`);
    const counts = watchPictures(page);
    await goTo(page, `#/inbox/all/${dan}`);
    await page.locator(".past img").nth(7).waitFor({ state: "attached" });
    await until(() => counts.now >= 2);
    const statuses = await page.evaluate(async () => {
      const answers = await Promise.all([1, 2, 3].map((turn) => fetch(`/api/session?${turn}`, { cache: "no-store" })));
      return answers.map(({ status }) => status);
    });
    t.same(statuses, [200, 200, 200], "the desk is answered while the pictures are not");
    t.equal(counts.most, 2);
    await goTo(page, `#/inbox/all/${cem}`);
    await page.locator(".past").getByText("Somebody else").waitFor();
    await until(() => counts.now === 0);
    t.pass("pictures that are no longer visible are not requested");
    isSlow = false;
    // The service gives up the pictures that it had begun to fetch, and does not request them again for a while.
    service.clock.advance(defaultLimits.pictureTimeoutMs);
    await goTo(page, `#/inbox/all/${dan}`);
    // The page decides which two it had requested before: the first ones near its visible area.
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
