import type { BrowserContext, Page } from "playwright-core";
import type { Test } from "tap";
import t from "tap";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { password } from "../../harness/service-config.ts";
import { openBrowser } from "../browser.ts";
import { openDeskPage, untilStatus } from "./desk-page.ts";
import { acceptAs } from "./inbox/inbox-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

const composer = (page: Page) => page.locator(".composer textarea");
const lines = (page: Page) => page.locator("[data-seq], [data-unsent]").locator(".text").allInnerTexts();
const unsent = (page: Page) => page.locator("[data-unsent]");
const sent = (page: Page, text: string) => page.locator("[data-seq]").filter({ hasText: text });
const away = (page: Page) => page.getByRole("button", { name: /^Kim:\s*Away/ });
const value = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.querySelector("textarea")?.value === wanted, text);

const stored = async (service: Service): Promise<readonly string[]> =>
  (await service.call("GET", "/api/chats/1/messages", { token: await service.logIn("kim") })).body.messages.map(
    ({ text }) => text,
  );

/** Sets whether replies arrive. */
const letReplies = async (context: BrowserContext, isThrough: boolean): Promise<void> => {
  const isReply = /\/api\/chats\/1\/messages$/;
  if (isThrough) await context.unroute(isReply);
  else await context.route(isReply, (route) => route.abort());
};

/** The chat and its messages arrive separately. Unsent messages are shown before both. */
async function ready(page: Page): Promise<void> {
  await composer(page).waitFor();
  await sent(page, "Hello").waitFor();
}

async function openTab(context: BrowserContext, service: Service): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/desk/#/inbox/mine/1`);
  await ready(page);
  return page;
}

/** Starts a service with a client's chat that Kim has, and opens her page. */
async function start(t: Test) {
  const service = await startService(t);
  await service.say("7", "Hello");
  await service.settle();
  await acceptAs(service, "kim", "Anonymous");
  const { page, context } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
  await ready(page);
  return { service, page, context };
}

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

t.test(
  "[CH-12, CH-13] two tabs of an agent are one desk: they share drafts, unsent messages, availability and logout",
  async (t) => {
    const { service, page: first, context } = await start(t);
    const second = await openTab(context, service);
    await composer(first).fill("Dear client");
    await value(second, "Dear client");

    await letReplies(context, false);
    await send(first, "Not yet sent");
    await unsent(second).filter({ hasText: "Not yet sent" }).waitFor();
    await value(second, "");
    t.same(await lines(second), ["Hello", "Not yet sent"]);
    await letReplies(context, true);
    for (const page of [first, second]) {
      await sent(page, "Not yet sent").waitFor();
      await unsent(page).waitFor({ state: "detached" });
      t.same(await lines(page), ["Hello", "Not yet sent"]);
    }
    t.same(await stored(service), ["Hello", "Not yet sent"]);

    await first.locator("body").click({ position: { x: 700, y: 200 } });
    await first.keyboard.press("Escape");
    await first.keyboard.press("g");
    await first.keyboard.press("v");
    for (const page of [first, second]) await away(page).waitFor();
    await untilStatus(service, "0");
    await second.reload();
    await away(second).waitFor();
    // The messages are read after the service has answered the page's hello.
    await sent(second, "Hello").waitFor();
    await service.settle();
    t.equal(await service.status(), "0", "a reload keeps the availability that was chosen");

    await composer(second).fill("Half written");
    await away(first).click();
    await first.getByRole("button", { name: "Log out" }).click();
    for (const page of [first, second]) await page.getByLabel("E-mail", { exact: true }).waitFor();
    t.match(await second.getByRole("status").first().innerText(), /Nothing you wrote is lost/);
    await first.getByLabel("E-mail", { exact: true }).fill("kim@example.com");
    await first.getByLabel("Password").fill(password);
    await first.keyboard.press("Enter");
    for (const page of [first, second]) {
      await composer(page).waitFor();
      await value(page, "Half written");
    }
  },
);

t.test("a reload while the agent writes and sends loses nothing", async (t) => {
  const { service, page, context } = await start(t);
  await letReplies(context, false);
  await send(page, "Under way");
  await unsent(page).filter({ hasText: "Under way" }).waitFor();
  await composer(page).fill("Half a");
  await page.reload();
  await value(page, "Half a");
  await sent(page, "Hello").waitFor();
  t.same(await lines(page), ["Hello", "Under way"]);
  t.same(await stored(service), ["Hello"]);
  await letReplies(context, true);
  await page.reload();
  await sent(page, "Under way").waitFor();
  t.same(await lines(page), ["Hello", "Under way"]);
  await value(page, "Half a");
  t.same(await stored(service), ["Hello", "Under way"]);
});

t.test(
  "if the page closes right after send was pressed, the message is sent once, then or at the next visit",
  async (t) => {
    const { service, page: first, context } = await start(t);
    let page = first;
    const texts: string[] = [];
    for (const isThrough of [true, false, true, false]) {
      await letReplies(context, isThrough);
      texts.push(`Message ${texts.length + 1}`);
      await composer(page).fill(texts.at(-1) ?? "");
      await composer(page).press("Enter");
      await page.close({ runBeforeUnload: false });
      await letReplies(context, true);
      page = await openTab(context, service);
      await sent(page, texts.at(-1) ?? "").waitFor();
      await unsent(page).waitFor({ state: "detached" });
      t.same(await lines(page), ["Hello", ...texts]);
    }
    await service.settle();
    t.same(await stored(service), ["Hello", ...texts]);
  },
);

t.test("if the browser has no room, the page shows it, and messages are still sent", async (t) => {
  const { service, page, context } = await start(t);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("No room", "QuotaExceededError");
    };
  });
  await letReplies(context, false);
  await send(page, "Homeless");
  await page.getByRole("status").filter({ hasText: "Keep this tab open until it is sent." }).waitFor();
  t.same(await lines(page), ["Hello", "Homeless"]);
  await letReplies(context, true);
  await sent(page, "Homeless").waitFor();
  await page.locator(".banner").waitFor({ state: "hidden" });
  t.same(await lines(page), ["Hello", "Homeless"]);
  t.same(await stored(service), ["Hello", "Homeless"]);
});
