import type { BrowserContext, Page } from "playwright-core";
import type { Test } from "tap";
import t from "tap";
import { until } from "../../delivery/through-service.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { password } from "../../harness/service-config.ts";
import { openBrowser } from "../browser.ts";
import { lineFaults, linesShown } from "../shown-lines.ts";
import { openDeskPage, untilStatus } from "./desk-page.ts";
import { openDroppedDesk } from "./drops/dropped-desk.ts";
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

/** A service with a client's chat that Kim has. */
async function startWithChat(t: Test): Promise<Service> {
  const service = await startService(t);
  await service.say("7", "Hello");
  await service.settle();
  await acceptAs(service, "kim", "Anonymous");
  return service;
}

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

t.test(
  "[CH-12, CH-13] two tabs of an agent are one desk: they share drafts, unsent messages, availability and logout",
  async (t) => {
    const service = await startWithChat(t);
    const { page: first, context } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
    await ready(first);
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

t.test("a page that is reloaded or closed while it sends loses nothing, and neither does a full browser", async (t) => {
  const service = await startWithChat(t);
  const { page: first, context } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
  await ready(first);
  await letReplies(context, false);
  await send(first, "Under way");
  await unsent(first).filter({ hasText: "Under way" }).waitFor();
  await composer(first).fill("Half a");
  await first.reload();
  await value(first, "Half a");
  await sent(first, "Hello").waitFor();
  t.same(await lines(first), ["Hello", "Under way"]);
  t.same(await stored(service), ["Hello"]);
  await letReplies(context, true);
  await sent(first, "Under way").waitFor();
  await value(first, "Half a");

  let page = first;
  const texts = ["Hello", "Under way"];
  for (const isThrough of [true, false]) {
    await letReplies(context, isThrough);
    texts.push(`Before a close, ${isThrough ? "sent" : "unsent"}`);
    await send(page, texts.at(-1) ?? "");
    await page.close({ runBeforeUnload: false });
    await letReplies(context, true);
    page = await openTab(context, service);
    await sent(page, texts.at(-1) ?? "").waitFor();
    await unsent(page).waitFor({ state: "detached" });
    t.same(await lines(page), texts);
  }
  await service.settle();
  t.same(await stored(service), texts, "each message is stored once");

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("No room", "QuotaExceededError");
    };
  });
  await letReplies(context, false);
  await send(page, "Homeless");
  await page.getByRole("status").filter({ hasText: "Keep this tab open until it is sent." }).waitFor();
  await letReplies(context, true);
  await sent(page, "Homeless").waitFor();
  await page.locator(".banner").waitFor({ state: "hidden" });
  t.same(await stored(service), [...texts, "Homeless"]);
});

t.test("[CH-23] after a cut and a silent connection the desk has what the service has, each entry once", async (t) => {
  const service = await startWithChat(t);
  const token = await service.logIn("kim");
  const desk = await openDroppedDesk(t, browser, service.url, { token, place: "#/inbox/mine/1" });
  const both = (number: number): Promise<unknown> =>
    Promise.all([send(desk.page, `Kim says ${number}.`), service.say("7", `Client says ${number}.`)]);
  await desk.untilConnected("ready");
  await desk.drop({ type: "reset" }, { count: 1, part: 0.5 }, () => both(1));
  await desk.untilConnected("ready");
  await desk.drop({ type: "silent", ways: ["up", "down"] }, { count: 2, part: 0.5 }, () => both(2));
  await desk.untilConnected("ready");
  await both(3);
  const texts = async (): Promise<readonly string[]> => (await stored(service)).slice(1);
  await until(async () => {
    await desk.pass(1);
    const shown = await linesShown(desk.page);
    return shown.length === 6 && (await texts()).join() === shown.join() && (await unsent(desk.page).count()) === 0;
  });
  const [ofKim, ofClient] = ["Kim", "Client"].map((name) => [1, 2, 3].map((number) => `${name} says ${number}.`));
  t.same(
    (await texts()).filter((text) => text.startsWith("Kim")),
    ofKim,
  );
  t.same(
    (await texts()).filter((text) => text.startsWith("Client")),
    ofClient,
  );
  t.same(await lineFaults(desk.page), [], "no line was shown twice or disappeared");
  t.same(desk.complaints(), []);
});
